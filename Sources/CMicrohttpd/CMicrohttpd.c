#include "CMicrohttpd.h"

#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

// Every function of libmicrohttpd that Swift calls: result, name, parameters, arguments, and how the arguments are handed on.
#define FUNCTIONS(each)                                                                                              \
    each(enum MHD_Result, MHD_add_response_header,                                                                   \
         (struct MHD_Response *r, const char *name, const char *value), return, (r, name, value))                    \
    each(struct MHD_Response *, MHD_create_response_from_buffer,                                                     \
         (size_t size, void *bytes, enum MHD_ResponseMemoryMode mode), return, (size, bytes, mode))                  \
    each(struct MHD_Response *, MHD_create_response_from_fd_at_offset64,                                             \
         (uint64_t size, int descriptor, uint64_t offset), return, (size, descriptor, offset))                       \
    each(void, MHD_destroy_response, (struct MHD_Response *r), , (r))                                                \
    each(const char *, MHD_get_version, (void), return, ())                                                          \
    each(const char *, MHD_lookup_connection_value,                                                                  \
         (struct MHD_Connection *c, enum MHD_ValueKind kind, const char *name), return, (c, kind, name))             \
    each(enum MHD_Result, MHD_queue_response,                                                                        \
         (struct MHD_Connection *c, unsigned status, struct MHD_Response *r), return, (c, status, r))                \
    each(void, MHD_resume_connection, (struct MHD_Connection *c), , (c))                                             \
    each(void, MHD_stop_daemon, (struct MHD_Daemon *d), , (d))                                                       \
    each(void, MHD_suspend_connection, (struct MHD_Connection *c), , (c))

static struct {
    bool loaded;
#define DECLARE(result, name, parameters, hand_on, arguments) __typeof__(&name) name;
    FUNCTIONS(DECLARE)
    __typeof__(&MHD_start_daemon) MHD_start_daemon;
    __typeof__(&MHD_get_connection_info) MHD_get_connection_info;
    __typeof__(&MHD_get_connection_values_n) MHD_get_connection_values_n;
} lib;

static void load(void) {
    void *library = dlopen("libmicrohttpd.so.12", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    lib.loaded = true;
#define FIND(name) lib.loaded = (lib.name = (__typeof__(lib.name))dlsym(library, #name)) && lib.loaded;
#define FIND_FORWARDED(result, name, parameters, hand_on, arguments) FIND(name)
    FUNCTIONS(FIND_FORWARDED)
    FIND(MHD_start_daemon)
    FIND(MHD_get_connection_info)
    FIND(MHD_get_connection_values_n)
}

bool CMicrohttpd_load_library(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return lib.loaded;
}

// Forwarders: who uses the library need not know that it came late.
#define FORWARD(result, name, parameters, hand_on, arguments)                                                        \
    result name parameters { hand_on lib.name arguments; }
FUNCTIONS(FORWARD)

// Leaves a path or an argument as it was sent: %2F is no slash, and %00 ends nothing.
static size_t keep(void *context, struct MHD_Connection *connection, char *text) {
    (void)context, (void)connection;
    return strlen(text);
}

struct MHD_Daemon *CMicrohttpd_start(const CMicrohttpd_settings *s) {
    // The library's own words about clients that went away or sent nonsense are no news.
    unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_TURBO | MHD_ALLOW_SUSPEND_RESUME;
    // A pool of one is refused: without one, the single thread is the pool.
    struct MHD_OptionItem pool[] = {{MHD_OPTION_THREAD_POOL_SIZE, (intptr_t)s->threads, NULL}, {MHD_OPTION_END, 0, NULL}};
    return lib.MHD_start_daemon(
        flags, 0, s->accept, s->context, s->answer, s->context, MHD_OPTION_LISTEN_SOCKET, s->socket, MHD_OPTION_CONNECTION_LIMIT,
        s->connections, MHD_OPTION_CONNECTION_TIMEOUT, s->idle_seconds, MHD_OPTION_CONNECTION_MEMORY_LIMIT, s->memory,
        MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_UNESCAPE_CALLBACK, keep, NULL, MHD_OPTION_NOTIFY_COMPLETED, s->completed, s->context,
        MHD_OPTION_NOTIFY_CONNECTION, s->connection, s->context, MHD_OPTION_ARRAY, s->threads > 1 ? pool : pool + 1,
        MHD_OPTION_END);
}

int CMicrohttpd_listen(const char *address, uint16_t port, uint16_t *bound) {
    union {
        struct sockaddr any;
        struct sockaddr_in v4;
        struct sockaddr_in6 v6;
    } name;
    memset(&name, 0, sizeof name);
    socklen_t size = sizeof name.v4;
    name.v4.sin_family = AF_INET;
    name.v4.sin_port = htons(port);
    if (inet_pton(AF_INET, address, &name.v4.sin_addr) != 1) {
        size = sizeof name.v6;
        name.v6.sin6_family = AF_INET6;
        name.v6.sin6_port = htons(port);
        if (inet_pton(AF_INET6, address, &name.v6.sin6_addr) != 1) return errno = EINVAL, -1;
    }
    int descriptor = socket(name.any.sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0) return -1;
    // A server that was just ended leaves connections behind, which must not keep its port from the next.
    int yes = 1;
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (bind(descriptor, &name.any, size) != 0 || listen(descriptor, 1024) != 0 ||
        getsockname(descriptor, &name.any, &size) != 0) {
        int reason = errno;
        close(descriptor);
        return errno = reason, -1;
    }
    *bound = ntohs(name.any.sa_family == AF_INET ? name.v4.sin_port : name.v6.sin6_port);
    return descriptor;
}

int CMicrohttpd_find_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        lib.MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

CMicrohttpd_client CMicrohttpd_read_address(const struct sockaddr *address) {
    uint8_t bytes[16] = {0};
    if (address && address->sa_family == AF_INET) {
        memcpy(bytes + 12, &((const struct sockaddr_in *)address)->sin_addr, 4);
    } else if (address && address->sa_family == AF_INET6) {
        memcpy(bytes, &((const struct sockaddr_in6 *)address)->sin6_addr, 16);
        // An IPv4 address as a socket for both writes it is that address.
        static const uint8_t mapped[12] = {[10] = 0xFF, [11] = 0xFF};
        if (memcmp(bytes, mapped, sizeof mapped) == 0) memset(bytes, 0, sizeof mapped);
    }
    CMicrohttpd_client client;
    memcpy(&client.network, bytes, 8);
    memcpy(&client.host, bytes + 8, 8);
    // One client may use every address of its IPv6 network, so the network counts as one client.
    if (client.network != 0) client.host = 0;
    return client;
}

CMicrohttpd_client CMicrohttpd_find_client(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        lib.MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return CMicrohttpd_read_address(info ? info->client_addr : NULL);
}

// A header on its way through `inspect_one`.
struct inspection {
    CMicrohttpd_header found;
    const char *end; // of the last line
};

// RFC 9110 section 5.6.2.
static bool is_token(const char *text, size_t size) {
    for (size_t index = 0; index < size; index++) {
        char byte = text[index];
        bool is_letter = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9');
        if (!is_letter && (byte == 0 || !strchr("!#$%&'*+-.^_`|~", byte))) return false;
    }
    return size > 0;
}

static bool is_text(const char *text, size_t size) {
    for (size_t index = 0; index < size; index++)
        if (((uint8_t)text[index] < 0x20 && text[index] != '\t') || text[index] == 0x7F) return false;
    return true;
}

static enum MHD_Result inspect_one(
    void *context, enum MHD_ValueKind kind, const char *name, size_t name_size, const char *value, size_t value_size) {
    (void)kind;
    struct inspection *inspection = context;
    CMicrohttpd_header *found = &inspection->found;
    if (!name || !value) return found->has_names = false, MHD_YES;
    found->lengths += name_size == 14 && strncasecmp(name, "Content-Length", 14) == 0;
    found->codings += name_size == 17 && strncasecmp(name, "Transfer-Encoding", 17) == 0;
    found->has_names = found->has_names && is_token(name, name_size);
    found->has_texts = found->has_texts && is_text(value, value_size);
    // A line begins two bytes behind the end of the one before, which stand for its CR LF. A line that ended in a lone CR or LF,
    // one that was put together of two, and one with a NUL in it lie elsewhere.
    found->has_lines = found->has_lines && name == inspection->end + 2;
    inspection->end = value + value_size;
    return MHD_YES;
}

CMicrohttpd_header CMicrohttpd_inspect_header(
    struct MHD_Connection *connection, const char *method, const char *version) {
    struct inspection inspection = {
        .found = {.has_names = true, .has_texts = true, .has_lines = true}, .end = version + strlen(version)};
    lib.MHD_get_connection_values_n(connection, MHD_HEADER_KIND, inspect_one, &inspection);
    const union MHD_ConnectionInfo *size =
        lib.MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    // Behind the last line stand its own CR LF and those of the empty line.
    if (size && method + size->header_size != inspection.end + 4) inspection.found.has_lines = false;
    // Later libraries keep to RFC 9112 by themselves where they are told to be strict, and may lay headers out otherwise.
    if (strncmp(lib.MHD_get_version(), "0.9.", 4) != 0) inspection.found.has_lines = true;
    return inspection.found;
}

struct count {
    const char *name;
    int number;
};

static enum MHD_Result count_one(
    void *context, enum MHD_ValueKind kind, const char *name, size_t name_size, const char *value, size_t value_size) {
    (void)kind, (void)value, (void)value_size;
    struct count *count = context;
    if (name && strlen(count->name) == name_size && strncasecmp(name, count->name, name_size) == 0) count->number++;
    return MHD_YES;
}

int CMicrohttpd_count_headers(struct MHD_Connection *connection, const char *name) {
    struct count count = {name, 0};
    lib.MHD_get_connection_values_n(connection, MHD_HEADER_KIND, count_one, &count);
    return count.number;
}
