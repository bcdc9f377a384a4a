/// Slots in the order of their last use: a list of uses that is written in one direction, and where in it each slot's last one is.
///
/// A use appends one number. A linked list would write to the slot's two neighbours and to the newest one instead, which
/// lie anywhere in memory: with ten thousand entries three cache misses a hit.
@usableFromInline struct UseOrder {
    /// A place of the memory tier.
    @usableFromInline typealias Slot = Int32

    // Uses in `first..<end`, the oldest first; one that is not its slot's last is passed over. What comes after is room.
    @usableFromInline var uses: [Slot] = Array(repeating: .none, count: 64)
    @usableFromInline var first = 0
    @usableFromInline var end = 0
    // By slot: the position of its last use.
    @usableFromInline var positions: [Int32] = []

    @inlinable init() {}

    /// Makes a slot the most recently used; a slot that is not in the order comes into it.
    @inlinable mutating func use(_ slot: Slot) {
        if end == uses.count { dropOldUses() }
        if Int(slot) >= positions.count {
            positions.append(contentsOf: repeatElement(.none, count: Int(slot) + 1 - positions.count))
        }
        uses[end] = slot
        positions[Int(slot)] = Int32(truncatingIfNeeded: end)
        end += 1
    }

    /// The least recently used slot; none of an empty order.
    @inlinable mutating func oldest() -> Slot {
        while first < end, !isLast(first) { first += 1 }
        return first < end ? uses[first] : .none
    }

    /// Takes a slot out of the order.
    @inlinable mutating func remove(_ slot: Slot) { positions[Int(slot)] = .none }

    @inlinable func isLast(_ position: Int) -> Bool {
        positions[Int(uses[position])] == Int32(truncatingIfNeeded: position)
    }

    /// Moves the last uses to the front.
    ///
    /// Afterwards at most a quarter is taken, so that so many uses come before the next time, and each bears a small
    /// part of the cost.
    @inlinable mutating func dropOldUses() {
        var kept = 0
        for position in first..<end where isLast(position) {
            uses[kept] = uses[position]
            positions[Int(uses[kept])] = Int32(truncatingIfNeeded: kept)
            kept += 1
        }
        (first, end) = (0, kept)
        if kept * 4 > uses.count { uses.append(contentsOf: repeatElement(.none, count: kept * 4 - uses.count)) }
    }
}
