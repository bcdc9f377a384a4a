#ifndef CCurl_H
#define CCurl_H

#include <curl/curl.h>

#endif
