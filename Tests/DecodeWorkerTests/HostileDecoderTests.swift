import CSandboxProbe
import Glibc
import Raster
import TestSupport
import Testing

@testable import DecodeWorker

/// A decoder that a picture has taken over (the C target CSandboxProbe) does harm from inside a worker, and is stopped.
@Suite struct HostileDecoderTests {
    /// Both ways to be confined: with Landlock, and as on a kernel that has none.
    static let confinements: [Protections] = [.all, .filter]

    /// What is tried, with the place it is tried on.
    static let acts = [
        "open:/etc/passwd", "open:~/.ssh/id_rsa", "list:/",
        "write:/tmp/photowidget-probe", "remove:/tmp/photowidget-probe",
        "environment", "tcp:9", "udp:9", "unix:/run/dbus/system_bus_socket", "abstract:probe", "fork",
        "execute:/bin/true", "trace", "signal:1", "ring", "code", "recode", "map",
    ]

    @Test(arguments: acts, confinements)
    func `a call that decoding does not need is not made`(act: String, protections: Protections) throws {
        let workers = DecodeWorkers(protections: protections)
        let stop = try #require(stopCaused(by: act, in: workers))
        guard case .forbiddenCall = stop else {
            Issue.record("\(act): \(stop)")
            return
        }
        try expectGoodPicture(workers)
    }

    @Test(arguments: [
        ("open:/etc/passwd", EACCES), ("list:/", EACCES), ("write:/tmp/photowidget-probe", EACCES),
        ("environment", EACCES), ("tcp:9", EACCES), ("execute:/bin/true", EACCES), ("remove:/etc/passwd", EACCES),
    ])
    func `Landlock alone keeps files, programs and connections away`(act: String, number: Int32) throws {
        let workers = DecodeWorkers(protections: .landlock)
        guard try workers.report().landlock >= 4 else { return }
        #expect(error(of: act, by: workers) == .unsupported("refused with error \(number)"))
    }

    /// Without this, a probe that does nothing would pass every other test.
    @Test(arguments: ["open:/etc/passwd", "list:/", "environment", "udp:9", "code", "thread"])
    func `without protections the same acts succeed`(act: String) {
        #expect(error(of: act, by: DecodeWorkers(protections: [])) == .unsupported("done 0"))
    }

    @Test(arguments: [
        ("crash", SIGSEGV), ("trap", SIGILL), ("abort", SIGABRT), ("stack", SIGSEGV), ("spoil", SIGSEGV),
        // A new thread begins with its signals, as abort does.
        ("thread", SIGABRT),
    ])
    func `a crash costs the picture, and says its signal`(act: String, signal: Int32) throws {
        let workers = DecodeWorkers()
        #expect(stopCaused(by: act, in: workers) == .crashed(signal: signal))
        try expectGoodPicture(workers)
    }

    @Test(arguments: ["memory", "nibble"])
    func `more memory than is allowed is refused`(act: String) throws {
        let workers = DecodeWorkers()
        #expect(stopCaused(by: act, in: workers) == .outOfMemory)
        try expectGoodPicture(workers)
    }

    @Test(arguments: ["loop", "sleep"])
    func `a picture that takes too long is given up`(act: String) throws {
        let workers = DecodeWorkers(seconds: 1)
        #expect(stopCaused(by: act, in: workers) == .outOfTime(seconds: 1))
    }

    @Test(arguments: [
        "noise", "hugeness", "emptiness", "negative", "overflow", "mismatch", "disguise", "chatter", "longness",
        "shortness", "rest", "order", "words", "leave",
    ])
    func `an answer that fits no picture is not believed`(act: String) throws {
        let workers = DecodeWorkers()
        let stop = try #require(stopCaused(by: act, in: workers))
        guard case .badAnswer = stop else {
            Issue.record("\(act): \(stop)")
            return
        }
        try expectGoodPicture(workers)
    }

    @Test func `a text of a worker has no control characters, and is UTF-8`() {
        #expect(error(of: "escape", by: DecodeWorkers()) == .unsupported("\u{FFFD}[2J\u{FFFD}\u{FFFD}\u{FFFD}"))
    }

    @Test func `a worker cannot make the parent's bytes its own to write`() {
        #expect(error(of: "unlock", by: DecodeWorkers()) == .unsupported("refused with error \(EACCES)"))
    }

    // MARK: Steps

    private func error(of act: String, by workers: DecodeWorkers) -> DecodingError? {
        let home = unsafe getenv("HOME").map { unsafe String(cString: $0) } ?? "/root"
        let picture: [UInt8] = [0xFF, 0xD8, 0xFF] + Array("PROBE:\(act.replacing("~", with: home))".utf8)
        do throws(DecodingError) {
            _ = try workers.thumbnail(of: picture, ThumbnailRequest())
            return nil
        } catch {
            return error
        }
    }

    private func stopCaused(by act: String, in workers: DecodeWorkers) -> DecoderStop? {
        let error = error(of: act, by: workers)
        guard case .stopped(let stop) = error else {
            Issue.record("\(act): \(error.map { "\($0)" } ?? "a thumbnail")")
            return nil
        }
        return stop
    }

    /// The next picture is decoded as if nothing had been.
    private func expectGoodPicture(_ workers: DecodeWorkers) throws {
        let thumbnail = try workers.thumbnail(of: try SamplePicture.jpeg(64, 48), ThumbnailRequest())
        #expect(thumbnail.originalSize == PixelSize(width: 64, height: 48))
    }
}
