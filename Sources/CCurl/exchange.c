#include "exchange.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

CCurl_Handle *CCurl_create_handle(void) {
    CCurl_Handle *handle = calloc(1, sizeof *handle);
    if (!handle) return NULL;
    handle->easy = libcurl.curl_easy_init();
    if (!handle->easy) {
        free(handle);
        return NULL;
    }
    return handle;
}

void CCurl_destroy_handle(CCurl_Handle *handle) {
    libcurl.curl_easy_cleanup(handle->easy);
    free(handle->ca_file);
    free(handle->ca_directory);
    free(handle);
}

static bool copy_text(char **place, const char *text) {
    free(*place);
    *place = text ? strdup(text) : NULL;
    return !text || *place;
}

bool CCurl_set_certificates(CCurl_Handle *handle, const char *file, const char *directory) {
    return copy_text(&handle->ca_file, file) && copy_text(&handle->ca_directory, directory);
}

// MARK: Addresses

static bool admits_address(CCurl_Handle *handle, int family, const void *bytes) {
    size_t count = family == AF_INET ? 4 : family == AF_INET6 ? 16 : 0;
    // The proxy is the one that the person named, and what it connects to is not seen here.
    if (count && handle->proxied) return true;
    if (count && handle->receiver.admits(handle->receiver.context, bytes, count)) return true;
    handle->refused = true;
    return false;
}

// Every new connection: the address the socket is about to reach, after name resolution.
static curl_socket_t on_open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *peer) {
    CCurl_Handle *handle = context;
    const void *bytes = NULL;
    if (peer->family == AF_INET) bytes = &((struct sockaddr_in *)&peer->addr)->sin_addr;
    if (peer->family == AF_INET6) bytes = &((struct sockaddr_in6 *)&peer->addr)->sin6_addr;
    if (purpose != CURLSOCKTYPE_IPCXN || !bytes || !admits_address(handle, peer->family, bytes)) {
        handle->refused = true;
        return CURL_SOCKET_BAD;
    }
    return socket(peer->family, peer->socktype | SOCK_CLOEXEC, peer->protocol);
}

// Every request, on a kept connection too: the address it is about to be sent to.
static int on_request(void *context, char *peer, char *local, int peer_port, int local_port) {
    (void)local, (void)peer_port, (void)local_port;
    CCurl_Handle *handle = context;
    handle->connected = true;
    unsigned char bytes[16];
    char plain[INET6_ADDRSTRLEN];
    size_t length = strcspn(peer, "%");
    if (length < sizeof plain) {
        memcpy(plain, peer, length);
        plain[length] = 0;
        int family = strchr(plain, ':') ? AF_INET6 : AF_INET;
        if (inet_pton(family, plain, bytes) == 1 && admits_address(handle, family, bytes)) return CURL_PREREQFUNC_OK;
    }
    handle->refused = true;
    return CURL_PREREQFUNC_ABORT;
}

// MARK: Header

static size_t on_header(char *bytes, size_t size, size_t number, void *context) {
    CCurl_Handle *handle = context;
    size_t count = size * number;
    size_t cost = count + CCurl_line_cost;
    if (cost > handle->limits.header_bytes - handle->header_bytes) {
        handle->header_overflow = true;
        return CURL_WRITEFUNC_ERROR;
    }
    handle->header_bytes += cost;
    size_t length = count;
    while (length && (bytes[length - 1] == '\n' || bytes[length - 1] == '\r')) length--;
    if (handle->header_complete) return count; // trailers say nothing that is used
    if (handle->status == 0) libcurl.curl_easy_getinfo(handle->easy, CURLINFO_RESPONSE_CODE, &handle->status);
    if (handle->status / 100 == 1) { // interim: wait for the final one
        if (length == 0) handle->status = 0;
        return count;
    }
    handle->receiver.takes_line(handle->receiver.context, length ? (const uint8_t *)bytes : NULL, length);
    if (length) return count;
    handle->header_complete = true;
    handle->plan = handle->receiver.plans_body(handle->receiver.context);
    handle->turned_away = handle->plan.use == CCurl_turned_away;
    return handle->turned_away ? CURL_WRITEFUNC_ERROR : count;
}

// MARK: Body

static bool take_decoded(CCurl_Handle *handle, const uint8_t *bytes, size_t count) {
    if (count > handle->plan.bytes - handle->decoded) {
        handle->body_overflow = true;
        return false;
    }
    handle->decoded += count;
    if (count) handle->receiver.takes_body(handle->receiver.context, bytes, count);
    return true;
}

// What the macro inflateInit2 does, with the largest window: gzip's form, zlib's, or the bare stream.
static int start_inflating(CCurl_Handle *handle) {
    int bits = 15 + 16;
    if (handle->plan.coding == CCurl_deflate) {
        // RFC 1950 §2.2. Some servers leave zlib's header out, as browsers know.
        unsigned head = handle->start[0] << 8 | handle->start[1];
        bits = (handle->start[0] & 15) == 8 && head % 31 == 0 ? 15 : -15;
    }
    return libcurl.inflateInit2_(&handle->stream, bits, ZLIB_VERSION, (int)sizeof(z_stream));
}

static bool take_inflated(CCurl_Handle *handle, const uint8_t *bytes, size_t count) {
    z_stream *stream = &handle->stream;
    uint8_t out[32768];
    stream->next_in = (Bytef *)bytes;
    stream->avail_in = (uInt)count;
    for (;;) {
        if (handle->inflating != inflate_inside) {
            if (stream->avail_in == 0) return true;
            // What follows a deflated body is nothing; a gzip member may follow another (RFC 1952 §2.2).
            if (handle->inflating == inflate_between && handle->plan.coding == CCurl_deflate) return true;
            int code = handle->inflating == inflate_idle ? start_inflating(handle) : libcurl.inflateReset(stream);
            if (code != Z_OK) break;
            handle->inflating = inflate_inside;
        }
        stream->next_out = out;
        stream->avail_out = sizeof out;
        int code = libcurl.inflate(stream, Z_NO_FLUSH);
        if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR) break;
        if (!take_decoded(handle, out, sizeof out - stream->avail_out)) return false;
        if (code == Z_STREAM_END)
            handle->inflating = inflate_between;
        else if (stream->avail_out != 0)
            return true; // everything that came is used
    }
    handle->bad_coding = true;
    return false;
}

// Holds the first two bytes back until both are there.
static bool take_deflated(CCurl_Handle *handle, const uint8_t *bytes, size_t count) {
    if (handle->start_count == sizeof handle->start) return take_inflated(handle, bytes, count);
    while (count && handle->start_count < sizeof handle->start) {
        handle->start[handle->start_count++] = *bytes++;
        count--;
    }
    if (handle->start_count < sizeof handle->start) return true;
    return take_inflated(handle, handle->start, sizeof handle->start) && take_inflated(handle, bytes, count);
}

static bool take_body(CCurl_Handle *handle, const uint8_t *bytes, size_t count) {
    if (handle->plan.coding == CCurl_identity) return take_decoded(handle, bytes, count);
    // Counted as it comes too: a coding can be made of parts that hold nothing.
    if (handle->received > handle->plan.bytes + handle->plan.bytes / 64 + 4096) {
        handle->body_overflow = true;
        return false;
    }
    return handle->plan.coding == CCurl_gzip ? take_inflated(handle, bytes, count) : take_deflated(handle, bytes, count);
}

static size_t on_body(char *bytes, size_t size, size_t number, void *context) {
    CCurl_Handle *handle = context;
    size_t count = size * number;
    if (handle->plan.use != CCurl_wanted && count > handle->limits.discard_bytes - handle->received) {
        handle->discard_overflow = true;
        return CURL_WRITEFUNC_ERROR;
    }
    handle->received += count;
    if (handle->plan.use != CCurl_wanted) return count;
    return take_body(handle, (const uint8_t *)bytes, count) ? count : CURL_WRITEFUNC_ERROR;
}

// Chunks may be short and have extensions of any length, which libcurl passes over in silence: what they may cost beside
// the body is this much, and this many times the body.
enum { framing_allowance = 256 * 1024, framing_factor = 6 };

static int on_debug(CURL *easy, curl_infotype type, char *bytes, size_t count, void *context) {
    (void)easy, (void)bytes;
    CCurl_Handle *handle = context;
    if (type == CURLINFO_DATA_IN) handle->framed += count;
    return 0;
}

static int on_progress(void *context, curl_off_t total, curl_off_t now, curl_off_t sent_total, curl_off_t sent) {
    (void)total, (void)now, (void)sent_total, (void)sent;
    CCurl_Handle *handle = context;
    handle->framing_overflow = handle->framed / framing_factor > handle->received + framing_allowance / framing_factor;
    return handle->framing_overflow;
}

// MARK: One exchange

static CURLcode set_options(
    CCurl_Handle *handle, const char *url, const char *proxy, const char *user_agent, struct curl_slist *lines) {
    CURL *easy = handle->easy;
    CURLcode code = CURLE_OK;
#define SET(option, value) \
    if (code == CURLE_OK) code = libcurl.curl_easy_setopt(easy, option, value)
    SET(CURLOPT_ERRORBUFFER, handle->error);
    // Other threads live here. No SIGPIPE comes of it: since 7.88 every write, TLS too, is sent with MSG_NOSIGNAL.
    SET(CURLOPT_NOSIGNAL, 1L);
    // Both lists name what is allowed: a list that forbids everything once meant "all" (CVE-2024-2004).
    SET(CURLOPT_PROTOCOLS_STR, "http,https");
    SET(CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
    SET(CURLOPT_URL, url);
    SET(CURLOPT_HTTPGET, 1L);
    SET(CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
    SET(CURLOPT_HTTP09_ALLOWED, 0L);
    SET(CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    SET(CURLOPT_SSL_VERIFYPEER, 1L);
    SET(CURLOPT_SSL_VERIFYHOST, 2L);
    SET(CURLOPT_FOLLOWLOCATION, 0L);
    SET(CURLOPT_AUTOREFERER, 0L);
    SET(CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
    SET(CURLOPT_PROXY, proxy ? proxy : ""); // an empty text keeps libcurl from reading the environment
    SET(CURLOPT_NOPROXY, "");
    SET(CURLOPT_PROXY_SSL_VERIFYPEER, 1L);
    SET(CURLOPT_PROXY_SSL_VERIFYHOST, 2L);
    SET(CURLOPT_PROXY_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    SET(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L); // the proxy's header is not the server's
    SET(CURLOPT_HEADEROPT, (long)CURLHEADER_SEPARATE);
    if (handle->ca_file) {
        SET(CURLOPT_CAINFO, handle->ca_file);
        SET(CURLOPT_PROXY_CAINFO, handle->ca_file);
    }
    if (handle->ca_directory) {
        SET(CURLOPT_CAPATH, handle->ca_directory);
        SET(CURLOPT_PROXY_CAPATH, handle->ca_directory);
    }
    SET(CURLOPT_USERAGENT, user_agent);
    SET(CURLOPT_HTTPHEADER, lines);
    SET(CURLOPT_HTTP_CONTENT_DECODING, 0L);
    SET(CURLOPT_HTTP_TRANSFER_DECODING, 1L);
    // A resolver that hangs is left to end by itself: getaddrinfo(3) cannot be stopped, only not waited for.
    SET(CURLOPT_QUICK_EXIT, 1L);
    SET(CURLOPT_CONNECTTIMEOUT_MS, handle->limits.connect_milliseconds);
    SET(CURLOPT_TIMEOUT_MS, handle->limits.whole_milliseconds);
    SET(CURLOPT_LOW_SPEED_LIMIT, handle->limits.stall_bytes_per_second);
    SET(CURLOPT_LOW_SPEED_TIME, handle->limits.stall_seconds);
    SET(CURLOPT_OPENSOCKETFUNCTION, on_open_socket);
    SET(CURLOPT_OPENSOCKETDATA, handle);
    SET(CURLOPT_PREREQFUNCTION, on_request);
    SET(CURLOPT_PREREQDATA, handle);
    SET(CURLOPT_HEADERFUNCTION, on_header);
    SET(CURLOPT_HEADERDATA, handle);
    SET(CURLOPT_WRITEFUNCTION, on_body);
    SET(CURLOPT_WRITEDATA, handle);
    // Only the debug function sees a body's framing; with it, nothing is printed.
    SET(CURLOPT_DEBUGFUNCTION, on_debug);
    SET(CURLOPT_DEBUGDATA, handle);
    SET(CURLOPT_VERBOSE, 1L);
    SET(CURLOPT_XFERINFOFUNCTION, on_progress);
    SET(CURLOPT_XFERINFODATA, handle);
    SET(CURLOPT_NOPROGRESS, 0L);
#undef SET
    // For speed only; 7.88 refuses it after a failed exchange, whose buffer it still holds.
    libcurl.curl_easy_setopt(easy, CURLOPT_BUFFERSIZE, 64L * 1024);
    return code;
}

static bool append_line(struct curl_slist **lines, const char *line) {
    struct curl_slist *longer = line ? libcurl.curl_slist_append(*lines, line) : *lines;
    if (!longer) return line == NULL;
    *lines = longer;
    return true;
}

// What ended an exchange before its header was whole, where no limit and no refusal did.
static CCurl_Result judge_unanswered(const CCurl_Handle *handle, CURLcode code, long proxy_status) {
    switch (code) {
    case CURLE_COULDNT_RESOLVE_HOST: return CCurl_unresolved;
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_PROXY: return CCurl_proxy_failed;
    case CURLE_SSL_CACERT_BADFILE: return CCurl_bad_certificates;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_ENGINE_INITFAILED: return CCurl_tls_failed;
    default:
        if (proxy_status >= 300 || (handle->proxied && !handle->connected)) return CCurl_proxy_failed;
        return CCurl_unconnected;
    }
}

enum { timer_slack = 50 };

static CCurl_Result judge_timeout(const CCurl_Handle *handle) {
    curl_off_t total = 0, lookup = 0;
    libcurl.curl_easy_getinfo(handle->easy, CURLINFO_TOTAL_TIME_T, &total);
    libcurl.curl_easy_getinfo(handle->easy, CURLINFO_NAMELOOKUP_TIME_T, &lookup);
    // libcurl rounds its timers, and may stop a little early.
    if (total / 1000 + timer_slack >= handle->limits.whole_milliseconds) return CCurl_whole_timeout;
    if (handle->connected) return CCurl_stalled;
    if (handle->refused) return CCurl_refused;
    return lookup == 0 && !handle->proxied ? CCurl_resolve_timeout : CCurl_connect_timeout;
}

static CCurl_Result judge(const CCurl_Handle *handle, CURLcode code, long proxy_status) {
    if (handle->header_overflow) return CCurl_header_too_large;
    if (handle->turned_away) return CCurl_unwelcome;
    if (handle->body_overflow || handle->framing_overflow) return CCurl_body_too_large;
    if (handle->bad_coding) return CCurl_bad_coding;
    if (handle->discard_overflow) return CCurl_complete; // the status is known and the rest was not wanted
    switch (code) {
    case CURLE_OK:
        if (!handle->header_complete) return CCurl_not_http;
        if (handle->plan.use == CCurl_wanted && handle->plan.coding != CCurl_identity && handle->received > 0 &&
            handle->inflating != inflate_between)
            return CCurl_cut;
        return CCurl_complete;
    case CURLE_URL_MALFORMAT: // a host name that IDNA refuses
        return CCurl_bad_url;
    case CURLE_OPERATION_TIMEDOUT:
        return judge_timeout(handle);
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_INVALIDCERTSTATUS:
        return CCurl_insecure;
    case CURLE_UNSUPPORTED_PROTOCOL: // after connecting: an answer without a status line
    case CURLE_WEIRD_SERVER_REPLY:
        return handle->connected ? CCurl_not_http : CCurl_failed;
    case CURLE_OUT_OF_MEMORY: // so libcurl calls a line that is longer than its 100 KiB
        return handle->connected && !handle->header_complete ? CCurl_header_too_large : CCurl_failed;
    case CURLE_PARTIAL_FILE:
        return CCurl_cut;
    case CURLE_BAD_CONTENT_ENCODING:
        return CCurl_bad_coding;
    default:
        if (handle->refused) return CCurl_refused;
        return handle->connected && handle->header_complete ? CCurl_cut : judge_unanswered(handle, code, proxy_status);
    }
}

bool CCurl_begin_exchange(
    CCurl_Handle *handle, const char *url, const char *proxy, const char *user_agent, const char *first_line,
    const char *second_line, const CCurl_Limits *limits, const CCurl_Receiver *receiver) {
    CURL *easy = handle->easy;
    *handle = (CCurl_Handle){
        .easy = easy, .ca_file = handle->ca_file, .ca_directory = handle->ca_directory, .limits = *limits,
        .receiver = *receiver, .proxied = proxy != NULL};
    bool listed =
        append_line(&handle->lines, "Accept: image/jpeg, image/png, image/*;q=0.8, application/json, */*;q=0.5") &&
        append_line(&handle->lines, "Accept-Encoding: gzip") && append_line(&handle->lines, first_line) &&
        append_line(&handle->lines, second_line);
    libcurl.curl_easy_reset(easy); // options go, connections stay
    handle->code = listed ? set_options(handle, url, proxy, user_agent, handle->lines) : CURLE_OUT_OF_MEMORY;
    handle->begun = handle->code == CURLE_OK;
    return handle->begun;
}

void CCurl_end_exchange(CCurl_Handle *handle, CCurl_Outcome *outcome) {
    *outcome = (CCurl_Outcome){.result = CCurl_failed, .promised = -1};
    if (handle->begun) {
        curl_off_t promised = -1;
        long version = 0;
        libcurl.curl_easy_getinfo(handle->easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &promised);
        libcurl.curl_easy_getinfo(handle->easy, CURLINFO_HTTP_VERSION, &version);
        libcurl.curl_easy_getinfo(handle->easy, CURLINFO_HTTP_CONNECTCODE, &outcome->proxy_status);
        outcome->result = judge(handle, handle->code, outcome->proxy_status);
        outcome->promised = promised;
        outcome->multiplexes = version >= CURL_HTTP_VERSION_2_0;
    }
    outcome->status = handle->status;
    outcome->received = handle->received;

    // Nothing that points into the exchange may stay behind.
    libcurl.curl_easy_reset(handle->easy);
    libcurl.curl_slist_free_all(handle->lines);
    handle->lines = NULL;
    if (handle->inflating != inflate_idle) libcurl.inflateEnd(&handle->stream);
    handle->inflating = inflate_idle;
    handle->begun = false;
}

void CCurl_perform(
    CCurl_Handle *handle, const char *url, const char *proxy, const char *user_agent, const char *first_line,
    const char *second_line, const CCurl_Limits *limits, const CCurl_Receiver *receiver, CCurl_Outcome *outcome) {
    if (CCurl_begin_exchange(handle, url, proxy, user_agent, first_line, second_line, limits, receiver))
        handle->code = libcurl.curl_easy_perform(handle->easy);
    CCurl_end_exchange(handle, outcome);
}

void CCurl_copy_message(const CCurl_Handle *handle, char *text, size_t size) {
    snprintf(text, size, "%s", handle->error[0] ? handle->error : libcurl.curl_easy_strerror(handle->code));
}
