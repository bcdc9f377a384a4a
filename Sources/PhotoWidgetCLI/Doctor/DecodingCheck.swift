internal import DecodeWorker
internal import PhotoWidget

/// Whether pictures are decoded where they can do no harm, found by starting the process that does it.
enum DecodingCheck {
    /// The check, by the options of the command line.
    static func check(_ arguments: Arguments) -> MachineCheck {
        guard !arguments.has(.noSandbox) else { return check(.failure(.unprotected(reason: "--no-sandbox"))) }
        do throws(DecodingError) {
            defer { arguments.decoder.rest() }
            return check(.success(try DecodeWorkers.ofProgram.report()))
        } catch {
            return check(.failure(error))
        }
    }

    /// What a worker's report comes to.
    static func check(_ report: Result<ConfinementReport, DecodingError>) -> MachineCheck {
        switch report {
        case .success(let report) where report.landlock > 0:
            MachineCheck(
                id: "decoding", status: .ok,
                finding: "in a process of its own: seccomp, Landlock \(report.landlock), limits of memory and time")
        case .success:
            MachineCheck(
                id: "decoding", status: .ok,
                finding: "in a process of its own: seccomp, limits of memory and time; the kernel has no Landlock")
        case .failure(.unprotected(reason: "--no-sandbox")):
            MachineCheck(
                id: "decoding", status: .warning, finding: "in this process, since --no-sandbox says so",
                remedy: "leave --no-sandbox away where the machine allows it")
        case .failure(let error):
            MachineCheck(
                id: "decoding", status: .failed, finding: "\(error)",
                remedy: "allow seccomp, memfd_create and /proc/self/exe, or give --no-sandbox")
        }
    }
}
