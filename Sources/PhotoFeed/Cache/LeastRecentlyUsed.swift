/// The memory tier's contents: a dictionary from keys to slots, and slots in flat arrays, linked in order of use.
///
/// Values that leave are handed back, so that the owner can let them go outside its lock.
struct LeastRecentlyUsed<Key: Hashable, Value> {
    /// A place in the arrays; ``none`` ends a list.
    private typealias Slot = Int32

    private struct Entry {
        var key: Key
        var value: Value
        var cost: Int
    }

    /// The slot used just after this one, and the slot used just before it.
    private struct Links {
        var newer: Slot
        var older: Slot
    }

    private(set) var totalCostLimit: Int
    private(set) var countLimit: Int
    private(set) var statistics = MemoryCacheStatistics()

    private var slots: [Key: Slot] = [:]
    private var entries: [Entry?] = []
    private var links: [Links] = []
    private var newest = Slot.none
    private var oldest = Slot.none
    // Vacant slots, linked through `older`.
    private var vacant = Slot.none

    init(totalCostLimit: Int, countLimit: Int) {
        self.totalCostLimit = totalCostLimit
        self.countLimit = countLimit
    }

    mutating func value(for key: Key) -> Value? {
        guard let slot = slots[key] else {
            statistics.misses += 1
            return nil
        }
        statistics.hits += 1
        makeNewest(slot)
        return entries[Int(slot)]?.value
    }

    mutating func setValue(_ value: Value, for key: Key, cost: Int) -> [Value] {
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

    mutating func removeValue(for key: Key) -> Value? {
        slots.removeValue(forKey: key).flatMap { free($0) }
    }

    mutating func removeAll() -> [Value] {
        let leaving = entries.compactMap { $0?.value }
        slots.removeAll()
        entries.removeAll()
        links.removeAll()
        (newest, oldest, vacant) = (.none, .none, .none)
        (statistics.count, statistics.totalCost) = (0, 0)
        return leaving
    }

    mutating func setLimits(totalCost: Int, count: Int) -> [Value] {
        (totalCostLimit, countLimit) = (totalCost, count)
        var leaving: [Value] = []
        evict(into: &leaving, toAdmit: nil)
        return leaving
    }

    /// Evicts until the limits hold, with one more entry of that cost.
    private mutating func evict(into leaving: inout [Value], toAdmit cost: Int?) {
        // Subtracting from the limit, so that sums near Int.max do not overflow.
        let costRoom = (totalCostLimit > 0 ? totalCostLimit : .max) - (cost ?? 0)
        let countRoom = (countLimit > 0 ? countLimit : Int(Slot.max)) - (cost == nil ? 0 : 1)
        while statistics.count > 0, statistics.totalCost > costRoom || statistics.count > countRoom {
            guard let entry = entries[Int(oldest)] else { return }
            if let value = removeValue(for: entry.key) { leaving.append(value) }
            statistics.evictions += 1
        }
    }

    private mutating func takeSlot(for entry: Entry) -> Slot {
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

    private mutating func free(_ slot: Slot) -> Value? {
        guard let entry = entries[Int(slot)].take() else { return nil }
        unlink(slot)
        links[Int(slot)] = Links(newer: .none, older: vacant)
        vacant = slot
        statistics.count -= 1
        statistics.totalCost -= entry.cost
        return entry.value
    }

    private mutating func makeNewest(_ slot: Slot) {
        guard slot != newest else { return }
        unlink(slot)
        link(slot)
    }

    private mutating func link(_ slot: Slot) {
        links[Int(slot)] = Links(newer: .none, older: newest)
        if newest != .none { links[Int(newest)].newer = slot } else { oldest = slot }
        newest = slot
    }

    private mutating func unlink(_ slot: Slot) {
        let (newer, older) = (links[Int(slot)].newer, links[Int(slot)].older)
        if newer != .none { links[Int(newer)].older = older } else { newest = older }
        if older != .none { links[Int(older)].newer = newer } else { oldest = newer }
    }
}

extension Int32 {
    /// No slot.
    fileprivate static let none: Int32 = -1
}
