#ifndef CSQLite_H
#define CSQLite_H

#include <stdbool.h>

// The functions that this target forwards must not be found by the library itself in their place.
#define SQLITE_API __attribute__((visibility("hidden")))
#include <sqlite3.h>

/// Whether SQLite is there; it is loaded when first asked for, and no other function may be called until this answered true.
/// Needed because every library that is linked costs each start of the program.
bool CSQLite_load_library(void);

/// Binds text or bytes that SQLite copies at once.
/// Needed because Swift does not import SQLITE_TRANSIENT, a cast in a macro.
int CSQLite_bind_text(sqlite3_stmt *statement, int index, const char *text, int count);
int CSQLite_bind_bytes(sqlite3_stmt *statement, int index, const void *bytes, int count);

/// Leaves the write-ahead log for the next process when the last connection closes, instead of playing it in with fsyncs.
/// Needed because Swift does not import sqlite3_db_config, whose arguments vary.
int CSQLite_keep_log(sqlite3 *database);

#endif
