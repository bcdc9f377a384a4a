#include "exchange.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <strings.h>
#include <sys/select.h>
#include <sys/socket.h>

struct CCurl_Multi {
    CURLM *multi;
};

CCurl_Multi *CCurl_create_multi(long host_connections) {
    CCurl_Multi *multi = calloc(1, sizeof *multi);
    if (!multi) return NULL;
    multi->multi = libcurl.curl_multi_init();
    if (!multi->multi || libcurl.curl_multi_setopt(multi->multi, CURLMOPT_MAX_HOST_CONNECTIONS, host_connections) ||
        libcurl.curl_multi_setopt(multi->multi, CURLMOPT_PIPELINING, (long)CURLPIPE_MULTIPLEX)) {
        CCurl_destroy_multi(multi);
        return NULL;
    }
    return multi;
}

void CCurl_destroy_multi(CCurl_Multi *multi) {
    if (multi->multi) libcurl.curl_multi_cleanup(multi->multi);
    free(multi);
}

bool CCurl_add_transfer(
    CCurl_Multi *multi, CCurl_Handle *handle, const char *url, const char *proxy, const char *user_agent,
    const char *first_line, const char *second_line, const CCurl_Limits *limits, const CCurl_Receiver *receiver) {
    CCurl_Outcome outcome;
    if (CCurl_begin_exchange(handle, url, proxy, user_agent, first_line, second_line, limits, receiver) &&
        libcurl.curl_easy_setopt(handle->easy, CURLOPT_PRIVATE, handle) == CURLE_OK &&
        // Rather one connection for all, if it turns out to be HTTP/2, than a second at once; without TLS it never does.
        libcurl.curl_easy_setopt(handle->easy, CURLOPT_PIPEWAIT, (long)!strncasecmp(url, "https:", 6)) == CURLE_OK &&
        libcurl.curl_multi_add_handle(multi->multi, handle->easy) == CURLM_OK)
        return true;
    CCurl_end_exchange(handle, &outcome);
    return false;
}

// A server that sends header and body apart, with Nagle's algorithm on, holds the body back until the header is
// acknowledged, which the kernel puts off for 40 ms on a connection where a request has just been sent.
static void acknowledge_at_once(CCurl_Multi *multi) {
    fd_set readable, writable, exceptional;
    int last = -1, on = 1;
    FD_ZERO(&readable);
    FD_ZERO(&writable);
    FD_ZERO(&exceptional);
    if (libcurl.curl_multi_fdset(multi->multi, &readable, &writable, &exceptional, &last) != CURLM_OK) return;
    for (int socket = 0; socket <= last; socket++)
        if (FD_ISSET(socket, &readable)) setsockopt(socket, IPPROTO_TCP, TCP_QUICKACK, &on, sizeof on);
}

bool CCurl_run_transfers(CCurl_Multi *multi, int milliseconds) {
    int running = 0;
    if (milliseconds > 0 && libcurl.curl_multi_poll(multi->multi, NULL, 0, milliseconds, NULL) != CURLM_OK) return false;
    if (libcurl.curl_multi_perform(multi->multi, &running) != CURLM_OK) return false;
    acknowledge_at_once(multi);
    return true;
}

CCurl_Handle *CCurl_take_finished(CCurl_Multi *multi, CCurl_Outcome *outcome) {
    int left = 0;
    CURLMsg *message;
    while ((message = libcurl.curl_multi_info_read(multi->multi, &left))) {
        CCurl_Handle *handle = NULL;
        if (message->msg != CURLMSG_DONE) continue;
        libcurl.curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &handle);
        handle->code = message->data.result; // the message is gone once the handle is removed
        libcurl.curl_multi_remove_handle(multi->multi, handle->easy);
        CCurl_end_exchange(handle, outcome);
        return handle;
    }
    return NULL;
}

void CCurl_cancel_transfer(CCurl_Multi *multi, CCurl_Handle *handle) {
    CCurl_Outcome outcome;
    libcurl.curl_multi_remove_handle(multi->multi, handle->easy);
    CCurl_end_exchange(handle, &outcome);
}
