#include "CacheAnchors.h"

#include <sqlite3.h>
#include <stdio.h>

static uint64_t mix(uint64_t number) {
    number += 0x9e3779b97f4a7c15ULL;
    number = (number ^ number >> 30) * 0xbf58476d1ce4e5b9ULL;
    number = (number ^ number >> 27) * 0x94d049bb133111ebULL;
    return number ^ number >> 31;
}

void CacheAnchors_digest(size_t number, char digest[65]) {
    for (int part = 0; part < 4; part++)
        snprintf(digest + 16 * part, 17, "%016llx", (unsigned long long)mix(number * 4 + part));
}

int CacheAnchors_fill_index(const char *path, size_t count, double time) {
    sqlite3 *database;
    sqlite3_stmt *file = NULL, *response = NULL;
    if (sqlite3_open(path, &database) != SQLITE_OK) return 0;
    sqlite3_exec(database, "PRAGMA synchronous=OFF; PRAGMA cache_size=-400000; BEGIN", NULL, NULL, NULL);
    int code = sqlite3_prepare_v2(
            database, "INSERT INTO files VALUES (?1, ?2, ?3, 1000, ?4, NULL)", -1, &file, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_prepare_v2(
                database,
                "INSERT INTO responses VALUES (?1, ?2, 'jpg', 1000, 'ETag: \"0123456789abcdef\"\nCache-Control: max-age=31536000', ?3, ?3)",
                -1, &response, NULL);
    for (size_t number = 0; code == SQLITE_OK && number < count; number++) {
        char digest[65], url[80];
        CacheAnchors_digest(number, digest);
        snprintf(url, sizeof url, "https://live.staticflickr.com/65535/%zu_0123456789_b.jpg", number);
        sqlite3_bind_text(file, 1, digest, 64, SQLITE_STATIC);
        sqlite3_bind_text(file, 2, "", 0, SQLITE_STATIC);
        sqlite3_bind_text(file, 3, "jpg", 3, SQLITE_STATIC);
        // In an order of use that is not that of the names, all within the last four minutes.
        sqlite3_bind_double(file, 4, time - 240 + 240.0 * number / count);
        sqlite3_step(file);
        sqlite3_reset(file);
        sqlite3_bind_text(response, 1, url, -1, SQLITE_STATIC);
        sqlite3_bind_text(response, 2, digest, 64, SQLITE_STATIC);
        sqlite3_bind_double(response, 3, time);
        sqlite3_step(response);
        code = sqlite3_reset(response);
    }
    sqlite3_finalize(file);
    sqlite3_finalize(response);
    if (code == SQLITE_OK) code = sqlite3_exec(database, "COMMIT; PRAGMA wal_checkpoint(TRUNCATE)", NULL, NULL, NULL);
    sqlite3_close(database);
    return code == SQLITE_OK;
}
