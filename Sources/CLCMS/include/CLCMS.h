#ifndef CLCMS_H
#define CLCMS_H

#include <lcms2.h>

/// lcms2's functions that are used, by their own names and types.
typedef struct CLCMS_Functions {
    __typeof__(&cmsBuildParametricToneCurve) cmsBuildParametricToneCurve;
    __typeof__(&cmsCloseProfile) cmsCloseProfile;
    __typeof__(&cmsCreateRGBProfile) cmsCreateRGBProfile;
    __typeof__(&cmsCreateTransform) cmsCreateTransform;
    __typeof__(&cmsDeleteTransform) cmsDeleteTransform;
    __typeof__(&cmsDoTransform) cmsDoTransform;
    __typeof__(&cmsEvalToneCurveFloat) cmsEvalToneCurveFloat;
    __typeof__(&cmsFreeToneCurve) cmsFreeToneCurve;
    __typeof__(&cmsGetColorSpace) cmsGetColorSpace;
    __typeof__(&cmsGetDeviceClass) cmsGetDeviceClass;
    __typeof__(&cmsGetEncodedCMMversion) cmsGetEncodedCMMversion;
    __typeof__(&cmsGetPCS) cmsGetPCS;
    __typeof__(&cmsIsTag) cmsIsTag;
    __typeof__(&cmsOpenProfileFromMem) cmsOpenProfileFromMem;
    __typeof__(&cmsReadTag) cmsReadTag;
} CLCMS_Functions;

/// lcms2, which is loaded when first asked for; NULL where it is not installed.
/// Needed because few pictures have a profile, and every library that is linked costs each start of the program.
const CLCMS_Functions *CLCMS_load_library(void);

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
