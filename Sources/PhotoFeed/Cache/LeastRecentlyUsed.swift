/// The memory tier's contents: a table that finds slots, slots in flat arrays, and the order of their use.
///
/// Inlinable, so that a program that uses the cache gets code made for its own keys and values: four times as fast.
/// Values that leave are handed back, so that the owner can let them go outside its lock.
@usableFromInline struct LeastRecentlyUsed<Key: Hashable, Value> {
    /// A place in the arrays; ``none`` ends a list.
    @usableFromInline typealias Slot = Int32

    @usableFromInline struct Entry {
        @usableFromInline var key: Key
        @usableFromInline var value: Value

        @inlinable init(key: Key, value: Value) {
            self.key = key
            self.value = value
        }
    }

    /// What a hit does not need, kept apart from what it does.
    @usableFromInline struct Account {
        @usableFromInline var cost: Int
        @usableFromInline var tag: SlotTable.Tag

        @inlinable init(cost: Int, tag: SlotTable.Tag) {
            self.cost = cost
            self.tag = tag
        }
    }

    /// Values that are no longer kept; mostly one, which needs no memory of its own.
    @usableFromInline struct Leaving {
        @usableFromInline var first: Value?
        @usableFromInline var others: [Value] = []

        @inlinable init() {}

        @inlinable mutating func append(_ value: Value) {
            if first == nil { first = value } else { others.append(value) }
        }
    }

    @usableFromInline var totalCostLimit: Int
    @usableFromInline var countLimit: Int
    @usableFromInline var statistics = MemoryCacheStatistics()

    @usableFromInline var table = SlotTable()
    @usableFromInline var entries: [Entry?] = []
    @usableFromInline var accounts: [Account] = []
    @usableFromInline var order = UseOrder()
    @usableFromInline var vacant: [Slot] = []

    @inlinable init(totalCostLimit: Int, countLimit: Int) {
        self.totalCostLimit = totalCostLimit
        self.countLimit = countLimit
    }

    @inlinable mutating func value(for key: Key) -> Value? {
        let slot = slot(of: key, Self.tag(of: key))
        guard slot != .none else {
            statistics.misses += 1
            return nil
        }
        statistics.hits += 1
        order.use(slot)
        return entries[Int(slot)]?.value
    }

    @inlinable mutating func setValue(_ value: Value, for key: Key, cost: Int) -> Leaving {
        var leaving = Leaving()
        let tag = Self.tag(of: key)
        let old = slot(of: key, tag)
        if old != .none { free(old, into: &leaving) }
        guard totalCostLimit == 0 || cost <= totalCostLimit else {
            leaving.append(value)
            return leaving
        }
        evict(into: &leaving, toAdmit: cost)
        let slot = takeSlot(for: Entry(key: key, value: value), Account(cost: cost, tag: tag))
        table.insert(slot, tag)
        statistics.count += 1
        statistics.totalCost += cost
        order.use(slot)
        return leaving
    }

    @inlinable mutating func removeValue(for key: Key) -> Leaving {
        var leaving = Leaving()
        let slot = slot(of: key, Self.tag(of: key))
        if slot != .none { free(slot, into: &leaving) }
        return leaving
    }

    @inlinable mutating func removeAll() -> [Entry?] {
        let leaving = entries
        table = SlotTable()
        entries.removeAll()
        accounts.removeAll()
        order = UseOrder()
        vacant.removeAll()
        (statistics.count, statistics.totalCost) = (0, 0)
        return leaving
    }

    @inlinable mutating func setLimits(totalCost: Int, count: Int) -> Leaving {
        (totalCostLimit, countLimit) = (totalCost, count)
        var leaving = Leaving()
        evict(into: &leaving, toAdmit: nil)
        return leaving
    }

    @inlinable mutating func trimToHalf() -> Leaving {
        var leaving = Leaving()
        evict(into: &leaving, downTo: statistics.totalCost / 2, count: statistics.count / 2)
        return leaving
    }

    /// Evicts until the limits hold, with one more entry of that cost.
    @inlinable mutating func evict(into leaving: inout Leaving, toAdmit cost: Int?) {
        // Subtracting from the limit, so that sums near Int.max do not overflow.
        evict(
            into: &leaving, downTo: (totalCostLimit > 0 ? totalCostLimit : .max) - (cost ?? 0),
            count: (countLimit > 0 ? countLimit : Int(Slot.max)) - (cost == nil ? 0 : 1))
    }

    @inlinable mutating func evict(into leaving: inout Leaving, downTo cost: Int, count: Int) {
        while statistics.count > 0, statistics.totalCost > cost || statistics.count > count {
            free(order.oldest(), into: &leaving)
            statistics.evictions += 1
        }
    }

    @inlinable static func tag(of key: Key) -> SlotTable.Tag { SlotTable.Tag(truncatingIfNeeded: key.hashValue) }

    @inlinable func slot(of key: Key, _ tag: SlotTable.Tag) -> Slot {
        table.slot(of: tag) { entries[Int($0)]?.key == key }
    }

    @inlinable mutating func takeSlot(for entry: Entry, _ account: Account) -> Slot {
        guard let slot = vacant.popLast() else {
            entries.append(entry)
            accounts.append(account)
            return Slot(entries.count - 1)
        }
        entries[Int(slot)] = entry
        accounts[Int(slot)] = account
        return slot
    }

    @inlinable mutating func free(_ slot: Slot, into leaving: inout Leaving) {
        guard let entry = entries[Int(slot)].take() else { return }
        table.remove(slot, accounts[Int(slot)].tag)
        order.remove(slot)
        vacant.append(slot)
        statistics.count -= 1
        statistics.totalCost -= accounts[Int(slot)].cost
        leaving.append(entry.value)
    }
}

extension Int32 {
    /// No slot.
    @inlinable static var none: Int32 { -1 }
}
