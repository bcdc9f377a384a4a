internal import FoundationEssentials
internal import PhotoWidget

/// What a cache command found, for people and for programs.
struct CacheReportText {
    /// For people.
    let lines: [String]
    /// For programs.
    let json: JSONText
}

extension CacheReportText {
    /// What the cache holds.
    init(_ statistics: DiskCacheStatistics, of directory: String, limits: CacheLimits) {
        var table = Table(["what", "how much"])
        table.append(["directory", directory])
        table.append([
            "held",
            "\(ByteText.text(statistics.byteCount)) of \(ByteText.text(limits.maxBytes)), "
                + "\(ByteText.text(statistics.pinnedByteCount)) pinned",
        ])
        table.append(["originals", String(statistics.originalCount)])
        table.append(["thumbnails", String(statistics.thumbnailCount)])
        table.append(["addresses", String(statistics.responseCount)])
        let counters = statistics.counters
        table.append(["hits in memory, on disk", "\(counters.memoryHits), \(counters.hits)"])
        table.append(["revalidated, fetched", "\(counters.revalidated), \(counters.fetched)"])
        table.append(["misses", String(counters.misses)])
        table.append(["evicted, damaged", "\(counters.evictions), \(counters.damaged)"])
        table.append(["addresses not asked now", String(statistics.failureCount)])
        for backOff in statistics.backOffs {
            table.append(["waiting for \(backOff.host)", "until \(backOff.until.formatted(.iso8601))"])
        }
        if let oldest = statistics.oldestUse, let newest = statistics.newestUse {
            table.append(["used", "\(oldest.formatted(.iso8601)) to \(newest.formatted(.iso8601))"])
        }
        lines = table.lines
        json = .object([
            ("directory", .string(directory)), ("bytes", .integer(statistics.byteCount)),
            ("limitBytes", .integer(limits.maxBytes)), ("pinnedBytes", .integer(statistics.pinnedByteCount)),
            ("originals", .integer(statistics.originalCount)), ("thumbnails", .integer(statistics.thumbnailCount)),
            ("addresses", .integer(statistics.responseCount)), ("hits", .integer(counters.hits)),
            (
                "hitsByTier",
                .object([
                    ("memory", .integer(counters.memoryHits)), ("disk", .integer(counters.hits)),
                    ("revalidated", .integer(counters.revalidated)), ("network", .integer(counters.fetched)),
                ])
            ), ("misses", .integer(counters.misses)), ("evictions", .integer(counters.evictions)),
            ("damaged", .integer(counters.damaged)), ("failures", .integer(statistics.failureCount)),
            (
                "backOffs",
                .array(
                    statistics.backOffs.map { backOff in
                        .object([("host", .string(backOff.host)), ("until", JSONText(backOff.until))])
                    })
            ),
            ("oldestUse", statistics.oldestUse.map { JSONText($0) } ?? .null),
            ("newestUse", statistics.newestUse.map { JSONText($0) } ?? .null),
        ])
    }

    /// Every original.
    init(_ entries: [CacheEntry]) {
        var table = Table(["last use", "size", "pinned", "thumbnails", "address"])
        for entry in entries {
            table.append([
                entry.lastUse.formatted(.iso8601), ByteText.text(entry.byteCount), entry.isPinned ? "yes" : "",
                entry.thumbnails.map { "\($0.box)-\($0.fit.rawValue).\($0.fileExtension)" }.joined(separator: " "),
                entry.urls.first.map(SecretText.hidden(in:)) ?? entry.path,
            ])
        }
        lines = table.lines
        json = .array(
            entries.map { entry in
                .object([
                    ("sha256", .string(entry.digest)), ("path", .string(entry.path)),
                    ("bytes", .integer(entry.byteCount)), ("lastUse", JSONText(entry.lastUse)),
                    ("pinned", .bool(entry.isPinned)),
                    ("urls", .array(entry.urls.map { .string(SecretText.hidden(in: $0)) })),
                    (
                        "thumbnails",
                        .array(
                            entry.thumbnails.map { thumbnail in
                                .object([
                                    ("box", .string("\(thumbnail.box)")), ("fit", .string(thumbnail.fit.rawValue)),
                                    ("format", .string(thumbnail.fileExtension)),
                                    ("bytes", .integer(thumbnail.byteCount)),
                                ])
                            })
                    ),
                ])
            })
    }

    /// What checking found.
    init(_ verification: CacheVerification) {
        let counts = "\(verification.checkedCount) files (\(ByteText.text(verification.checkedByteCount))) checked"
        let outcome =
            verification.isClean
            ? "all whole" : "\(verification.findings.count) damaged\(verification.isRepaired ? ", repaired" : "")"
        let unlisted = verification.unlistedCount == 0 ? "" : ", \(verification.unlistedCount) not in the index"
        lines =
            verification.findings.map { "\($0.path): \(Self.words(for: $0.problem))" } + [
                "\(counts): \(outcome)\(unlisted)"
            ]
        json = .object([
            ("files", .integer(verification.checkedCount)), ("bytes", .integer(verification.checkedByteCount)),
            ("unlisted", .integer(verification.unlistedCount)), ("clean", .bool(verification.isClean)),
            ("repaired", .bool(verification.isRepaired)),
            (
                "findings",
                .array(
                    verification.findings.map { finding in
                        .object([
                            ("path", .string(finding.path)), ("problem", .string(Self.words(for: finding.problem))),
                        ])
                    })
            ),
        ])
    }

    /// What tidying did.
    init(_ pruning: CachePruning) {
        lines = [
            "\(pruning.evictedCount) files (\(ByteText.text(pruning.evictedByteCount))) evicted, "
                + "\(pruning.adoptedCount) listed again, \(pruning.temporaryCount) left-overs removed"
        ]
        json = .object([
            ("evicted", .integer(pruning.evictedCount)), ("evictedBytes", .integer(pruning.evictedByteCount)),
            ("adopted", .integer(pruning.adoptedCount)), ("temporaries", .integer(pruning.temporaryCount)),
        ])
    }

    /// What clearing removed.
    init(cleared statistics: DiskCacheStatistics) {
        let count = statistics.originalCount + statistics.thumbnailCount
        lines = ["\(count) files (\(ByteText.text(statistics.byteCount))) removed"]
        json = .object([("removed", .integer(count)), ("removedBytes", .integer(statistics.byteCount))])
    }

    private static func words(for problem: CacheVerification.Problem) -> String {
        switch problem {
        case .missing: "missing"
        case .length(let found, let expected): "\(found) bytes long, expected \(expected)"
        case .digest: "not the bytes that were stored"
        case .unreadable(let reason): "cannot be read: \(reason)"
        case .index(let reason): "the index is damaged: \(reason)"
        }
    }
}
