#ifndef CJPEG_H
#define CJPEG_H

#include <stdbool.h>

#include "CJPEGDecode.h"
#include "CJPEGEncode.h"

/// Whether libjpeg is there; it is loaded when first asked for, and nothing may be decoded or encoded until this answered true.
/// Needed because every library that is linked costs each start of the program.
bool CJPEG_load_library(void);

/// The version of libjpeg-turbo that this was built with, as 2001005 for 2.1.5; 0 where it is not installed.
/// Needed because the library's own header stays out of Swift's sight.
int CJPEG_get_version(void);

#endif
