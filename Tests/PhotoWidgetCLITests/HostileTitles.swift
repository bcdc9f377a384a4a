/// What authors could call a photo: every title tries to be more than text for at least one sink.
///
/// Whatever runs one as a command leaves a file called PWNED in the working directory.
enum HostileTitles {
    static let all: [String] =
        shell + conky + polybar + markup + json + controls + directions + scripts + broken + long

    private static let shell = [
        "$(touch PWNED)", "`touch PWNED`", ";touch PWNED;", "|touch PWNED", "&touch PWNED&", "&& touch PWNED",
        "|| touch PWNED",
        "\ntouch PWNED\n", "\rtouch PWNED\r", "';touch PWNED;'", "'; touch PWNED; #", "'\\'';touch PWNED;'\\''",
        "\";touch PWNED;\"", "\\'; touch PWNED #", "$'\\n'touch PWNED", "${x:=$(touch PWNED)}",
        "$((a[$(touch PWNED)]))", "<(touch PWNED)", ">PWNED", ">>PWNED", "2>PWNED", "' >PWNED '", "*", "~root", "!!",
        "!$", "-n", "--help", "=", "a=b touch PWNED", "(touch PWNED)", "{ touch PWNED; }", "\\", "'", "''", "'''", "\"",
        "\\\\'", "EOF\ntouch PWNED\nEOF", "'$(touch PWNED)'", "'\"`touch PWNED`\"'", "x\n\n\n", "'\n'", "exit 0",
        "'; exit; '",
        "$IFS", "trap 'touch PWNED' EXIT", "%s%n%d", "\\c\\x41\\101",
    ]

    private static let conky = [
        "Sunset ${exec touch PWNED} Texas", "${execi 1 touch PWNED}", "${execp touch PWNED}", "${texeci 1 touch PWNED}",
        "$exec touch PWNED", "${lua os.execute('touch PWNED')}", "${image /etc/passwd}", "$$", "$${exec touch PWNED}",
        "# not a comment", "\\# \\$ \\{", "${if_running x}touch PWNED${endif}", "${color red}", "${template0 x}",
        "${eval ${exec touch PWNED}}", "$\u{0}{exec touch PWNED}", "$\u{202E}{exec touch PWNED}",
        "\u{1}${exec touch PWNED}\u{1}", "$\u{301}{exec touch PWNED}", "${\u{301}exec touch PWNED}",
        "}${exec touch PWNED",
        "$#{}exec touch PWNED", "$\\{exec touch PWNED}", "${tcp_portmon 1 65535 rip 0}", "${cat /etc/passwd}",
    ]

    private static let polybar = [
        "%{A1:touch PWNED:}click%{A}", "%{A1:touch PWNED", "%%{A1:touch PWNED:}", "%%%{A}", "%{F#f00}", "%{T2}",
        "%{O9999}",
        "%{B-}%{U-}", "%{c}%{r}%{l}", "%\u{0}{A1:touch PWNED:}", "%\u{200B}{A1:touch PWNED:}",
        "%{\u{301}A1:touch PWNED:}", "%\u{301}{A1:touch PWNED:}", "%\u{202E}{A1:touch PWNED:}", "%{{%{", "%output%",
        "100%", "{A1:x:}",
        "%{PR}%{+u}", "%\n{A1:touch PWNED:}",
    ]

    private static let markup = [
        "<b>bold</b>", "</span>", "<span font='999'>", "<a href=\"x\">", "<!-- x -->", "<![CDATA[x]]>", "<?xml?>",
        "<!DOCTYPE x [<!ENTITY a \"b\">]>", "&amp;", "&lt;b&gt;", "&", "&&", "&;", "&#0;", "&#x1b;", "&#xFFFF;",
        "&nope;",
        "&amp", "]]>", "<", ">", "\"'\"", "a < b > c & d", "<b", "</", "&\u{301};", "<\u{301}b>", "\u{FFFE}",
        "\u{FFFF}",
        "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "Tom & Jerry's \"<Best>\"",
    ]

    private static let json = [
        "\"}", "\",\"full_text\":\"x", "\\u0000", "\\\"", "\\\\\"", "}]", "],[", "{\"a\":1}", "\\ud800", "\\x", "null",
        "\",\"markup\":\"pango", "\u{2028}", "\u{2029}", "\"\n{\"text\":\"second\"}", "//", "/* */", "\\/",
    ]

    /// Every control character, alone and between letters, and what terminals do with some.
    private static let controls =
        (Array(0...0x1F) + Array(0x7F...0x9F)).compactMap(Unicode.Scalar.init).map { "a\($0)b" } + [
            "\u{1B}]0;title\u{7}", "\u{1B}[2J", "\u{9B}2J", "\u{1B}P1$r0m\u{1B}\\", "\u{1B}]52;c;dG91Y2g=\u{7}",
            "a\tb\tc",
            "\r\n", "\0", "\0touch PWNED\0",
        ]

    private static let directions = (Array(0x202A...0x202E) + Array(0x2066...0x2069) + [0x200E, 0x200F, 0x061C])
        .compactMap(Unicode.Scalar.init).map { "photo\($0)gpj.exe" }

    private static let scripts = [
        "שלום עולם", "مرحبا ${exec touch PWNED} بالعالم", "한국의 사진 & 풍경", "写真 %{A1:touch PWNED:}", "ไทย <b>", "𝒯𝑒𝓍𝒶𝓈",
        "👩‍👩‍👧‍👦 & 🏳️‍🌈",
        "e\u{301}", "\u{FEFF}bom", "soft\u{AD}hyphen", "zero\u{200B}width\u{200D}", "tag\u{E0001}\u{E0020}", "＄｛exec｝",
        "‘quoted’", " ",
        "", "\u{3000}",
    ]

    /// Bytes that are not UTF-8, as a reader that mends them hands them on, and text that was decoded twice.
    private static let broken =
        [
            [0xC0, 0xAF], [0xC0, 0x80], [0xE0, 0x80, 0xA7], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFF, 0x27],
            [0xC3, 0x27, 0x3B], [0xE2, 0x82], [0xF0, 0x9F, 0x24, 0x28], [0x80, 0x22],
        ].enumerated().map { "\($0)" + String(decoding: $1.map(UInt8.init), as: UTF8.self) } + [
            "Ã© â€œ", "ï¿½", "\u{FFFD}",
        ]

    private static let long =
        [
            "<", "&", "'", "\"", "%{", "${exec touch PWNED}", "$(touch PWNED)", "\\", "\n", "\u{202E}", "a", "👩‍👩‍👧‍👦",
        ].map { String(repeating: $0, count: 3000) } + ["z" + String(repeating: "\u{301}", count: 5000)]
}
