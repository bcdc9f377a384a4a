/// The memory tier's contents: a dictionary from keys to slots, and slots in flat arrays, linked in order of use.
///
/// Inlinable, so that a program that uses the cache gets code made for its own keys and values: four times as fast.
/// Values that leave are handed back, so that the owner can let them go outside its lock.
@usableFromInline struct LeastRecentlyUsed<Key: Hashable, Value> {
    /// A place in the arrays; ``none`` ends a list.
    @usableFromInline typealias Slot = Int32

    @usableFromInline struct Entry {
        @usableFromInline var key: Key
        @usableFromInline var value: Value
        @usableFromInline var cost: Int

        @inlinable init(key: Key, value: Value, cost: Int) {
            self.key = key
            self.value = value
            self.cost = cost
        }
    }

    /// The slot used just after this one, and the slot used just before it.
    @usableFromInline struct Links {
        @usableFromInline var newer: Slot
        @usableFromInline var older: Slot

        @inlinable init(newer: Slot, older: Slot) {
            self.newer = newer
            self.older = older
        }
    }

    @usableFromInline var totalCostLimit: Int
    @usableFromInline var countLimit: Int
    @usableFromInline var statistics = MemoryCacheStatistics()

    @usableFromInline var slots: [Key: Slot] = [:]
    @usableFromInline var entries: [Entry?] = []
    @usableFromInline var links: [Links] = []
    @usableFromInline var newest = Slot.none
    @usableFromInline var oldest = Slot.none
    // Vacant slots, linked through `older`.
    @usableFromInline var vacant = Slot.none

    @inlinable init(totalCostLimit: Int, countLimit: Int) {
        self.totalCostLimit = totalCostLimit
        self.countLimit = countLimit
    }

    @inlinable mutating func value(for key: Key) -> Value? {
        guard let slot = slots[key] else {
            statistics.misses += 1
            return nil
        }
        statistics.hits += 1
        makeNewest(slot)
        return entries[Int(slot)]?.value
    }

    @inlinable mutating func setValue(_ value: Value, for key: Key, cost: Int) -> [Value] {
        var leaving: [Value] = []
        if let old = removeValue(for: key) { leaving.append(old) }
        guard totalCostLimit == 0 || cost <= totalCostLimit else { return leaving + [value] }
        evict(into: &leaving, toAdmit: cost)
        let slot = takeSlot(for: Entry(key: key, value: value, cost: cost))
        slots[key] = slot
        statistics.count += 1
        statistics.totalCost += cost
        link(slot)
        return leaving
    }

    @inlinable mutating func removeValue(for key: Key) -> Value? {
        slots.removeValue(forKey: key).flatMap { free($0) }
    }

    @inlinable mutating func removeAll() -> [Value] {
        let leaving = entries.compactMap { $0?.value }
        slots.removeAll()
        entries.removeAll()
        links.removeAll()
        (newest, oldest, vacant) = (.none, .none, .none)
        (statistics.count, statistics.totalCost) = (0, 0)
        return leaving
    }

    @inlinable mutating func setLimits(totalCost: Int, count: Int) -> [Value] {
        (totalCostLimit, countLimit) = (totalCost, count)
        var leaving: [Value] = []
        evict(into: &leaving, toAdmit: nil)
        return leaving
    }

    /// Evicts until the limits hold, with one more entry of that cost.
    @inlinable mutating func evict(into leaving: inout [Value], toAdmit cost: Int?) {
        // Subtracting from the limit, so that sums near Int.max do not overflow.
        let costRoom = (totalCostLimit > 0 ? totalCostLimit : .max) - (cost ?? 0)
        let countRoom = (countLimit > 0 ? countLimit : Int(Slot.max)) - (cost == nil ? 0 : 1)
        while statistics.count > 0, statistics.totalCost > costRoom || statistics.count > countRoom {
            guard let entry = entries[Int(oldest)] else { return }
            if let value = removeValue(for: entry.key) { leaving.append(value) }
            statistics.evictions += 1
        }
    }

    @inlinable mutating func takeSlot(for entry: Entry) -> Slot {
        guard vacant != .none else {
            entries.append(entry)
            links.append(Links(newer: .none, older: .none))
            return Slot(entries.count - 1)
        }
        let slot = vacant
        vacant = links[Int(slot)].older
        entries[Int(slot)] = entry
        return slot
    }

    @inlinable mutating func free(_ slot: Slot) -> Value? {
        guard let entry = entries[Int(slot)].take() else { return nil }
        unlink(slot)
        links[Int(slot)] = Links(newer: .none, older: vacant)
        vacant = slot
        statistics.count -= 1
        statistics.totalCost -= entry.cost
        return entry.value
    }

    @inlinable mutating func makeNewest(_ slot: Slot) {
        guard slot != newest else { return }
        unlink(slot)
        link(slot)
    }

    @inlinable mutating func link(_ slot: Slot) {
        links[Int(slot)] = Links(newer: .none, older: newest)
        if newest != .none { links[Int(newest)].newer = slot } else { oldest = slot }
        newest = slot
    }

    @inlinable mutating func unlink(_ slot: Slot) {
        let (newer, older) = (links[Int(slot)].newer, links[Int(slot)].older)
        if newer != .none { links[Int(newer)].older = older } else { newest = older }
        if older != .none { links[Int(older)].newer = newer } else { oldest = newer }
    }
}

extension Int32 {
    /// No slot.
    @inlinable static var none: Int32 { -1 }
}
