/// Why the process that decoded a picture was stopped.
public enum DecoderStop: Equatable, Sendable {
    /// It did what no decoder may survive: a signal's number.
    case crashed(signal: Int32)
    /// It was ended from outside: a signal's number. This says nothing of the picture.
    case ended(signal: Int32)
    /// It wanted more memory than it had, or the machine had none left.
    case outOfMemory
    /// It took longer than a picture may, in seconds.
    case outOfTime(seconds: Int)
    /// It made a system call that no decoder needs, by its number.
    case forbiddenCall(Int32)
    /// Its answer fits no picture that was asked for.
    case badAnswer(String)

    /// Whether the same bytes would do the same again.
    public var blamesPicture: Bool {
        if case .ended = self { false } else { true }
    }
}

extension DecoderStop: CustomStringConvertible {
    /// What happened, as the end of a sentence.
    public var description: String {
        switch self {
        case .crashed(let signal): "the decoder crashed (signal \(signal))"
        case .ended(let signal): "the decoder was ended from outside (signal \(signal))"
        case .outOfMemory: "the decoder needed more memory than it may have"
        case .outOfTime(let seconds): "the decoder took longer than \(seconds) s"
        case .forbiddenCall(let number): "the decoder made system call \(number), which decoding does not need"
        case .badAnswer(let what): "the decoder's answer is not to be trusted: \(what)"
        }
    }
}

extension DecoderStop {
    /// One word and a number, as an index of failures keeps it.
    package var code: String {
        switch self {
        case .crashed(let signal): "crashed \(signal)"
        case .ended(let signal): "ended \(signal)"
        case .outOfMemory: "memory"
        case .outOfTime(let seconds): "time \(seconds)"
        case .forbiddenCall(let number): "call \(number)"
        case .badAnswer(let what): "answer \(what)"
        }
    }

    /// Reads what ``code`` gives; `nil` for anything else.
    package init?(code: String) {
        let parts = code.split(separator: " ", maxSplits: 1).map(String.init)
        let number = parts.count == 2 ? Int32(parts[1]) : nil
        switch (parts.first, number) {
        case ("crashed", let signal?): self = .crashed(signal: signal)
        case ("ended", let signal?): self = .ended(signal: signal)
        case ("memory", nil): self = .outOfMemory
        case ("time", let seconds?): self = .outOfTime(seconds: Int(seconds))
        case ("call", let number?): self = .forbiddenCall(number)
        case ("answer", _) where parts.count == 2: self = .badAnswer(parts[1])
        default: return nil
        }
    }
}
