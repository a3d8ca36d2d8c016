// What is read is const then.
#define ZLIB_CONST
#include <zlib.h>
