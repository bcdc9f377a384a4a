internal import PhotoWidget

/// Whether what widgets say can be written.
enum FontChecks {
    /// The checks: a font with letters, and those that titles need besides; none where there is no Pango to ask.
    static func all() -> [MachineCheck] {
        guard let coverage = try? FontCoverage() else { return [] }
        guard let family = coverage.family else {
            return [
                MachineCheck(
                    id: "fonts", status: .warning, finding: "no font; drawn widgets would have no text",
                    remedy: "apt-get install fonts-dejavu-core")
            ]
        }
        return [
            MachineCheck(id: "fonts", status: .ok, finding: "sans-serif is \(family)"),
            check(
                id: "fonts-cjk", coverage.writes("한國あ"), "Chinese, Japanese and Korean",
                package: "fonts-noto-cjk"),
            check(id: "fonts-emoji", coverage.writes("😀"), "emoji", package: "fonts-noto-color-emoji"),
        ]
    }

    private static func check(id: String, _ isThere: Bool, _ script: String, package: String) -> MachineCheck {
        isThere
            ? MachineCheck(id: id, status: .ok, finding: "\(script) can be written")
            : MachineCheck(
                id: id, status: .warning, finding: "no font has \(script); boxes stand for them in drawn widgets",
                remedy: "apt-get install \(package)")
    }
}
