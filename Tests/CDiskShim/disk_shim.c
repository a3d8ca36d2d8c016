#include "disk_shim.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  sqlite3_file base;
  sqlite3_file *real;
  int file; // -1: not one whose content survives a crash
} shim_file;

static sqlite3_vfs *real_vfs;
static sqlite3_vfs shim_vfs;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static disk_shim_entry *entries;
static int entry_count, entry_room;
static char **files;
static int file_count;
static int is_logging, skips_syncs, write_failure, sync_failure;

static int index_of(const char *path) {
  for (int i = 0; i < file_count; i++)
    if (strcmp(files[i], path) == 0) return i;
  files = realloc(files, sizeof(char *) * (size_t)(file_count + 1));
  files[file_count] = strdup(path);
  return file_count++;
}

static void note(int kind, int file, long long offset, const void *bytes, long long count) {
  pthread_mutex_lock(&lock);
  if (is_logging && (file >= 0 || kind == disk_mark)) {
    if (entry_count == entry_room) {
      entry_room = entry_room ? entry_room * 2 : 1024;
      entries = realloc(entries, sizeof(disk_shim_entry) * (size_t)entry_room);
    }
    unsigned char *copy = NULL;
    if (bytes && count > 0) {
      copy = malloc((size_t)count);
      memcpy(copy, bytes, (size_t)count);
    }
    entries[entry_count++] = (disk_shim_entry){kind, file, offset, count, copy};
  }
  pthread_mutex_unlock(&lock);
}

static int failure(const int *code) {
  pthread_mutex_lock(&lock);
  int value = *code;
  pthread_mutex_unlock(&lock);
  return value;
}

static sqlite3_file *real_of(sqlite3_file *file) { return ((shim_file *)file)->real; }

static int shim_close(sqlite3_file *file) { return real_of(file)->pMethods->xClose(real_of(file)); }
static int shim_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  return real_of(file)->pMethods->xRead(real_of(file), bytes, count, offset);
}
static int shim_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  int code = failure(&write_failure);
  if (code) return code;
  code = real_of(file)->pMethods->xWrite(real_of(file), bytes, count, offset);
  if (code == SQLITE_OK) note(disk_write, ((shim_file *)file)->file, offset, bytes, count);
  return code;
}
static int shim_truncate(sqlite3_file *file, sqlite3_int64 size) {
  int code = real_of(file)->pMethods->xTruncate(real_of(file), size);
  if (code == SQLITE_OK) note(disk_truncate, ((shim_file *)file)->file, size, NULL, 0);
  return code;
}
static int shim_sync(sqlite3_file *file, int flags) {
  int code = failure(&sync_failure);
  if (code) return code;
  if (!skips_syncs) code = real_of(file)->pMethods->xSync(real_of(file), flags);
  if (code == SQLITE_OK) note(disk_sync, ((shim_file *)file)->file, 0, NULL, 0);
  return code;
}
static int shim_size(sqlite3_file *file, sqlite3_int64 *size) {
  return real_of(file)->pMethods->xFileSize(real_of(file), size);
}
static int shim_lock(sqlite3_file *file, int kind) { return real_of(file)->pMethods->xLock(real_of(file), kind); }
static int shim_unlock(sqlite3_file *file, int kind) { return real_of(file)->pMethods->xUnlock(real_of(file), kind); }
static int shim_check(sqlite3_file *file, int *out) {
  return real_of(file)->pMethods->xCheckReservedLock(real_of(file), out);
}
static int shim_control(sqlite3_file *file, int op, void *argument) {
  return real_of(file)->pMethods->xFileControl(real_of(file), op, argument);
}
static int shim_sector(sqlite3_file *file) { return real_of(file)->pMethods->xSectorSize(real_of(file)); }
static int shim_characteristics(sqlite3_file *file) {
  return real_of(file)->pMethods->xDeviceCharacteristics(real_of(file));
}
static int shim_shm_map(sqlite3_file *file, int region, int size, int extend, void volatile **out) {
  return real_of(file)->pMethods->xShmMap(real_of(file), region, size, extend, out);
}
static int shim_shm_lock(sqlite3_file *file, int offset, int count, int flags) {
  return real_of(file)->pMethods->xShmLock(real_of(file), offset, count, flags);
}
static void shim_shm_barrier(sqlite3_file *file) { real_of(file)->pMethods->xShmBarrier(real_of(file)); }
static int shim_shm_unmap(sqlite3_file *file, int deletes) {
  return real_of(file)->pMethods->xShmUnmap(real_of(file), deletes);
}

static const sqlite3_io_methods methods = {
    2,          shim_close, shim_read,  shim_write,   shim_truncate, shim_sync,           shim_size,    shim_lock,
    shim_unlock, shim_check, shim_control, shim_sector, shim_characteristics, shim_shm_map, shim_shm_lock,
    shim_shm_barrier, shim_shm_unmap, NULL, NULL};

static int shim_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *out) {
  (void)vfs;
  shim_file *own = (shim_file *)file;
  own->real = (sqlite3_file *)(own + 1);
  own->base.pMethods = NULL;
  int code = real_vfs->xOpen(real_vfs, path, own->real, flags, out);
  if (code != SQLITE_OK) return code;
  own->file = -1;
  if (path && flags & (SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL)) {
    pthread_mutex_lock(&lock);
    own->file = index_of(path);
    pthread_mutex_unlock(&lock);
  }
  own->base.pMethods = &methods;
  return code;
}

static int shim_delete(sqlite3_vfs *vfs, const char *path, int syncs) {
  (void)vfs;
  int code = real_vfs->xDelete(real_vfs, path, syncs);
  if (code == SQLITE_OK) {
    pthread_mutex_lock(&lock);
    int file = index_of(path);
    pthread_mutex_unlock(&lock);
    note(disk_delete, file, 0, NULL, syncs);
  }
  return code;
}

int disk_shim_install(void) {
  if (real_vfs) return SQLITE_OK;
  real_vfs = sqlite3_vfs_find(NULL);
  if (!real_vfs) return SQLITE_ERROR;
  shim_vfs = *real_vfs;
  shim_vfs.zName = "disk-shim";
  shim_vfs.pNext = NULL;
  shim_vfs.szOsFile = real_vfs->szOsFile + (int)sizeof(shim_file);
  shim_vfs.xOpen = shim_open;
  shim_vfs.xDelete = shim_delete;
  return sqlite3_vfs_register(&shim_vfs, 1);
}

void disk_shim_log(int on) {
  pthread_mutex_lock(&lock);
  is_logging = on;
  pthread_mutex_unlock(&lock);
}

void disk_shim_forget(void) {
  pthread_mutex_lock(&lock);
  for (int i = 0; i < entry_count; i++) free((void *)entries[i].bytes);
  entry_count = 0;
  pthread_mutex_unlock(&lock);
}

int disk_shim_count(void) {
  pthread_mutex_lock(&lock);
  int count = entry_count;
  pthread_mutex_unlock(&lock);
  return count;
}

disk_shim_entry disk_shim_at(int index) {
  pthread_mutex_lock(&lock);
  disk_shim_entry entry = entries[index];
  pthread_mutex_unlock(&lock);
  return entry;
}

const char *disk_shim_file(int index) { return files[index]; }
void disk_shim_mark(long long number) { note(disk_mark, -1, number, NULL, 0); }

static void set(int *cell, int value) {
  pthread_mutex_lock(&lock);
  *cell = value;
  pthread_mutex_unlock(&lock);
}

void disk_shim_fail_writes(int code) { set(&write_failure, code); }
void disk_shim_fail_syncs(int code) { set(&sync_failure, code); }
void disk_shim_skip_syncs(int on) { set(&skips_syncs, on); }
