import FuzzSupport

@main
enum FuzzWebP {
    static func main() {
        runFuzzer { data, count in
            fuzzDecoding(fuzzInput(data, count))
            return 0
        }
    }
}
