internal import CPangoCairo

/// The libraries that draw widgets; they are loaded when first asked for.
package enum DrawingLibraries {
    /// Pango's version, as "1.50.12"; `nil` where it, or anything it needs, is missing.
    package static var pangoVersion: String? { unsafe text(CPangoCairo_get_pango_version()) }

    /// Cairo's version, as "1.16.0"; `nil` where it is missing.
    package static var cairoVersion: String? { unsafe text(CPangoCairo_get_cairo_version()) }

    private static func text(_ version: UnsafePointer<CChar>?) -> String? {
        guard let version = unsafe version else { return nil }
        let text = unsafe String(cString: version)
        return text.isEmpty ? nil : text
    }
}
