import FuzzSupport

@main
enum FuzzJPEG {
    static func main() {
        runFuzzer { data, count in
            fuzzDecoding(fuzzInput(data, count))
            return 0
        }
    }
}
