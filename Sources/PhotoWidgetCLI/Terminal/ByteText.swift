internal import PhotoWidget

/// Numbers of bytes for people.
enum ByteText {
    /// With a unit and at most one decimal: `17 B`, `1.5 KiB`, `512 MiB`.
    static func text(_ count: Int) -> String {
        let units = ["B", "KiB", "MiB", "GiB", "TiB"]
        var value = Double(count)
        var unit = 0
        while value >= 1024, unit < units.count - 1 {
            value /= 1024
            unit += 1
        }
        let tenths = Int(bounded: (value * 10).rounded())
        let isWhole = unit == 0 || tenths >= 1000 || tenths % 10 == 0
        return (isWhole ? "\(Int(bounded: value.rounded()))" : "\(tenths / 10).\(tenths % 10)") + " \(units[unit])"
    }
}
