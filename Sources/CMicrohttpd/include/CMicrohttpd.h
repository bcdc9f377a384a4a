#ifndef CMicrohttpd_H
#define CMicrohttpd_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// The functions that this target forwards must not be found by the library itself in their place.
#define _MHD_EXTERN extern __attribute__((visibility("hidden")))
#include <microhttpd.h>

/// What a server is started with.
typedef struct {
    int socket;                      ///< that listens; the server closes it
    unsigned threads;                ///< that serve, at least 1
    unsigned connections;            ///< at once, in all
    unsigned idle_seconds;           ///< after which a connection without traffic is closed
    size_t memory;                   ///< of one connection, in bytes: what a request's header may take
    void *context;                   ///< handed to each function
    MHD_AcceptPolicyCallback accept;
    MHD_AccessHandlerCallback answer;
    MHD_RequestCompletedCallback completed;
    MHD_NotifyConnectionCallback connection;
} CMicrohttpd_settings;

/// Whom a connection counts for: an IPv4 address, or the network of 64 bits that an IPv6 address lies in, which one machine may
/// have all addresses of.
typedef struct {
    uint64_t network; ///< the first half of an IPv6 address; 0 for IPv4 and for loopback
    uint64_t host;    ///< the second half, where it counts
} CMicrohttpd_client;

/// How a request's header was written.
typedef struct {
    int lengths;       ///< how many Content-Length there are
    int codings;       ///< how many Transfer-Encoding there are
    bool has_names;    ///< every name is one that RFC 9110 allows: no blank stands before the colon
    bool has_texts;    ///< no value has a control character in it
    bool has_lines;    ///< every line ends in CR LF and none is continued; true where the library looks at that itself
} CMicrohttpd_header;

/// Whether libmicrohttpd is there; it is loaded when first asked for, and no other function may be called until this answered
/// true. Needed because every library that is linked costs each start of the program.
bool CMicrohttpd_load_library(void);

/// Starts a server; NULL with errno set if that fails. Paths and arguments reach it as they were sent, percent-encoded.
/// Needed because Swift does not import MHD_start_daemon, whose arguments vary.
struct MHD_Daemon *CMicrohttpd_start(const CMicrohttpd_settings *settings);

/// Listens on a numeric address, IPv4 or IPv6, and says on which port; a descriptor, or -1 with errno set.
/// Needed because sockaddr and its kinds are casts in C.
int CMicrohttpd_listen(const char *address, uint16_t port, uint16_t *bound);

/// The socket of a connection.
/// Needed because Swift does not import MHD_get_connection_info, whose arguments vary.
int CMicrohttpd_find_socket(struct MHD_Connection *connection);

/// Whom an address of a socket counts for; all zeros for what is no address of IP.
/// Needed because sockaddr and its kinds are casts in C.
CMicrohttpd_client CMicrohttpd_read_address(const struct sockaddr *address);

/// Whom a connection counts for.
/// Needed because Swift does not import MHD_get_connection_info, whose arguments vary.
CMicrohttpd_client CMicrohttpd_find_client(struct MHD_Connection *connection);

/// Looks at the header of the request that the handler is asked about; method and version are what it was handed.
/// Needed because the library hands headers over by a callback, and because where they lie in memory tells how they were written.
CMicrohttpd_header CMicrohttpd_inspect_header(struct MHD_Connection *connection, const char *method, const char *version);

/// How many headers of a name a request has, in whatever case.
/// Needed because the library hands over the first alone, or all of them by a callback.
int CMicrohttpd_count_headers(struct MHD_Connection *connection, const char *name);

#endif
