#define _GNU_SOURCE
#include "photowidget_defaults.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* schema.sql, as one string literal (make writers). */
static const char schema[] =
#include "schema.inc"
    ;

enum { APPLICATION_ID = 0x50577364, VERSION = 1, BUSY_TIMEOUT_MS = 5000, PATH_SIZE = 4096 };

typedef struct {
    const char *type;
    const char *text;
    int64_t integer;
    double real;
} value_t;

static int fail(char *error, int code, const char *what, const char *why) {
    if (error) snprintf(error, PHOTOWIDGET_ERROR_SIZE, "%.120s: %.130s", what, why);
    return code;
}

static int fail_database(char *error, sqlite3 *database) {
    /* A row that the table's constraints refuse was the caller's. */
    int code = sqlite3_errcode(database) == SQLITE_CONSTRAINT ? PHOTOWIDGET_INVALID : PHOTOWIDGET_FAILED;
    return fail(error, code, "defaults.sqlite", sqlite3_errmsg(database));
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* Makes a directory and those above it. */
static int make_directory(const char *path) {
    char part[PATH_SIZE];
    for (size_t end = 1; end <= strlen(path); end++) {
        if (path[end] != '/' && path[end] != '\0') continue;
        memcpy(part, path, end);
        part[end] = '\0';
        if (mkdir(part, 0700) != 0 && errno != EEXIST && access(part, F_OK) != 0) return -1;
    }
    return 0;
}

static int is_file(const char *path) {
    struct stat status;
    return lstat(path, &status) == 0 && S_ISREG(status.st_mode);
}

/* In a directory that a group shares, a link would lead to another file, and a pipe would never answer. */
static int has_only_files(const char *database) {
    static const char *const suffixes[] = {"", "-wal", "-shm"};
    for (int index = 0; index < 3; index++) {
        char path[PATH_SIZE + 8];
        struct stat status;
        snprintf(path, sizeof path, "%s%s", database, suffixes[index]);
        if (lstat(path, &status) == 0 && !S_ISREG(status.st_mode)) return 0;
    }
    return 1;
}

/* Where the store lies: in a directory of its own, unless an older photowidget keeps it in the state directory. */
static void find_store(const char *state_dir, char directory[PATH_SIZE]) {
    char path[PATH_SIZE + 64];
    snprintf(path, sizeof path, "%s/store/defaults.sqlite", state_dir);
    int is_new = access(path, F_OK) == 0;
    snprintf(path, sizeof path, "%s/defaults.sqlite", state_dir);
    snprintf(directory, PATH_SIZE, "%s%s", state_dir, !is_new && is_file(path) ? "" : "/store");
}

/* Makes an empty file that its owner alone may use, or the group of a shared directory too (mode 2770). */
static int make_file(const char *directory, const char *path) {
    struct stat status;
    mode_t mode = 0600;
    if (stat(directory, &status) == 0 && (status.st_mode & (S_ISGID | S_IWGRP)) == (S_ISGID | S_IWGRP)) mode = 0660;
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
    if (file < 0) return errno == EEXIST ? 0 : -1;
    fchmod(file, mode);
    return close(file);
}

static int number(sqlite3 *database, const char *sql) {
    sqlite3_stmt *statement;
    int result = -1;
    if (sqlite3_prepare_v2(database, sql, -1, &statement, NULL) != SQLITE_OK) return -1;
    if (sqlite3_step(statement) == SQLITE_ROW) result = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    return result;
}

/* Makes the tables of a new store; the transaction is open. */
static int set_up(sqlite3 *database, char *error) {
    int version = number(database, "PRAGMA user_version"), owner = number(database, "PRAGMA application_id");
    if (version < 0 || owner < 0) return fail_database(error, database);
    if (owner == APPLICATION_ID && version == VERSION) return PHOTOWIDGET_OK;
    if (owner != 0 || version != 0 || number(database, "SELECT count(*) FROM sqlite_schema") != 0)
        return fail(error, PHOTOWIDGET_FAILED, "defaults.sqlite", "not a store of this version");
    char mark[96];
    snprintf(mark, sizeof mark, "PRAGMA application_id=%d; PRAGMA user_version=%d", APPLICATION_ID, VERSION);
    if (sqlite3_exec(database, schema, NULL, NULL, NULL) != SQLITE_OK
        || sqlite3_exec(database, mark, NULL, NULL, NULL) != SQLITE_OK)
        return fail_database(error, database);
    return PHOTOWIDGET_OK;
}

static int put(sqlite3 *database, const char *group, const char *key, const value_t *value, const char *kind, char *error) {
    static const char write[] =
        "INSERT INTO defaults (group_name, key, type, value, written_at) VALUES (?1, ?2, ?3, ?4, ?5) "
        "ON CONFLICT (group_name, key) DO UPDATE "
        "SET type = excluded.type, value = excluded.value, written_at = excluded.written_at";
    static const char ask[] =
        "INSERT INTO reload_requests (group_name, key, kind, requested_at) VALUES (?1, ?2, ?3, ?5)";
    double date = now();
    for (int step = 0; step < (kind ? 2 : 1); step++) {
        sqlite3_stmt *statement;
        if (sqlite3_prepare_v2(database, step == 0 ? write : ask, -1, &statement, NULL) != SQLITE_OK)
            return fail_database(error, database);
        sqlite3_bind_text(statement, 1, group, -1, SQLITE_STATIC);
        sqlite3_bind_text(statement, 2, key, -1, SQLITE_STATIC);
        sqlite3_bind_text(statement, 3, step == 0 ? value->type : kind, -1, SQLITE_STATIC);
        if (step == 0) {
            if (value->text) sqlite3_bind_text(statement, 4, value->text, -1, SQLITE_STATIC);
            else if (strcmp(value->type, "double") == 0) sqlite3_bind_double(statement, 4, value->real);
            else sqlite3_bind_int64(statement, 4, value->integer);
        }
        sqlite3_bind_double(statement, 5, date);
        int code = sqlite3_step(statement);
        int result = code == SQLITE_DONE ? PHOTOWIDGET_OK : fail_database(error, database);
        sqlite3_finalize(statement);
        if (result != PHOTOWIDGET_OK) return result;
    }
    return PHOTOWIDGET_OK;
}

/* Changing the journal's mode ignores the busy timeout when another process does the same. */
static int use_log(sqlite3 *database) {
    for (int attempt = 0; attempt < BUSY_TIMEOUT_MS; attempt++) {
        int code = sqlite3_exec(database, "PRAGMA journal_mode=WAL", NULL, NULL, NULL);
        if (code != SQLITE_BUSY && code != SQLITE_LOCKED) return code;
        usleep(1000);
    }
    return SQLITE_BUSY;
}

/* Wakes the processes that wait: they are told when this file is closed. A pipe in its place is not waited for. */
static void tell(const char *directory) {
    char notice[PATH_SIZE];
    if (snprintf(notice, sizeof notice, "%s/defaults.changed", directory) >= (int)sizeof notice) return;
    int file = open(notice, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file >= 0) close(file);
}

/* SQLite refuses links in any part of a path (SQLITE_OPEN_NOFOLLOW), so those of the directories are resolved. */
static int spell_without_links(const char *directory, char path[PATH_SIZE]) {
    char real[PATH_SIZE];
    if (!realpath(directory, real)) return -1;
    return snprintf(path, PATH_SIZE, "%s/defaults.sqlite", real) < PATH_SIZE ? 0 : -1;
}

static int write_in(
    const char *directory, const char *group, const char *key, const value_t *value, const char *kind, char *error) {
    char path[PATH_SIZE], notice[PATH_SIZE];
    if (snprintf(path, sizeof path, "%s/defaults.sqlite", directory) >= (int)sizeof path
        || snprintf(notice, sizeof notice, "%s/defaults.changed", directory) >= (int)sizeof notice)
        return fail(error, PHOTOWIDGET_INVALID, "state_dir", "too long");
    if (make_directory(directory) != 0) return fail(error, PHOTOWIDGET_FAILED, directory, strerror(errno));
    if (make_file(directory, path) != 0) return fail(error, PHOTOWIDGET_FAILED, path, strerror(errno));
    if (make_file(directory, notice) != 0) return fail(error, PHOTOWIDGET_FAILED, notice, strerror(errno));
    if (!has_only_files(path)) return fail(error, PHOTOWIDGET_FAILED, path, "not a regular file, or its log is none");
    if (spell_without_links(directory, path) != 0) return fail(error, PHOTOWIDGET_FAILED, directory, strerror(errno));

    sqlite3 *database = NULL;
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW;
    if (sqlite3_open_v2(path, &database, flags, NULL) != SQLITE_OK) {
        int result = database ? fail_database(error, database) : fail(error, PHOTOWIDGET_FAILED, path, "out of memory");
        sqlite3_close(database);
        return result;
    }
    sqlite3_busy_timeout(database, BUSY_TIMEOUT_MS);
    int result = PHOTOWIDGET_OK;
    if (use_log(database) != SQLITE_OK || sqlite3_exec(database, "BEGIN IMMEDIATE", NULL, NULL, NULL) != SQLITE_OK)
        result = fail_database(error, database);
    if (result == PHOTOWIDGET_OK) result = set_up(database, error);
    /* JSON is checked by SQLite, which knows RFC 8259. */
    if (result == PHOTOWIDGET_OK && strcmp(value->type, "json") == 0) {
        sqlite3_stmt *statement;
        int isValid = 0;
        if (sqlite3_prepare_v2(database, "SELECT json_valid(?1)", -1, &statement, NULL) == SQLITE_OK) {
            sqlite3_bind_text(statement, 1, value->text, -1, SQLITE_STATIC);
            isValid = sqlite3_step(statement) == SQLITE_ROW && sqlite3_column_int(statement, 0) == 1;
            sqlite3_finalize(statement);
        }
        if (!isValid) result = fail(error, PHOTOWIDGET_INVALID, key, "broken JSON");
    }
    if (result == PHOTOWIDGET_OK) result = put(database, group, key, value, kind, error);
    if (result == PHOTOWIDGET_OK && sqlite3_exec(database, "COMMIT", NULL, NULL, NULL) != SQLITE_OK)
        result = fail_database(error, database);
    if (result != PHOTOWIDGET_OK) sqlite3_exec(database, "ROLLBACK", NULL, NULL, NULL);
    sqlite3_close(database);
    /* The commit is done. */
    if (result == PHOTOWIDGET_OK) tell(directory);
    return result;
}

static int write_value(
    const char *state_dir, const char *group, const char *key, const value_t *value, const char *kind, char *error) {
    if (!state_dir || !group || !key) return fail(error, PHOTOWIDGET_INVALID, "arguments", "one is missing");
    if (strlen(state_dir) > PATH_SIZE - 64) return fail(error, PHOTOWIDGET_INVALID, "state_dir", "too long");
    for (const unsigned char *byte = (const unsigned char *)key; *byte; byte++) {
        if (*byte < 0x20 || *byte == 0x7F) return fail(error, PHOTOWIDGET_INVALID, "key", "a control character");
    }
    if (make_directory(state_dir) != 0) return fail(error, PHOTOWIDGET_FAILED, state_dir, strerror(errno));
    for (int attempt = 0;; attempt++) {
        char directory[PATH_SIZE], after[PATH_SIZE];
        find_store(state_dir, directory);
        int result = write_in(directory, group, key, value, kind, error);
        find_store(state_dir, after);
        /* A new photowidget may have moved the store meanwhile: then it is written where it lies by now. */
        if (result != PHOTOWIDGET_FAILED || attempt == 3 || strcmp(directory, after) == 0) return result;
    }
}

int photowidget_defaults_write_string(
    const char *state_dir, const char *group, const char *key, const char *value, const char *reload_kind, char *error) {
    if (!value) return fail(error, PHOTOWIDGET_INVALID, "value", "missing");
    return write_value(state_dir, group, key, &(value_t){.type = "string", .text = value}, reload_kind, error);
}

int photowidget_defaults_write_int(
    const char *state_dir, const char *group, const char *key, int64_t value, const char *reload_kind, char *error) {
    return write_value(state_dir, group, key, &(value_t){.type = "int", .integer = value}, reload_kind, error);
}

int photowidget_defaults_write_double(
    const char *state_dir, const char *group, const char *key, double value, const char *reload_kind, char *error) {
    if (!isfinite(value)) return fail(error, PHOTOWIDGET_INVALID, "value", "not a finite number");
    return write_value(state_dir, group, key, &(value_t){.type = "double", .real = value}, reload_kind, error);
}

int photowidget_defaults_write_bool(
    const char *state_dir, const char *group, const char *key, int value, const char *reload_kind, char *error) {
    return write_value(state_dir, group, key, &(value_t){.type = "bool", .integer = value != 0}, reload_kind, error);
}

int photowidget_defaults_write_json(
    const char *state_dir, const char *group, const char *key, const char *value, const char *reload_kind, char *error) {
    if (!value) return fail(error, PHOTOWIDGET_INVALID, "value", "missing");
    return write_value(state_dir, group, key, &(value_t){.type = "json", .text = value}, reload_kind, error);
}

int photowidget_defaults_read_string(
    const char *state_dir, const char *group, const char *key, char *buffer, size_t capacity, size_t *length, char *error) {
    if (!state_dir || !group || !key || !buffer || capacity == 0)
        return fail(error, PHOTOWIDGET_INVALID, "arguments", "one is missing");
    char directory[PATH_SIZE], path[PATH_SIZE];
    if (strlen(state_dir) > PATH_SIZE - 64) return fail(error, PHOTOWIDGET_INVALID, "state_dir", "too long");
    find_store(state_dir, directory);
    if (snprintf(path, sizeof path, "%s/defaults.sqlite", directory) >= (int)sizeof path)
        return fail(error, PHOTOWIDGET_INVALID, "state_dir", "too long");
    buffer[0] = '\0';
    if (length) *length = 0;
    struct stat status;
    if (lstat(path, &status) != 0 && errno == ENOENT) return fail(error, PHOTOWIDGET_MISSING, key, "no value");
    if (strcmp(directory, state_dir) != 0 && !has_only_files(path))
        return fail(error, PHOTOWIDGET_FAILED, path, "not a regular file, or its log is none");
    sqlite3 *database = NULL;
    sqlite3_stmt *statement = NULL;
    int result;
    if (sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK
        || sqlite3_busy_timeout(database, BUSY_TIMEOUT_MS) != SQLITE_OK
        || sqlite3_prepare_v2(
               database, "SELECT type, value FROM defaults WHERE group_name = ?1 AND key = ?2", -1, &statement, NULL)
            != SQLITE_OK) {
        result = database ? fail_database(error, database) : fail(error, PHOTOWIDGET_FAILED, path, "out of memory");
    } else {
        sqlite3_bind_text(statement, 1, group, -1, SQLITE_STATIC);
        sqlite3_bind_text(statement, 2, key, -1, SQLITE_STATIC);
        int code = sqlite3_step(statement);
        if (code == SQLITE_DONE) {
            result = fail(error, PHOTOWIDGET_MISSING, key, "no value");
        } else if (code != SQLITE_ROW) {
            result = fail_database(error, database);
        } else {
            const char *type = (const char *)sqlite3_column_text(statement, 0);
            if (!type || (strcmp(type, "string") != 0 && strcmp(type, "json") != 0)) {
                result = fail(error, PHOTOWIDGET_WRONG_TYPE, key, type ? type : "no type");
            } else {
                const void *text = sqlite3_column_blob(statement, 1);
                size_t count = (size_t)sqlite3_column_bytes(statement, 1);
                size_t kept = count < capacity ? count : capacity - 1;
                if (kept > 0) memcpy(buffer, text, kept);
                buffer[kept] = '\0';
                if (length) *length = count;
                result = kept == count ? PHOTOWIDGET_OK : fail(error, PHOTOWIDGET_INVALID, "capacity", "too small");
            }
        }
    }
    sqlite3_finalize(statement);
    sqlite3_close(database);
    return result;
}
