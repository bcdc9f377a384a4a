internal import PhotoFeed
internal import Raster
internal import SharedDefaults
internal import WidgetTimeline
internal import WidgetUI

/// Every option of the program: the one table behind parsing, help, man page and completions.
extension Option {
    static let help = Option(name: "help", short: "h", summary: "show this help")
    static let version = Option(name: "version", summary: "show the versions of the program and its libraries")
    static let json = Option(name: "json", summary: "print JSON")
    static let quiet = Option(name: "quiet", short: "q", summary: "print errors only")
    static let verbose = Option(name: "verbose", short: "v", summary: "say what is done, on stderr")
    static let noColor = Option(name: "no-color", summary: "no colours and no progress line")
    static let cacheDirectory = Option(
        name: "cache-dir", value: "DIR", summary: "where pictures are cached", standard: "~/.cache/photowidget",
        names: .ownDirectory)
    static let stateDirectory = Option(
        name: "state-dir", value: "DIR", summary: "where widgets are published", standard: "~/.local/state/photowidget",
        names: .ownDirectory)
    static let config = Option(
        name: "config", value: "FILE", summary: "the configuration of widgets",
        standard: "~/.config/photowidget/config.json5", names: .ownDirectory)
    static let now = Option(
        name: "now", value: "DATE", summary: "the clock, as 2026-11-30T01:38:00Z, for reproducible runs")
    static let noSandbox = Option(
        name: "no-sandbox", summary: "do without the kernel's protections, on machines that forbid them")
    static let offline = Option(name: "offline", summary: "use the cache only; open no connection")

    static let tags = Option(
        name: "tags", value: "A,B", summary: "photos with these tags; may be repeated", narrows: true)
    static let tagMode = Option(
        name: "tagmode", value: "MODE", summary: "whether a photo has any or all of the tags", standard: "any",
        choices: FeedQuery.TagMode.allCases.map(\.rawValue))
    static let user = Option(
        name: "user", value: "NSID", summary: "photos of one author, as 12345678@N00", narrows: true)
    static let group = Option(
        name: "group", value: "NSID", summary: "photos of one Flickr group, as 1234567@N20", narrows: true)
    static let language = Option(name: "lang", value: "LANG", summary: "the feed's language, as ko-kr", narrows: true)
    static let feed = Option(
        name: "feed", value: "URL|FILE", summary: "another endpoint, or a saved feed", standard: "Flickr's public feed",
        narrows: true, names: .feed)
    static let item = Option(
        name: "item", value: "WHICH", summary: "first, newest, random, rotate, or a number from 1", standard: "first",
        narrows: true)

    static let size = Option(
        name: "size", value: "WxH", summary: "the box in pixels, or normal, large, x-large, xx-large",
        standard: "large (256x256)")
    static let fit = Option(
        name: "fit", value: "HOW", summary: "contain, cover or exact; never enlarged", standard: "contain",
        choices: Fit.allCases.map(\.rawValue))
    static let maxArea = Option(
        name: "max-area", value: "PIXELS", summary: "the largest area, for renderers that refuse larger")
    static let variant = Option(
        name: "variant", value: "SIZE", summary: "which of the host's sizes is fetched", standard: "auto",
        choices: PhotoVariant.allCases.map(\.rawValue))

    static let sizes = Option(
        name: "sizes", value: "WxH,…", summary: "the boxes of the thumbnails, each as --size takes it",
        standard: "256x256")
    static let photoCount = Option(name: "count", value: "N", summary: "only the first N photos", standard: "all")
    static let parallelJobs = Option(name: "jobs", value: "N", summary: "transfers at once, in all", standard: "6")
    static let budget = Option(name: "budget", value: "SIZE", summary: "end after so many bytes of pictures")
    static let deadline = Option(name: "deadline", value: "SECONDS", summary: "end after so long, as 60s or 5m")
    static let wait = Option(name: "wait", summary: "wait for another prefetch to end, instead of leaving with 75")

    static let cacheLimit = Option(
        name: "cache-limit", value: "SIZE",
        summary: "the most that the cache holds; the least recently used goes first",
        standard: "512M")
    static let cacheCount = Option(
        name: "cache-count", value: "N", summary: "the most files that the cache holds", standard: "no limit")
    static let keepFree = Option(
        name: "keep-free", value: "SIZE", summary: "how much of the disk stays free", standard: "no limit")

    static let timeout = Option(name: "timeout", value: "SECONDS", summary: "for one whole request", standard: "30")
    static let maxBytes = Option(name: "max-bytes", value: "SIZE", summary: "the largest download", standard: "32M")
    static let maxPixels = Option(name: "max-pixels", value: "COUNT", summary: "the largest picture", standard: "64M")
    static let decodeMemory = Option(
        name: "decode-memory", value: "SIZE", summary: "the most memory that decoding one picture may take",
        standard: "160M")
    static let retries = Option(name: "retries", value: "N", summary: "tries after a passing fault", standard: "3")
    static let allowPrivate = Option(
        name: "allow-private-addresses", summary: "let photos come from private and loopback addresses")
    static let allowAddresses = Option(
        name: "allow-addresses", value: "CIDR",
        summary: "let photos come from this block of addresses, as 198.18.0.0/15; may be repeated")
    static let proxy = Option(
        name: "proxy", value: "URL",
        summary: "the proxy for all requests, as http://proxy:3128 or socks5h://127.0.0.1:1080",
        standard: "https_proxy, http_proxy or all_proxy, but for no_proxy")
    static let noProxy = Option(name: "no-proxy", summary: "use no proxy, whatever the environment says")
    static let caFile = Option(
        name: "ca-file", value: "FILE", summary: "trust the certificate authorities in this PEM file too",
        standard: "CURL_CA_BUNDLE, SSL_CERT_FILE and SSL_CERT_DIR", names: .file)

    static let widget = Option(name: "widget", value: "KIND", summary: "the kind of widget", standard: "photo")
    static let instance = Option(name: "instance", value: "NAME", summary: "which one of its kind", standard: "default")
    static let every = Option(name: "every", value: "SECONDS", summary: "how long an entry is shown", standard: "180")
    static let strict = Option(name: "strict", summary: "a stale picture is exit status 75")
    static let family = Option(
        name: "family", value: "FAMILY", summary: "the widget's shape", standard: "the first that the widget supports",
        choices: WidgetFamily.allCases.map(\.rawValue))
    static let reloadBudget = Option(
        name: "budget", value: "N", summary: "reloads in any 24 hours: a number, widgetkit (48) or none")
    static let span = Option(name: "for", value: "TIME", summary: "how long to play, as 24h", standard: "24h")
    static let allKinds = Option(name: "all", summary: "every widget")
    static let origin = Option(name: "origin", summary: "say where each value comes from")
    static let entries = Option(
        name: "entries", value: "N", summary: "how many entries, each with its photo", standard: "1")

    static let widgetSize = Option(
        name: "size", value: "WxH", summary: "the widget's size in points, or WxH@SCALE", standard: "the family's")
    static let scale = Option(
        name: "scale", value: "N", summary: "pixels a point, 0.25 to 8", standard: "2; 1 with --size")
    static let colorScheme = Option(
        name: "scheme", value: "SCHEME", summary: "light or dark", standard: "light",
        choices: ColorScheme.allCases.map(\.rawValue))
    static let scales = Option(
        name: "scale", value: "N,…", summary: "draw pictures of these scales, pixels a point", standard: "1,2")
    static let colorSchemes = Option(
        name: "scheme", value: "SCHEME,…", summary: "draw pictures for these surroundings", standard: "light,dark",
        suggestions: ColorScheme.allCases.map(\.rawValue))
    static let depth = Option(
        name: "depth", value: "BITS", summary: "dither to grays of so many bits, for e-paper",
        choices: ["1", "2", "4", "8"])
    static let palette = Option(
        name: "palette", value: "COLOURS", summary: "dither to these colours, as black,white,red or 000000,ffffff")
    static let assets = Option(
        name: "assets", value: "DIR", summary: "where named pictures are: a folder, or an .xcassets", names: .folder)
    static let font = Option(name: "font", value: "FAMILY", summary: "the system font", standard: "sans-serif")
    static let roundedFont = Option(
        name: "rounded-font", value: "FAMILY", summary: "the system font's rounded design", standard: "as --font")
    static let lineHeight = Option(
        name: "line-height", value: "[FAMILY=]EMS",
        summary: "from line to line of a font, 0.5 to 4; 0 for what it says itself; may be repeated", standard: "1.193")
    static let lint = Option(name: "lint", summary: "print what would look wrong")
    static let terminal = Option(name: "terminal", summary: "show the picture in the terminal")
    static let pictureFormat = Option(
        name: "format", value: "FORMAT", summary: "png, bmp, pam or jpeg", standard: "by the output's ending, else png",
        choices: PictureFormat.allCases.map(\.rawValue))

    static let output = Option(
        name: "output", short: "o", value: "OUT", summary: "the file to write, or a directory; - for stdout",
        names: .output)
    static let force = Option(name: "force", summary: "replace a file that photowidget did not write")
    static let format = Option(
        name: "format", value: "FORMAT", summary: "png, pam or jpeg", standard: "by the output's ending, else png",
        choices: ThumbnailFormat.allCases.map(\.rawValue))
    static let entryFormat = Option(
        name: "format", value: "FORMAT", summary: "the form for a status bar, or a text as '{title} — {author}'",
        suggestions: SinkList.all.map { $0.name })
    static let notify = Option(
        name: "notify", value: "BAR:N", summary: "when what is shown has changed, signal a bar, as waybar:8")
    static let freedesktop = Option(
        name: "freedesktop", summary: "write thumbnails where file managers look for them, ~/.cache/thumbnails")
    static let lenient = Option(name: "lenient", summary: "show what there is of a damaged picture")
    static let jobs = Option(name: "jobs", value: "N", summary: "how many at once", standard: "1")
    static let appGroup = Option(name: "group", value: "GROUP", summary: "the app group, as group.com.example.app")
    static let type = Option(
        name: "type", value: "TYPE", summary: "what the value is, or has to be",
        standard: "string, or any when reading",
        choices: DefaultsType.allCases.map(\.rawValue))
    static let reload = Option(
        name: "reload", value: "KIND", summary: "with the write, ask for a new timeline of a kind; may be repeated")
    static let reloadAll = Option(name: "reload-all", summary: "with the write, ask for new timelines of all widgets")
    static let shareWith = Option(
        name: "share-with", value: "UNIXGROUP", summary: "let a unix group read and write the store (2770, 0660)")

    static let scheme = Option(name: "scheme", value: "SCHEME", summary: "the scheme, as wooribudget")
    static let linkHost = Option(
        name: "host", value: "HOST", summary: "a host that the scheme leads to; may be repeated", standard: "any")
    static let exec = Option(
        name: "exec", value: "CMD…", summary: "the command that takes a link; everything behind it belongs to it",
        takesRest: true)

    static let listen = Option(
        name: "listen", value: "ADDRESS", summary: "the address to listen on; others than loopback need a token",
        standard: "127.0.0.1")
    static let port = Option(name: "port", value: "N", summary: "the port; 0 for any that is free", standard: "8787")
    static let hostName = Option(
        name: "host-name", value: "NAME",
        summary: "a name that a proxy in front is asked by, as photos.example.org; may be repeated")
    static let token = Option(
        name: "token", value: "TOKEN", summary: "what clients need to write; visible to other users, so prefer a file")
    static let tokenFile = Option(
        name: "token-file", value: "FILE", summary: "a file of this user's alone, with the token on its first line",
        standard: "$PHOTOWIDGET_TOKEN", names: .file)
    static let storeLimit = Option(
        name: "store-limit", value: "SIZE", summary: "the most that the shared store holds after a client's write",
        standard: "64M")
    static let trmnl = Option(name: "trmnl", summary: "serve TRMNL's devices (800x480 pixels, black and white)")
    static let trmnlWidget = Option(
        name: "trmnl-widget", value: "KIND[/INSTANCE]", summary: "what they show", standard: "photo")
    static let trmnlFloor = Option(
        name: "trmnl-floor", value: "SECONDS", summary: "the least time that they sleep", standard: "900")

    static let man = Option(name: "man", summary: "print the man page")
    static let repair = Option(name: "repair", summary: "remove what is damaged and rebuild the index")
}

extension OptionGroup {
    static let common = OptionGroup(
        title: "Common options",
        options: [
            .json, .quiet, .verbose, .noColor, .cacheDirectory, .stateDirectory, .config, .now, .offline,
            .noSandbox, .help, .version,
        ])
    static let feed = OptionGroup(
        title: "Feed options", options: [.tags, .tagMode, .user, .group, .language, .feed, .item])
    static let feedWithoutItem = OptionGroup(
        title: "Feed options", options: [.tags, .tagMode, .user, .group, .language, .feed])
    static let limits = OptionGroup(title: "Cache options", options: [.cacheLimit, .cacheCount, .keepFree])
    static let picture = OptionGroup(title: "Picture options", options: [.size, .fit, .maxArea, .variant])
    static let network = OptionGroup(
        title: "Network options",
        options: [
            .timeout, .maxBytes, .maxPixels, .decodeMemory, .retries, .allowPrivate, .allowAddresses, .proxy, .noProxy,
            .caFile,
        ])
    static let widget = OptionGroup(
        title: "Widget options", options: [.widget, .instance, .family, .every, .entries, .strict])
    static let drawn = OptionGroup(
        title: "Drawing options", options: [.scales, .colorSchemes, .assets, .font, .roundedFont, .lineHeight])
    static let published = OptionGroup(title: "Output options", options: [.entryFormat, .notify])
    static let defaults = OptionGroup(
        title: "Store options", options: [.appGroup, .type, .reload, .reloadAll, .shareWith])
    static let links = OptionGroup(title: "Link options", options: [.scheme, .linkHost, .exec, .force])
}
