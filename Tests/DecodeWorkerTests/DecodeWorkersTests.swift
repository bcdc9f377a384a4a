import Dispatch
import Foundation
import Raster
import Synchronization
import TestSupport
import Testing

@testable import DecodeWorker

@Suite struct DecodeWorkersTests {
    @Test func `a worker is confined, and says how`() throws {
        let workers = DecodeWorkers()
        let report = try workers.report()
        #expect(report.isFiltered)
        let status = try String(contentsOfFile: "/proc/\(report.process)/status", encoding: .utf8)
        #expect(status.contains("Seccomp:\t2\n"))
        #expect(status.contains("NoNewPrivs:\t1\n"))
        #expect(status.contains("Threads:\t1\n"))
    }

    @Test func `a worker is kept for the next picture, and another is started for another library`() throws {
        let workers = DecodeWorkers()
        #expect(workers.waiting.isEmpty)
        _ = try workers.thumbnail(of: try SamplePicture.jpeg(64, 48), ThumbnailRequest())
        let first = workers.waiting
        #expect(first.count == 1)
        _ = try workers.thumbnail(of: try SamplePicture.jpeg(48, 64), ThumbnailRequest())
        #expect(workers.waiting == first)
        _ = try workers.thumbnail(of: SamplePicture.png(48, 64), ThumbnailRequest())
        #expect(workers.waiting.count == 2)
        #expect(workers.waiting.first == first.first)
    }

    @Test func `a worker that was made ready decodes the picture`() throws {
        let workers = DecodeWorkers()
        workers.prepare(for: ThumbnailRequest())
        workers.prepare(for: ThumbnailRequest())
        let ready = workers.waiting
        #expect(ready.count == 1)
        _ = try workers.thumbnail(of: try SamplePicture.jpeg(64, 48), ThumbnailRequest())
        #expect(workers.waiting == ready)
        workers.rest()
        #expect(workers.waiting.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: "/proc/\(ready[0])"))
    }

    @Test func `one that was made ready for JPEG decodes a PNG as well`() throws {
        let workers = DecodeWorkers()
        workers.prepare(for: ThumbnailRequest())
        _ = try workers.thumbnail(of: SamplePicture.png(48, 64), ThumbnailRequest())
        #expect(workers.waiting.count == 1)
    }

    @Test func `what is no picture starts no worker`() {
        let workers = DecodeWorkers()
        #expect(throws: DecodingError.notAPicture(found: "HTML")) {
            try workers.thumbnail(of: Array("<!doctype html>".utf8), ThumbnailRequest())
        }
        #expect(throws: DecodingError.empty) { try workers.thumbnail(of: [UInt8](), ThumbnailRequest()) }
        #expect(workers.waiting.isEmpty)
    }

    @Test func `errors and notes come through as they are`() throws {
        let cut = Array(try SamplePicture.jpeg(64, 48).dropLast(200))
        let png = Array(SamplePicture.png(64, 48).dropLast(20))
        let workers = DecodeWorkers()
        for bytes in [cut, png] {
            var lenient = ThumbnailRequest()
            lenient.strictness = .lenient
            for request in [ThumbnailRequest(), lenient] {
                #expect(outcome(workers, bytes, request) == outcome(InProcessDecoder(), bytes, request))
            }
        }
    }

    @Test func `pictures at once have a worker each`() throws {
        let workers = DecodeWorkers()
        let pictures = try (0..<6).map { try SamplePicture.jpeg(90, 60 + $0) }
        let sizes = Mutex<Set<Int>>([])
        DispatchQueue.concurrentPerform(iterations: pictures.count) { index in
            let thumbnail = try? workers.thumbnail(of: pictures[index], ThumbnailRequest())
            if let height = thumbnail?.originalSize.height { _ = sizes.withLock { $0.insert(height) } }
        }
        #expect(sizes.withLock { $0 } == Set(60..<66))
    }

    @Test func `a picture larger than usual has a worker of its size`() throws {
        let workers = DecodeWorkers()
        let jpeg = try SamplePicture.jpeg(64, 48) + [UInt8](repeating: 0, count: 33 << 20)
        #expect(try workers.thumbnail(of: jpeg, ThumbnailRequest()).originalSize == PixelSize(width: 64, height: 48))
    }

    @Test(arguments: [
        DecoderStop.crashed(signal: 11), .outOfMemory, .outOfTime(seconds: 30), .forbiddenCall(41), .ended(signal: 15),
        .badAnswer("a thumbnail of 1x1 pixels"),
    ])
    func `why a decoder was stopped is remembered as a word`(stop: DecoderStop) {
        #expect(DecoderStop(code: stop.code) == stop)
        #expect(DecoderStop(code: "404") == nil)
    }

    private func outcome(
        _ decoder: any PictureDecoder, _ bytes: [UInt8], _ request: ThumbnailRequest
    ) -> Result<Thumbnail, DecodingError> {
        do throws(DecodingError) { return .success(try decoder.thumbnail(of: bytes, request)) } catch {
            return .failure(error)
        }
    }
}
