#ifndef CLCMS_H
#define CLCMS_H

#include <lcms2.h>

/// The pixel formats that are converted, four bytes a pixel each.
/// Needed because lcms2 spells them as macros that Swift does not see.
typedef enum CLCMS_format {
    /// Red, green, blue, and a byte that stays as it is.
    CLCMS_rgba = TYPE_RGBA_8,
    /// Gray, and three bytes that stay as they are.
    CLCMS_gray = COLORSPACE_SH(PT_GRAY) | CHANNELS_SH(1) | EXTRA_SH(3) | BYTES_SH(1),
    /// Cyan, magenta, yellow, black; 255 is no ink.
    CLCMS_inks = TYPE_CMYK_8_REV,
} CLCMS_format;

/// How transforms are made: without lcms2's cache of the last pixel, which would keep threads from sharing one.
static const cmsUInt32Number CLCMS_flags = cmsFLAGS_NOCACHE;

#endif
