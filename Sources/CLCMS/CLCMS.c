#include "CLCMS.h"
