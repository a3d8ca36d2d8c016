// A disk that needs SLOW_SYNC_MICROS for each sync: preloaded into both programs, since some machines acknowledge a sync before it is one.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

static int delayed(const char *name, int descriptor) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
  const char *micros = getenv("SLOW_SYNC_MICROS");
  if (micros) usleep((useconds_t)atoi(micros));
  return real(descriptor);
}

int fsync(int descriptor) { return delayed("fsync", descriptor); }
int fdatasync(int descriptor) { return delayed("fdatasync", descriptor); }
