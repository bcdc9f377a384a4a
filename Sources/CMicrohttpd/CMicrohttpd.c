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
    __typeof__(&MHD_get_connection_values) MHD_get_connection_values;
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
    FIND(MHD_get_connection_values)
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
        flags, 0, NULL, NULL, s->answer, s->context, MHD_OPTION_LISTEN_SOCKET, s->socket, MHD_OPTION_CONNECTION_LIMIT,
        s->connections, MHD_OPTION_PER_IP_CONNECTION_LIMIT, s->connections_of_address, MHD_OPTION_CONNECTION_TIMEOUT,
        s->idle_seconds, MHD_OPTION_CONNECTION_MEMORY_LIMIT, s->memory, MHD_OPTION_STRICT_FOR_CLIENT, 1,
        MHD_OPTION_UNESCAPE_CALLBACK, keep, NULL, MHD_OPTION_NOTIFY_COMPLETED, s->completed, s->context,
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

struct count {
    const char *name;
    int number;
};

static enum MHD_Result count_one(void *context, enum MHD_ValueKind kind, const char *name, const char *value) {
    (void)kind, (void)value;
    struct count *count = context;
    if (name && strcasecmp(name, count->name) == 0) count->number++;
    return MHD_YES;
}

int CMicrohttpd_count_headers(struct MHD_Connection *connection, const char *name) {
    struct count count = {name, 0};
    lib.MHD_get_connection_values(connection, MHD_HEADER_KIND, count_one, &count);
    return count.number;
}
