import FuzzSupport

@main
enum FuzzICC {
    static func main() {
        runFuzzer { data, count in
            let profile = fuzzInput(data, count)
            fuzzDecoding(PNGBytes.withProfile(profile, isGray: false), fits: [.contain])
            fuzzDecoding(PNGBytes.withProfile(profile, isGray: true), fits: [.contain])
            return 0
        }
    }
}
