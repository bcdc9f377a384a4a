#ifndef CCurl_exchange_H
#define CCurl_exchange_H

#include "CCurl.h"

#include <curl/curl.h>
#include <zlib.h>

// What the files of this target share.

// The header wraps some of these names in checking macros; the table below needs the plain names.
#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt

#define CCurl_FUNCTIONS(X) \
    X(curl_global_init) \
    X(curl_version) \
    X(curl_version_info) \
    X(curl_easy_init) \
    X(curl_easy_setopt) \
    X(curl_easy_getinfo) \
    X(curl_easy_perform) \
    X(curl_easy_reset) \
    X(curl_easy_cleanup) \
    X(curl_easy_strerror) \
    X(curl_multi_init) \
    X(curl_multi_setopt) \
    X(curl_multi_add_handle) \
    X(curl_multi_remove_handle) \
    X(curl_multi_perform) \
    X(curl_multi_fdset) \
    X(curl_multi_poll) \
    X(curl_multi_info_read) \
    X(curl_multi_cleanup) \
    X(curl_slist_append) \
    X(curl_slist_free_all) \
    X(curl_url) \
    X(curl_url_set) \
    X(curl_url_get) \
    X(curl_url_strerror) \
    X(curl_url_cleanup) \
    X(curl_free)

// Of zlib, which libcurl brings along.
#define CCurl_ZLIB_FUNCTIONS(X) \
    X(inflate) \
    X(inflateInit2_) \
    X(inflateReset) \
    X(inflateEnd)

#define CCurl_FIELD(name) __typeof__(&(name)) name;
typedef struct {
    CCurl_FUNCTIONS(CCurl_FIELD)
    CCurl_ZLIB_FUNCTIONS(CCurl_FIELD)
} CCurl_Library;
#undef CCurl_FIELD

// The libraries, written once under pthread_once and only read afterwards.
extern CCurl_Library libcurl __attribute__((visibility("hidden")));

struct CCurl_Handle {
    CURL *easy;
    // What went wrong last, kept for CCurl_copy_message.
    CURLcode code;
    char error[CURL_ERROR_SIZE];

    // The certificates to trust; null for libcurl's own.
    char *ca_file;
    char *ca_directory;

    // The rest lives during one exchange.
    CCurl_Limits limits;
    CCurl_Receiver receiver;
    struct curl_slist *lines;
    size_t header_bytes;
    bool header_complete;
    bool begun;
    long status;
    CCurl_BodyPlan plan;
    // Bytes of body as they came over the wire, chunk by chunk with their lengths and extensions.
    size_t framed;
    // Without that framing.
    size_t received;
    size_t decoded;
    bool proxied;
    bool connected;
    bool refused;
    bool turned_away;
    bool header_overflow;
    bool body_overflow;
    bool framing_overflow;
    bool discard_overflow;
    bool bad_coding;
    // gzip and deflate, undone here because libcurl 7.88 takes a cut stream for a whole one.
    enum { inflate_idle, inflate_inside, inflate_between } inflating;
    z_stream stream;
    // The first two bytes of a deflated body, which tell whether zlib's header is there.
    uint8_t start[2];
    size_t start_count;
};

// Prepares a handle for one exchange, without starting it; false where memory runs out. End it in any case.
bool CCurl_begin_exchange(
    CCurl_Handle *handle, const char *url, const char *proxy, const char *user_agent, const char *first_line,
    const char *second_line, const CCurl_Limits *limits, const CCurl_Receiver *receiver);

// Judges the exchange whose code the handle holds, and cleans up after it.
void CCurl_end_exchange(CCurl_Handle *handle, CCurl_Outcome *outcome);

#endif
