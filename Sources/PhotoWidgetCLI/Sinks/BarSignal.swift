internal import FoundationEssentials
internal import Glibc
internal import PhotoWidget

/// A real-time signal that has a bar ask again: SIGRTMIN+N to the user's processes of its name.
///
/// - Source: waybar(5), `signal`. signal(7): without a handler such a signal ends a process, so only bars that handle every one
///   of them are known here.
struct BarSignal: Equatable {
    /// The bar's process name.
    let bar: String
    /// What is added to SIGRTMIN.
    let number: Int

    /// The bars that can be told.
    static let bars = ["waybar"]

    /// Reads `waybar:8`.
    init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, Self.bars.contains(String(parts[0])), let number = Int(parts[1]),
            (1...30).contains(number)
        else { return nil }
        bar = String(parts[0])
        self.number = number
    }

    /// The signals that a command line asks for.
    static func all(of arguments: Arguments) throws(UsageError) -> [BarSignal] {
        try arguments.strings(.notify).map { text throws(UsageError) in
            guard let signal = BarSignal(text) else {
                throw .badValue(
                    option: Option.notify.spelled, value: text, expected: "waybar:N with a number N from 1 to 30")
            }
            return signal
        }
    }

    /// Sends it; a bar that does not run is not missed.
    func send() {
        for process in Self.processes(named: bar, of: getuid(), in: "/proc") {
            kill(process, __libc_current_sigrtmin() + Int32(number))
        }
    }

    /// The numbers of a user's processes of a name.
    static func processes(named name: String, of user: uid_t, in directory: String) -> [pid_t] {
        // Processes come and go while they are listed.
        let entries = (try? Directory.entries(of: directory)) ?? []
        return entries.compactMap { entry in
            guard let number = pid_t(entry.name), number > 1 else { return nil }
            var status = stat()
            let path = "\(directory)/\(entry.name)"
            guard unsafe stat(path, &status) == 0, status.st_uid == user,
                let command = try? String(contentsOfFile: "\(path)/comm", encoding: .utf8)
            else { return nil }
            return command == name + "\n" ? number : nil
        }.sorted()
    }
}

extension CurrentSet {
    /// Whether a person would see another picture, or read other words, than those of a set before.
    func looksDifferent(from before: CurrentSet) -> Bool {
        var earlier = before.entry
        earlier.date = entry.date
        earlier.validUntil = entry.validUntil
        earlier.policy = entry.policy
        // Both paths name the set, which changes with the dates; what lies there is compared.
        earlier.image?.png = entry.image?.png ?? ""
        earlier.image?.rgba = entry.image?.rgba ?? ""
        earlier.image?.original = entry.image?.original ?? ""
        // `cached` and `revalidated` tell how a photo came, which nobody sees.
        if earlier.status != .stale, entry.status != .stale, earlier.status != .placeholder {
            earlier.status = entry.status
        }
        return earlier != entry || before.alternativeText != alternativeText || before.pictureBytes != pictureBytes
    }

    private var pictureBytes: [UInt8]? {
        // One that cannot be read differs from one that can.
        picture.flatMap { try? MappedFile.contents(ofFile: $0) }
    }
}
