#ifndef CJPEG_H
#define CJPEG_H

#include "CJPEGDecode.h"
#include "CJPEGEncode.h"

#endif
