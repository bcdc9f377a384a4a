/// The addresses of one photo, tried from the best downwards.
struct SizeLadder {
    /// The address to try now.
    private(set) var candidate: PhotoURL
    private var rest: ArraySlice<PhotoURL>
    private var firstError: LoadError?
    private var uselessCount = 0

    /// Starts at the first of a photo's candidates, or at the feed's own address where there are none.
    init(_ candidates: [PhotoURL], of photo: PhotoModel) {
        candidate = candidates.first ?? photo.media
        rest = candidates.dropFirst()
    }

    /// Puts an address before the others.
    mutating func putFirst(_ url: PhotoURL) {
        rest = [candidate] + rest
        candidate = url
    }

    /// Goes on to the next address after an error of this one.
    ///
    /// Throws where another size would do no better, after three that were no pictures, and at the end of the ladder what went
    /// wrong first.
    mutating func stepDown(after error: LoadError) throws(LoadError) {
        guard error.concernsOneSize else { throw error }
        firstError = firstError ?? error
        if error.isUseless { uselessCount += 1 }
        guard uselessCount < UselessAnswers.mostOfOnePhoto else { throw firstError ?? error }
        guard let next = rest.popFirst() else { throw firstError ?? error }
        candidate = next
    }
}
