import FoundationEssentials
import Testing
import WidgetTimeline

@Suite struct EntryGridTests {
    @Test(arguments: [
        (0.0, 0.0, 180.0), (179.999, 0, 180), (180, 180, 360), (181, 180, 360), (-1, -180, 0), (86_400, 86_400, 86_580),
    ])
    func `a moment lies between two dates of the grid`(now: Double, current: Double, next: Double) {
        let grid = EntryGrid(start: start, every: 180)
        #expect(grid.date(at: start + now) == start + current)
        #expect(grid.date(after: start + now) == start + next)
    }

    @Test func `late answers do not make the dates drift`() {
        let grid = EntryGrid(start: start, every: 180)
        var now = start
        for step in 1...2000 {
            now = grid.date(after: now) + 0.37
            #expect(grid.date(at: now) == start + Double(step) * 180)
        }
    }

    @Test(arguments: [0.1, 0.3, 1.0 / 3, 7.7, 180])
    func `each date of the grid is on the grid, and the next is later`(every: Double) {
        let grid = EntryGrid(start: start, every: every)
        for date in grid.dates(from: start + 1_000_000, count: 500) {
            #expect(grid.date(at: date) == date)
            #expect(grid.date(after: date) > date)
        }
    }

    @Test(arguments: [0.1, 0.3, 1.0 / 3, 7.7, 180])
    func `a moment before a date of the grid still belongs to the one before`(every: Double) {
        let grid = EntryGrid(start: start, every: every)
        let dates = [1e6, 1e9, 2.2e11, -6e10].flatMap { grid.dates(from: start + $0, count: 500) }
        for date in dates {
            let before = Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate.nextDown)
            #expect(grid.date(at: before) < date)
            #expect(grid.date(after: before) == date)
        }
    }

    @Test func `dates in a row begin with the current one`() {
        let grid = EntryGrid(start: start, every: 180)
        #expect(grid.dates(from: start + 200, count: 3) == [180, 360, 540].map { start + $0 })
        #expect(grid.dates(from: start, count: 0).isEmpty)
        #expect(grid.dates(from: start, count: -1).isEmpty)
    }

    @Test(arguments: [10.0, -10.0])
    func `ten years off, the grid still has one date for each step`(years: Double) {
        let grid = EntryGrid(start: start, every: 180)
        let dates = grid.dates(from: start + years * 31_557_600, count: 20)
        #expect(zip(dates, dates.dropFirst()).allSatisfy { $1.timeIntervalSince($0) == 180 })
    }

    @Test(arguments: [0, -5, Double.nan, Double.infinity])
    func `a step that is none becomes a millisecond`(every: Double) {
        #expect(EntryGrid(start: start, every: every).every == 0.001)
    }
}
