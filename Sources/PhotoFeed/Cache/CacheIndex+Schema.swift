import Storage

// Tables: `responses` (what is known of each URL), `files` (each original and thumbnail, with its length and last use),
// `totals` (their sums, kept by triggers, so that no limit check counts rows), `pins` (what is shown now), `failures` and
// `back_offs` (when to ask again, and how often a host has failed since it last answered), `counters` (and when the tier
// was last tidied), `leases` (which URLs are being fetched: who does it holds byte `id` of `index.lock`, so a row whose
// byte is free is dead), `partials` (cut downloads that can go on) and `redirects` (where addresses lead). Times are seconds since 1970.
extension CacheIndex {
    /// Marks the file as this cache's index: "PWci".
    static let schema = DatabaseSchema(
        applicationID: 0x5057_6369, migrations: [version1, version2, version3, version4])

    private static let version1 = """
        CREATE TABLE responses (
            url TEXT PRIMARY KEY, digest TEXT NOT NULL, extension TEXT NOT NULL, size INTEGER NOT NULL,
            fields TEXT NOT NULL, requested_at REAL NOT NULL, received_at REAL NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX responses_by_digest ON responses (digest);
        CREATE TABLE files (
            digest TEXT NOT NULL, variant TEXT NOT NULL, extension TEXT NOT NULL, size INTEGER NOT NULL,
            last_use REAL NOT NULL, checksum TEXT, PRIMARY KEY (digest, variant, extension)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX files_by_use ON files (last_use);
        CREATE TABLE totals (bytes INTEGER NOT NULL, files INTEGER NOT NULL) STRICT;
        INSERT INTO totals VALUES (0, 0);
        CREATE TRIGGER file_added AFTER INSERT ON files BEGIN
            UPDATE totals SET bytes = bytes + new.size, files = files + 1;
        END;
        CREATE TRIGGER file_resized AFTER UPDATE OF size ON files BEGIN
            UPDATE totals SET bytes = bytes + new.size - old.size;
        END;
        CREATE TRIGGER file_removed AFTER DELETE ON files BEGIN
            UPDATE totals SET bytes = bytes - old.size, files = files - 1;
        END;
        CREATE TABLE pins (name TEXT NOT NULL, digest TEXT NOT NULL, PRIMARY KEY (name, digest)) STRICT, WITHOUT ROWID;
        CREATE INDEX pins_by_digest ON pins (digest);
        CREATE TABLE failures (
            url TEXT PRIMARY KEY, kind TEXT NOT NULL, until REAL NOT NULL, recorded_at REAL NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE back_offs (
            host TEXT PRIMARY KEY, until REAL NOT NULL, recorded_at REAL NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        CREATE TABLE leases (
            id INTEGER PRIMARY KEY, url TEXT NOT NULL UNIQUE, started_at REAL NOT NULL
        ) STRICT;
        CREATE TABLE partials (
            url TEXT PRIMARY KEY, file TEXT NOT NULL, size INTEGER NOT NULL, validator TEXT NOT NULL, received_at REAL NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    private static let version2 = "ALTER TABLE back_offs ADD COLUMN failures INTEGER NOT NULL DEFAULT 0"

    private static let version3 = """
        CREATE TABLE redirects (
            url TEXT PRIMARY KEY, location TEXT NOT NULL, status INTEGER NOT NULL, fields TEXT NOT NULL,
            requested_at REAL NOT NULL, received_at REAL NOT NULL
        ) STRICT, WITHOUT ROWID
        """

    /// Where a typed origin was reached: public, private or proxy; unknown for answers that were stored before.
    private static let version4 = "ALTER TABLE responses ADD COLUMN reach TEXT"
}
