#ifndef CCurl_H
#define CCurl_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// HTTP exchanges over libcurl, which is loaded when it is first needed: one at a time, or many on one thread.
//
// Swift cannot call variadic functions and must not be re-entered by a library that has been told nothing about it,
// so the options are set and the callbacks live here. Nothing here returns memory: Swift hands in buffers.

/// Text limits of this header, in bytes with the final NUL.
enum { CCurl_message_size = 256, CCurl_url_size = 8192 };

/// What loading libcurl came to.
typedef enum {
    CCurl_loaded = 0,
    /// The shared object is not there, or does not load.
    CCurl_missing,
    /// It loads and is too old, or lacks something this file needs.
    CCurl_unsuitable,
} CCurl_LoadResult;

/// Loads libcurl once for the process, from any thread; needed because linking it would cost every command its start.
/// `message` receives the loader's words when the result is not CCurl_loaded.
CCurl_LoadResult CCurl_load_library(char *_Nonnull message, size_t size);

/// Fills `text` with libcurl's own version line; needed because the library is not linked. libcurl must be loaded.
void CCurl_copy_version(char *_Nonnull text, size_t size);

/// Resolves `reference` against `base` (or takes it alone, where `base` is null) by RFC 3986 and normalises the result
/// without its fragment; needed because libcurl's parser must be the one that judges what libcurl will fetch.
/// Returns false, with the reason in `result`, where it is not an address. libcurl must be loaded.
bool CCurl_resolve_url(const char *_Nullable base, const char *_Nonnull reference, char *_Nonnull result, size_t size);

/// A connection-keeping handle; used by one thread at a time.
typedef struct CCurl_Handle CCurl_Handle;

/// Makes a handle; null when memory runs out. libcurl must be loaded.
CCurl_Handle *_Nullable CCurl_create_handle(void);

/// Closes the handle's connections and frees it.
void CCurl_destroy_handle(CCurl_Handle *_Nonnull handle);

/// What a header line counts beyond its own bytes, so that many short lines are not cheap (as in RFC 7541 §4.1).
enum { CCurl_line_cost = 32 };

/// The limits of one exchange.
typedef struct {
    /// Resolving, connecting and TLS.
    long connect_milliseconds;
    /// All of it; at least 1, as 0 would mean for ever.
    long whole_milliseconds;
    /// Slower than this for this long is a stall.
    long stall_bytes_per_second;
    long stall_seconds;
    /// All header lines of the exchange, in bytes, each with CCurl_line_cost.
    size_t header_bytes;
    /// How much of a body that is not wanted is read, so that the connection can be used again, in bytes.
    size_t discard_bytes;
} CCurl_Limits;

/// What is done with the body of an answer.
typedef enum {
    /// It is read up to discard_bytes and thrown away.
    CCurl_unwanted = 0,
    CCurl_wanted,
    /// The exchange ends at the header, as CCurl_unwelcome.
    CCurl_turned_away,
} CCurl_BodyUse;

/// The content coding that is undone.
typedef enum { CCurl_identity = 0, CCurl_gzip, CCurl_deflate } CCurl_Coding;

/// How the body of an answer is taken.
typedef struct {
    CCurl_BodyUse use;
    CCurl_Coding coding;
    /// The largest body after decoding, in bytes; of what is received a 64th and 4 KiB more, since a coding may lengthen.
    size_t bytes;
} CCurl_BodyPlan;

/// Who receives it. Called on the thread that called CCurl_perform or CCurl_run_transfers.
typedef struct {
    void *_Nonnull context;
    /// Whether the 4 or 16 bytes of a peer's address may be reached.
    bool (*_Nonnull admits)(void *_Nonnull context, const uint8_t *_Nonnull address, size_t count);
    /// One header line without its line end, of the final answer only: the status line first, an empty line last.
    void (*_Nonnull takes_line)(void *_Nonnull context, const uint8_t *_Nullable line, size_t count);
    /// Called after the header's last line: what is done with the body.
    CCurl_BodyPlan (*_Nonnull plans_body)(void *_Nonnull context);
    /// The next decoded bytes of a wanted body.
    void (*_Nonnull takes_body)(void *_Nonnull context, const uint8_t *_Nonnull bytes, size_t count);
} CCurl_Receiver;

/// What one exchange came to.
typedef enum {
    CCurl_complete = 0,
    CCurl_refused,
    CCurl_bad_url,
    /// The receiver turned the answer away at its header.
    CCurl_unwelcome,
    /// The name was not found.
    CCurl_unresolved,
    /// The proxy was not found, did not answer or did not let the request through.
    CCurl_proxy_failed,
    /// No connection, or the connection broke before the header was whole.
    CCurl_unconnected,
    /// No TLS: the other end does not speak it, or none that is allowed.
    CCurl_tls_failed,
    /// The server's certificate does not prove who it is.
    CCurl_insecure,
    /// The certificates to trust cannot be read.
    CCurl_bad_certificates,
    /// The time to connect ran out before the name was found.
    CCurl_resolve_timeout,
    CCurl_connect_timeout,
    CCurl_stalled,
    CCurl_whole_timeout,
    CCurl_header_too_large,
    CCurl_body_too_large,
    CCurl_cut,
    CCurl_bad_coding,
    CCurl_not_http,
    CCurl_failed,
} CCurl_Result;

/// The facts of one exchange.
typedef struct {
    CCurl_Result result;
    long status;
    /// Bytes of body received, before decoding.
    size_t received;
    /// The Content-Length, or -1.
    int64_t promised;
    /// The proxy's answer to CONNECT, or 0.
    long proxy_status;
    /// Whether the connection can carry several exchanges at once (HTTP/2).
    bool multiplexes;
} CCurl_Outcome;

/// Gives the certificates that a handle trusts from now on: a file and a directory beside or in place of libcurl's own;
/// null leaves libcurl's. Needed because setopt is variadic. Returns false when memory runs out.
bool CCurl_set_certificates(
    CCurl_Handle *_Nonnull handle, const char *_Nullable file, const char *_Nullable directory);

/// Does one GET and no more: no redirect, cookie, referer, nor a password for the server; needed because setopt is
/// variadic.
///
/// `url` is as CCurl_resolve_url gave it; `proxy` is an address as libcurl reads it, or null for a direct connection, which
/// the environment's variables do not change; the peer of a proxied exchange is the proxy, and is not judged. The two
/// lines (conditions, a range) are whole header lines or null. Strings need live only during the call.
void CCurl_perform(
    CCurl_Handle *_Nonnull handle, const char *_Nonnull url, const char *_Nullable proxy,
    const char *_Nonnull user_agent, const char *_Nullable first_line, const char *_Nullable second_line,
    const CCurl_Limits *_Nonnull limits, const CCurl_Receiver *_Nonnull receiver, CCurl_Outcome *_Nonnull outcome);

/// Exchanges that run at once on one thread, with the connections they share.
typedef struct CCurl_Multi CCurl_Multi;

/// Makes a set that opens at most so many connections to a host; null when memory runs out. libcurl must be loaded.
CCurl_Multi *_Nullable CCurl_create_multi(long host_connections);

/// Closes the connections and frees the set, which must hold no transfer.
void CCurl_destroy_multi(CCurl_Multi *_Nonnull multi);

/// Starts what CCurl_perform does, and returns; needed because setopt is variadic. The handle and the receiver's context
/// belong to the set until the transfer is taken or cancelled. Returns false when memory runs out.
bool CCurl_add_transfer(
    CCurl_Multi *_Nonnull multi, CCurl_Handle *_Nonnull handle, const char *_Nonnull url,
    const char *_Nullable proxy, const char *_Nonnull user_agent, const char *_Nullable first_line,
    const char *_Nullable second_line, const CCurl_Limits *_Nonnull limits, const CCurl_Receiver *_Nonnull receiver);

/// Waits until something can be sent or received, or for so long, then sends and receives; 0 does not wait. Needed
/// because the library is not linked. Returns false when memory runs out.
bool CCurl_run_transfers(CCurl_Multi *_Nonnull multi, int milliseconds);

/// Takes a transfer that is over out of the set; null if none is. Needed because the library is not linked.
CCurl_Handle *_Nullable CCurl_take_finished(CCurl_Multi *_Nonnull multi, CCurl_Outcome *_Nonnull outcome);

/// Gives up a transfer of the set; needed because the library is not linked.
void CCurl_cancel_transfer(CCurl_Multi *_Nonnull multi, CCurl_Handle *_Nonnull handle);

/// Fills `text` with libcurl's words on the last exchange of a handle that did not come to CCurl_complete.
void CCurl_copy_message(const CCurl_Handle *_Nonnull handle, char *_Nonnull text, size_t size);

#endif
