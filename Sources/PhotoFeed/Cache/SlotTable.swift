/// Finds slots by hash: an open-addressed table of 8 bytes a place, so that a look-up mostly touches one line of memory.
///
/// A place holds half a hash and a slot. The half says where the entry belongs, so the table grows and closes gaps
/// without a look at any key.
@usableFromInline struct SlotTable {
    /// The half of a hash that is kept.
    @usableFromInline typealias Tag = UInt32

    // Tag in the upper half, slot + 1 in the lower; 0 is vacant. A power of two, at least one of them vacant.
    @usableFromInline var places: [UInt64] = [0]
    @usableFromInline var count = 0

    @inlinable init() {}

    /// The slot of a tag for which `isMatch` holds; ``LeastRecentlyUsed/Slot`` none where there is none.
    @inlinable func slot(of tag: Tag, where isMatch: (Int32) -> Bool) -> Int32 {
        let mask = places.count &- 1
        var index = Int(tag) & mask
        while places[index] != 0 {
            if Self.tag(in: places[index]) == tag, isMatch(Self.slot(in: places[index])) {
                return Self.slot(in: places[index])
            }
            index = (index &+ 1) & mask
        }
        return .none
    }

    /// Adds a slot that is not in the table.
    @inlinable mutating func insert(_ slot: Int32, _ tag: Tag) {
        // A quarter stays vacant: chains are short, and every search ends.
        if (count + 1) * 4 > places.count * 3 { grow() }
        put(UInt64(tag) << 32 | UInt64(slot + 1))
        count += 1
    }

    /// Removes a slot that is in the table.
    @inlinable mutating func remove(_ slot: Int32, _ tag: Tag) {
        let mask = places.count &- 1
        let place = UInt64(tag) << 32 | UInt64(slot + 1)
        var gap = Int(tag) & mask
        while places[gap] != place { gap = (gap &+ 1) & mask }
        // What belongs at the gap or before it moves up, so that no search stops early.
        var next = (gap &+ 1) & mask
        while places[next] != 0 {
            let home = Int(Self.tag(in: places[next])) & mask
            if (next &- home) & mask >= (next &- gap) & mask {
                places[gap] = places[next]
                gap = next
            }
            next = (next &+ 1) & mask
        }
        places[gap] = 0
        count -= 1
    }

    @inlinable mutating func grow() {
        let old = places
        places = Array(repeating: 0, count: max(16, old.count * 2))
        for place in old where place != 0 { put(place) }
    }

    @inlinable mutating func put(_ place: UInt64) {
        let mask = places.count &- 1
        var index = Int(Self.tag(in: place)) & mask
        while places[index] != 0 { index = (index &+ 1) & mask }
        places[index] = place
    }

    @inlinable static func tag(in place: UInt64) -> Tag { Tag(truncatingIfNeeded: place >> 32) }

    @inlinable static func slot(in place: UInt64) -> Int32 { Int32(truncatingIfNeeded: place) &- 1 }
}
