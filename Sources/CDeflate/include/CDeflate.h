#ifndef CDeflate_H
#define CDeflate_H

#include <libdeflate.h>

#endif
