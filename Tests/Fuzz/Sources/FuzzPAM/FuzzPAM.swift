import FuzzSupport
import Raster

/// Reads an input as a PAM file: what is taken has the size that its header says, and is written and read again as it was.
@main
enum FuzzPAM {
    static func main() {
        runFuzzer { data, count in
            let file = fuzzInput(data, count)
            guard let bitmap = try? PAMDecoder.decode(file.span.bytes) else { return 0 }
            guard let header = try? PAMHeader(parsing: file.span.bytes) else {
                preconditionFailure("a file without a header was decoded")
            }
            precondition(header.size == bitmap.size && header.fileSize == file.count, "the header says something else")
            let again = PAMEncoder.encode(bitmap)
            precondition((try? PAMDecoder.decode(again.span.bytes)) == bitmap, "written and read it is another")
            return 0
        }
    }
}
