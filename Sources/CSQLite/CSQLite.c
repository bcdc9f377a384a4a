#include "CSQLite.h"

#include <dlfcn.h>
#include <pthread.h>

// Every function of SQLite that is used: result, name, parameters, arguments.
#define FUNCTIONS(each)                                                                                              \
    each(int, sqlite3_bind_double, (sqlite3_stmt *s, int i, double v), (s, i, v))                                    \
    each(int, sqlite3_bind_int64, (sqlite3_stmt *s, int i, sqlite3_int64 v), (s, i, v))                              \
    each(int, sqlite3_bind_null, (sqlite3_stmt *s, int i), (s, i))                                                   \
    each(int, sqlite3_busy_timeout, (sqlite3 *d, int ms), (d, ms))                                                   \
    each(sqlite3_int64, sqlite3_changes64, (sqlite3 *d), (d))                                                        \
    each(int, sqlite3_clear_bindings, (sqlite3_stmt *s), (s))                                                        \
    each(int, sqlite3_close_v2, (sqlite3 *d), (d))                                                                   \
    each(const void *, sqlite3_column_blob, (sqlite3_stmt *s, int i), (s, i))                                        \
    each(int, sqlite3_column_bytes, (sqlite3_stmt *s, int i), (s, i))                                                \
    each(double, sqlite3_column_double, (sqlite3_stmt *s, int i), (s, i))                                            \
    each(sqlite3_int64, sqlite3_column_int64, (sqlite3_stmt *s, int i), (s, i))                                      \
    each(int, sqlite3_column_type, (sqlite3_stmt *s, int i), (s, i))                                                 \
    each(const char *, sqlite3_errmsg, (sqlite3 *d), (d))                                                            \
    each(int, sqlite3_exec,                                                                                          \
         (sqlite3 *d, const char *sql, int (*row)(void *, int, char **, char **), void *context, char **message),    \
         (d, sql, row, context, message))                                                                            \
    each(int, sqlite3_extended_errcode, (sqlite3 *d), (d))                                                           \
    each(int, sqlite3_file_control, (sqlite3 *d, const char *name, int op, void *value), (d, name, op, value))       \
    each(int, sqlite3_finalize, (sqlite3_stmt *s), (s))                                                              \
    each(const char *, sqlite3_libversion, (void), ())                                                               \
    each(int, sqlite3_open_v2, (const char *name, sqlite3 **d, int flags, const char *vfs), (name, d, flags, vfs))   \
    each(int, sqlite3_prepare_v3,                                                                                    \
         (sqlite3 *d, const char *sql, int count, unsigned flags, sqlite3_stmt **s, const char **tail),              \
         (d, sql, count, flags, s, tail))                                                                            \
    each(int, sqlite3_reset, (sqlite3_stmt *s), (s))                                                                 \
    each(int, sqlite3_step, (sqlite3_stmt *s), (s))

// Those that only this file calls.
#define OWN_FUNCTIONS(each)                                                                                          \
    each(sqlite3_bind_blob) each(sqlite3_bind_text) each(sqlite3_bind_zeroblob) each(sqlite3_db_config)

static struct {
    bool loaded;
#define DECLARE(name) __typeof__(&name) name;
#define DECLARE_FORWARDED(result, name, parameters, arguments) DECLARE(name)
    FUNCTIONS(DECLARE_FORWARDED)
    OWN_FUNCTIONS(DECLARE)
} lib;

static void load(void) {
    void *library = dlopen("libsqlite3.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    lib.loaded = true;
#define FIND(name) lib.loaded = (lib.name = (__typeof__(lib.name))dlsym(library, #name)) && lib.loaded;
#define FIND_FORWARDED(result, name, parameters, arguments) FIND(name)
    FUNCTIONS(FIND_FORWARDED)
    OWN_FUNCTIONS(FIND)
}

bool CSQLite_load_library(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return lib.loaded;
}

// Forwarders: who uses SQLite need not know that it came late.
#define FORWARD(result, name, parameters, arguments)                                                                 \
    result name parameters { return lib.name arguments; }
FUNCTIONS(FORWARD)

int CSQLite_bind_text(sqlite3_stmt *statement, int index, const char *text, int count) {
    return lib.sqlite3_bind_text(statement, index, text, count, SQLITE_TRANSIENT);
}

int CSQLite_keep_log(sqlite3 *database) {
    return lib.sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

int CSQLite_bind_bytes(sqlite3_stmt *statement, int index, const void *bytes, int count) {
    // A null pointer would bind NULL; zero bytes are not NULL.
    return count == 0 ? lib.sqlite3_bind_zeroblob(statement, index, 0)
                      : lib.sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}
