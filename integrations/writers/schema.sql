CREATE TABLE groups (
    name TEXT PRIMARY KEY CHECK (name GLOB 'group.[A-Za-z0-9_-]*' AND name NOT GLOB '*[^A-Za-z0-9._-]*'
        AND name NOT GLOB '*..*' AND name NOT GLOB '*.' AND length(name) <= 128),
    created_at REAL NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE defaults (
    group_name TEXT NOT NULL,
    key TEXT NOT NULL CHECK (length(CAST(key AS BLOB)) BETWEEN 1 AND 512),
    type TEXT NOT NULL CHECK (type IN ('string', 'int', 'double', 'bool', 'data', 'date', 'json')),
    value ANY NOT NULL CHECK (length(CAST(value AS BLOB)) <= 4194304),
    written_at REAL NOT NULL,
    PRIMARY KEY (group_name, key),
    CHECK (typeof(value) = CASE type WHEN 'int' THEN 'integer' WHEN 'bool' THEN 'integer' WHEN 'double' THEN 'real'
        WHEN 'date' THEN 'real' WHEN 'data' THEN 'blob' ELSE 'text' END)
) STRICT;
CREATE TABLE changes (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT, group_name TEXT NOT NULL, key TEXT NOT NULL,
    deleted INTEGER NOT NULL, changed_at REAL NOT NULL
) STRICT;
CREATE TRIGGER default_added AFTER INSERT ON defaults BEGIN
    INSERT INTO groups SELECT new.group_name, new.written_at
        WHERE NOT EXISTS (SELECT 1 FROM groups WHERE name = new.group_name);
    INSERT INTO changes (group_name, key, deleted, changed_at)
        VALUES (new.group_name, new.key, 0, new.written_at);
END;
CREATE TRIGGER default_changed AFTER UPDATE ON defaults BEGIN
    INSERT INTO changes (group_name, key, deleted, changed_at)
        VALUES (new.group_name, new.key, 0, new.written_at);
END;
CREATE TRIGGER default_removed AFTER DELETE ON defaults BEGIN
    INSERT INTO changes (group_name, key, deleted, changed_at)
        VALUES (old.group_name, old.key, 1, (julianday('now') - 2440587.5) * 86400.0);
END;
CREATE TRIGGER change_noted AFTER INSERT ON changes BEGIN
    DELETE FROM changes WHERE sequence <= new.sequence - 10000;
END;
CREATE TABLE reload_requests (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL CHECK (kind = '*' OR length(kind) BETWEEN 1 AND 64 AND kind NOT GLOB '*[^A-Za-z0-9._-]*'
        AND kind NOT GLOB '.*'),
    requested_at REAL NOT NULL, group_name TEXT, key TEXT
) STRICT;
CREATE TRIGGER reload_requested AFTER INSERT ON reload_requests BEGIN
    DELETE FROM reload_requests WHERE id < new.id AND kind = new.kind AND group_name IS new.group_name
        AND key IS new.key OR id <= new.id - 10000;
END;
CREATE TABLE schemes (
    scheme TEXT PRIMARY KEY, hosts TEXT NOT NULL, handler TEXT NOT NULL, registered_at REAL NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE links (
    id INTEGER PRIMARY KEY AUTOINCREMENT, scheme TEXT NOT NULL, url TEXT NOT NULL, opened_at REAL NOT NULL
) STRICT;
CREATE INDEX links_by_scheme ON links (scheme, id);
