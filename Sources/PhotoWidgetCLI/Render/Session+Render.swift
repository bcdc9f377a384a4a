internal import FoundationEssentials
internal import PhotoWidget

/// Drawing, made of the options.
extension Session {
    /// What draws widgets.
    func renderer() throws -> WidgetRenderer {
        var assets: AssetFolder?
        if let path = arguments.string(.assets) {
            let folder = try Directories.absolute(path)
            guard Directory.isDirectory(folder) else { throw InputError.missing(path: path) }
            assets = AssetFolder(path: folder)
        }
        let language = shell.environment["LANG"]?.split(separator: ".").first.map(String.init)
        return WidgetRenderer(
            fonts: try arguments.fontSettings(language: language == "C" ? nil : language), assets: assets)
    }

    /// What draws the entries that are published; a photo is drawn only where its family is set.
    func drawing(for instance: WidgetInstance) throws -> PublishedDrawing? {
        guard instance.id.kind != WidgetEngine.photoKind || instance.family != nil else { return nil }
        return PublishedDrawing(try renderer(), variants: try arguments.publishedVariants())
    }

    /// An instance of the photo widget whose photo covers a size at a scale, unless a person has set another box.
    static func covering(_ size: DisplaySize, scale: Double, _ instance: WidgetInstance) -> WidgetInstance {
        guard instance.id.kind == WidgetEngine.photoKind else { return instance }
        var instance = instance
        func pixels(_ side: Double) -> Int { min(max(Int((side * scale).rounded()), 1), 65535) }
        let box = "\(pixels(size.width))x\(pixels(size.height))"
        if instance.settings.string("size") == nil { instance.settings.members.append(("size", .string(box))) }
        if instance.settings.string("fit") == nil { instance.settings.members.append(("fit", .string("cover"))) }
        return instance
    }

    /// Shows a picture in the terminal, where there is one that can.
    func showInTerminal(_ bitmap: Bitmap) throws -> Bool {
        guard shell.out.isTerminal, TerminalPicture.isCapable(shell.environment),
            let bytes = TerminalPicture.bytes(of: bitmap, in: .ofStandardOutput, environment: shell.environment)
        else { return false }
        try shell.out.write(bytes)
        return true
    }
}
