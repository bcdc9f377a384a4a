#include "exchange.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
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
    free(handle);
}

// MARK: Addresses

static bool admits_address(CCurl_Handle *handle, int family, const void *bytes) {
    size_t count = family == AF_INET ? 4 : family == AF_INET6 ? 16 : 0;
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

// Whether the body is wanted: the whole of it, or the rest of one that was cut.
static bool wants_body(const CCurl_Handle *handle) { return handle->status == 200 || handle->status == 206; }

// The length of `name` and its colon where the line is that field, else 0.
static size_t match_field(const char *line, size_t count, const char *name) {
    size_t length = strlen(name);
    return count > length && line[length] == ':' && strncasecmp(line, name, length) == 0 ? length + 1 : 0;
}

static void read_length(CCurl_Handle *handle, const char *line, size_t count) {
    size_t start = match_field(line, count, "Content-Length");
    if (!start) return;
    uint64_t length = 0;
    for (size_t at = start; at < count; at++) {
        if (line[at] >= '0' && line[at] <= '9' && length < UINT64_MAX / 16) length = length * 10 + (uint64_t)(line[at] - '0');
    }
    if (length > handle->limits.body_bytes) handle->promises_too_much = true;
}

static void read_coding(CCurl_Handle *handle, const char *line, size_t count) {
    size_t start = match_field(line, count, "Content-Encoding");
    if (!start) return;
    while (start < count && (line[start] == ' ' || line[start] == '\t')) start++;
    while (count > start && (line[count - 1] == ' ' || line[count - 1] == '\t')) count--;
    const char *value = line + start;
    size_t length = count - start;
    if ((length == 4 && !strncasecmp(value, "gzip", 4)) || (length == 6 && !strncasecmp(value, "x-gzip", 6)))
        handle->coding = handle->coding == identity ? gzip : unknown;
    else if (length && !(length == 8 && !strncasecmp(value, "identity", 8)))
        handle->coding = unknown;
}

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
    read_length(handle, bytes, length);
    read_coding(handle, bytes, length);
    handle->header_complete = length == 0;
    if (handle->header_complete && wants_body(handle) && handle->promises_too_much) {
        handle->body_overflow = true;
        return CURL_WRITEFUNC_ERROR;
    }
    handle->receiver.takes_line(handle->receiver.context, length ? (const uint8_t *)bytes : NULL, length);
    return count;
}

// MARK: Body

static bool take_decoded(CCurl_Handle *handle, const uint8_t *bytes, size_t count) {
    if (count > handle->limits.body_bytes - handle->decoded) {
        handle->body_overflow = true;
        return false;
    }
    handle->decoded += count;
    if (count) handle->receiver.takes_body(handle->receiver.context, bytes, count);
    return true;
}

// What the macro inflateInit2 does: the gzip form, with the largest window.
static int start_inflating(z_stream *stream) {
    return libcurl.inflateInit2_(stream, 15 + 16, ZLIB_VERSION, (int)sizeof(z_stream));
}

static bool take_gzip(CCurl_Handle *handle, const uint8_t *bytes, size_t count) {
    z_stream *stream = &handle->stream;
    uint8_t out[32768];
    stream->next_in = (Bytef *)bytes;
    stream->avail_in = (uInt)count;
    for (;;) {
        if (handle->inflating != inflate_inside) {
            if (stream->avail_in == 0) return true;
            // A first member, or one more behind a whole one (RFC 1952 §2.2).
            int code = handle->inflating == inflate_idle ? start_inflating(stream) : libcurl.inflateReset(stream);
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

static size_t on_body(char *bytes, size_t size, size_t number, void *context) {
    CCurl_Handle *handle = context;
    size_t count = size * number;
    if (!wants_body(handle)) {
        if (count > handle->limits.discard_bytes - handle->received) {
            handle->discard_overflow = true;
            return CURL_WRITEFUNC_ERROR;
        }
        handle->received += count;
        return count;
    }
    handle->received += count;
    bool taken = false;
    if (handle->coding == identity)
        taken = take_decoded(handle, (const uint8_t *)bytes, count);
    else if (handle->coding == gzip)
        taken = take_gzip(handle, (const uint8_t *)bytes, count);
    else
        handle->bad_coding = true;
    return taken ? count : CURL_WRITEFUNC_ERROR;
}

// MARK: One exchange

static CURLcode set_options(CCurl_Handle *handle, const char *url, const char *user_agent, struct curl_slist *lines) {
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
    SET(CURLOPT_PROXY, ""); // behind a proxy the address check would check the proxy
    SET(CURLOPT_USERAGENT, user_agent);
    SET(CURLOPT_HTTPHEADER, lines);
    SET(CURLOPT_HTTP_CONTENT_DECODING, 0L);
    SET(CURLOPT_HTTP_TRANSFER_DECODING, 1L);
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

static CCurl_Result judge(const CCurl_Handle *handle, CURLcode code, long elapsed_milliseconds) {
    if (handle->header_overflow) return CCurl_header_too_large;
    if (handle->body_overflow) return CCurl_body_too_large;
    if (handle->bad_coding) return CCurl_bad_coding;
    if (handle->discard_overflow) return CCurl_complete; // the status is known and the rest was not wanted
    switch (code) {
    case CURLE_OK:
        if (!handle->header_complete) return CCurl_not_http;
        if (wants_body(handle) && handle->coding == gzip && handle->inflating == inflate_inside) return CCurl_cut;
        return CCurl_complete;
    case CURLE_URL_MALFORMAT: // a host name that IDNA refuses
        return CCurl_bad_url;
    case CURLE_OPERATION_TIMEDOUT:
        if (elapsed_milliseconds >= handle->limits.whole_milliseconds) return CCurl_whole_timeout;
        return handle->connected ? CCurl_stalled : handle->refused ? CCurl_refused : CCurl_connect_timeout;
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_INVALIDCERTSTATUS:
        return CCurl_insecure;
    case CURLE_UNSUPPORTED_PROTOCOL: // after connecting: an answer without a status line
    case CURLE_WEIRD_SERVER_REPLY:
        return handle->connected ? CCurl_not_http : CCurl_failed;
    case CURLE_PARTIAL_FILE:
        return CCurl_cut;
    case CURLE_BAD_CONTENT_ENCODING:
        return CCurl_bad_coding;
    default:
        if (handle->connected && !handle->refused) return handle->header_complete ? CCurl_cut : CCurl_unconnected;
        return handle->refused ? CCurl_refused : CCurl_unconnected;
    }
}

bool CCurl_begin_exchange(
    CCurl_Handle *handle, const char *url, const char *user_agent, const char *first_line, const char *second_line,
    const CCurl_Limits *limits, const CCurl_Receiver *receiver) {
    CURL *easy = handle->easy;
    *handle = (CCurl_Handle){.easy = easy, .limits = *limits, .receiver = *receiver};
    bool listed =
        append_line(&handle->lines, "Accept: image/jpeg, image/png, image/*;q=0.8, application/json, */*;q=0.5") &&
        append_line(&handle->lines, "Accept-Encoding: gzip") && append_line(&handle->lines, first_line) &&
        append_line(&handle->lines, second_line);
    libcurl.curl_easy_reset(easy); // options go, connections stay
    handle->code = listed ? set_options(handle, url, user_agent, handle->lines) : CURLE_OUT_OF_MEMORY;
    handle->begun = handle->code == CURLE_OK;
    return handle->begun;
}

void CCurl_end_exchange(CCurl_Handle *handle, CCurl_Outcome *outcome) {
    *outcome = (CCurl_Outcome){.result = CCurl_failed, .promised = -1};
    if (handle->begun) {
        curl_off_t microseconds = 0, promised = -1;
        long version = 0;
        libcurl.curl_easy_getinfo(handle->easy, CURLINFO_TOTAL_TIME_T, &microseconds);
        libcurl.curl_easy_getinfo(handle->easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &promised);
        libcurl.curl_easy_getinfo(handle->easy, CURLINFO_HTTP_VERSION, &version);
        outcome->result = judge(handle, handle->code, (long)(microseconds / 1000));
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
    CCurl_Handle *handle, const char *url, const char *user_agent, const char *first_line, const char *second_line,
    const CCurl_Limits *limits, const CCurl_Receiver *receiver, CCurl_Outcome *outcome) {
    if (CCurl_begin_exchange(handle, url, user_agent, first_line, second_line, limits, receiver))
        handle->code = libcurl.curl_easy_perform(handle->easy);
    CCurl_end_exchange(handle, outcome);
}

void CCurl_copy_message(const CCurl_Handle *handle, char *text, size_t size) {
    snprintf(text, size, "%s", handle->error[0] ? handle->error : libcurl.curl_easy_strerror(handle->code));
}
