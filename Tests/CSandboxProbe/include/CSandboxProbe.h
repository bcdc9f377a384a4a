#ifndef CSandboxProbe_H
#define CSandboxProbe_H

#include <stdbool.h>
#include <stddef.h>

/// What such a picture begins with; the act's name follows, a colon, and what it is done to.
#define CSandboxProbe_mark "\xFF\xD8\xFFPROBE:"

/// Does what a picture asks for, as a decoder would that a stranger's picture has taken over.
bool CSandboxProbe_run(const void *bytes, size_t count, char *result, size_t capacity);

#endif
