extension Int {
    /// The whole number towards zero: the largest or the smallest there is where a number lies beyond it, 0 where it is
    /// not a number.
    ///
    /// What a file's time, a database, a clock or a quotient says may be any number, and `Int(_:)` stops the program on
    /// one that it cannot hold.
    package init(bounded value: Double) {
        // The largest Double below 2⁶³.
        let most = 9_223_372_036_854_774_784.0
        self = value.isNaN ? 0 : Int(Swift.min(Swift.max(value, -most), most))
    }
}
