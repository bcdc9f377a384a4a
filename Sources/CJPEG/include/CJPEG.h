#ifndef CJPEG_H
#define CJPEG_H

#include "CJPEGDecode.h"
#include "CJPEGEncode.h"

/// The version of libjpeg-turbo that this was built with, as 2001005 for 2.1.5; needed because the library's own
/// header stays out of Swift's sight.
int CJPEG_get_version(void);

#endif
