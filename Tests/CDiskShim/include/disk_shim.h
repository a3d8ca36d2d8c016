// A disk between SQLite and the real one: it counts, writes down what is written and synced, and fails when it is told to.
#ifndef DISK_SHIM_H
#define DISK_SHIM_H

#include <stddef.h>

enum { disk_write = 0, disk_sync = 1, disk_truncate = 2, disk_delete = 3, disk_mark = 4 };

// One thing that happened to a file; `bytes` are of the log and stay until disk_shim_forget.
typedef struct {
  int kind;
  int file;         // index for disk_shim_file; of a mark -1
  long long offset; // of a truncation the new size; of a mark its number
  long long count;  // of a deletion 1 if the folder was synced, too
  const unsigned char *bytes;
} disk_shim_entry;

// Becomes the file system that every connection opened from now on uses. Returns SQLite's code.
int disk_shim_install(void);
// While on, what happens to databases and their logs is written down.
void disk_shim_log(int on);
void disk_shim_forget(void);
int disk_shim_count(void);
disk_shim_entry disk_shim_at(int index);
const char *disk_shim_file(int index);
// Notes that something was acknowledged.
void disk_shim_mark(long long number);
// From now on each write or growth fails with this code of SQLite's; 0: none does.
void disk_shim_fail_writes(int code);
// The same for syncs.
void disk_shim_fail_syncs(int code);
// Whether syncs reach the real disk; a simulation needs none.
void disk_shim_skip_syncs(int on);

#endif
