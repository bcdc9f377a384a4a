#include "exchange.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

// The oldest libcurl whose behaviour this file was written against (Debian 12).
#define OLDEST_VERSION 0x075800

CCurl_Library libcurl;

static pthread_once_t load_once = PTHREAD_ONCE_INIT;
static CCurl_LoadResult load_result = CCurl_missing;
static char load_message[CCurl_message_size];

// A function's name, and where the table keeps its address.
struct entry {
    const char *name;
    void **place;
};

#define ENTRY(name) {#name, (void **)&libcurl.name},
static const struct entry curl_entries[] = {CCurl_FUNCTIONS(ENTRY)}, zlib_entries[] = {CCurl_ZLIB_FUNCTIONS(ENTRY)};
#undef ENTRY

static bool load_entries(const char *soname, const struct entry *entries, size_t count) {
    void *library = dlopen(soname, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        const char *reason = dlerror();
        snprintf(load_message, sizeof load_message, "%s", reason ? reason : "cannot be loaded");
        return false;
    }
    // From here on the library stays loaded: it may have started threads and registered handlers.
    load_result = CCurl_unsuitable;
    for (size_t index = 0; index < count; index++) {
        *entries[index].place = dlsym(library, entries[index].name);
        if (!*entries[index].place) {
            snprintf(load_message, sizeof load_message, "%s has no %s", soname, entries[index].name);
            return false;
        }
    }
    return true;
}

static void load_now(void) {
    if (!load_entries("libcurl.so.4", curl_entries, sizeof curl_entries / sizeof *curl_entries) ||
        !load_entries("libz.so.1", zlib_entries, sizeof zlib_entries / sizeof *zlib_entries))
        return;
    const curl_version_info_data *version = libcurl.curl_version_info(CURLVERSION_NOW);
    if (version->version_num < OLDEST_VERSION) {
        snprintf(load_message, sizeof load_message, "libcurl %s is older than 7.88", version->version);
        return;
    }
    if (libcurl.curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
        snprintf(load_message, sizeof load_message, "libcurl %s does not start", version->version);
        return;
    }
    load_result = CCurl_loaded;
}

CCurl_LoadResult CCurl_load_library(char *message, size_t size) {
    pthread_once(&load_once, load_now);
    snprintf(message, size, "%s", load_message);
    return load_result;
}

void CCurl_copy_version(char *text, size_t size) { snprintf(text, size, "%s", libcurl.curl_version()); }

bool CCurl_resolve_url(const char *base, const char *reference, char *result, size_t size) {
    CURLU *url = libcurl.curl_url();
    if (!url) {
        snprintf(result, size, "out of memory");
        return false;
    }
    char *text = NULL;
    CURLUcode code = base ? libcurl.curl_url_set(url, CURLUPART_URL, base, 0) : CURLUE_OK;
    if (code == CURLUE_OK) code = libcurl.curl_url_set(url, CURLUPART_URL, reference, CURLU_URLENCODE);
    if (code == CURLUE_OK) code = libcurl.curl_url_set(url, CURLUPART_FRAGMENT, NULL, 0);
    if (code == CURLUE_OK) code = libcurl.curl_url_get(url, CURLUPART_URL, &text, 0);
    bool whole = false;
    if (code != CURLUE_OK) {
        snprintf(result, size, "%s", libcurl.curl_url_strerror(code));
    } else if (strlen(text) >= size) {
        snprintf(result, size, "longer than %zu bytes", size - 1);
    } else {
        memcpy(result, text, strlen(text) + 1);
        whole = true;
    }
    libcurl.curl_free(text);
    libcurl.curl_url_cleanup(url);
    return whole;
}
