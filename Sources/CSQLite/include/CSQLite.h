#ifndef CSQLite_H
#define CSQLite_H

#include <sqlite3.h>

#endif
