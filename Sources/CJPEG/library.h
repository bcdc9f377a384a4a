#ifndef CJPEG_library_H
#define CJPEG_library_H

#include <stdio.h>

// The functions that library.c forwards must not be found by libjpeg itself in their place.
#pragma GCC visibility push(hidden)
#include <jpeglib.h>
#pragma GCC visibility pop

#include <jerror.h>

#endif
