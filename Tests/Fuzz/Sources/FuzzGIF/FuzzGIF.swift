import FuzzSupport

@main
enum FuzzGIF {
    static func main() {
        runFuzzer { data, count in
            fuzzDecoding(fuzzInput(data, count))
            return 0
        }
    }
}
