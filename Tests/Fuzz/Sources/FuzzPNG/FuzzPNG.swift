import FuzzSupport

@main
enum FuzzPNG {
    static func main() {
        runFuzzer { data, count in
            let file = fuzzInput(data, count)
            fuzzDecoding(file)
            fuzzDecoding(PNGBytes.withChecksums(file))
            return 0
        }
    }
}
