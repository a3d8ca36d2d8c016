// Preloaded into the program by kill-storm --at-syncs and --named: kills it at the sync of a commit, before it or after it. The program
// itself knows nothing of this: what it is built of is what people run.
// KILL_AT_SYNC=12 is the twelfth sync of this process; with KILL_STATEMENT="INSERT INTO hint" the twelfth that follows such a statement.
// KILL_SIDE=before or after.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static atomic_int count, meant;

// The writer is one thread, so the next sync is that of the statement's commit.
int sqlite3_step(void *statement) {
  static int (*step)(void *);
  static const char *(*text)(void *);
  if (!step) step = (int (*)(void *))dlsym(RTLD_NEXT, "sqlite3_step");
  if (!text) text = (const char *(*)(void *))dlsym(RTLD_NEXT, "sqlite3_sql");
  const char *wanted = getenv("KILL_STATEMENT"), *sql = wanted ? text(statement) : 0;
  if (sql && strstr(sql, wanted)) atomic_store(&meant, 1);
  return step(statement);
}

static int reached(int (*sync)(int), int file) {
  const char *number = getenv("KILL_AT_SYNC"), *side = getenv("KILL_SIDE");
  if (getenv("KILL_STATEMENT") && !atomic_exchange(&meant, 0)) return sync(file);
  int here = number && atomic_fetch_add(&count, 1) + 1 == atoi(number);
  int isAfter = side && strcmp(side, "after") == 0;
  if (here && !isAfter) kill(getpid(), SIGKILL);
  int result = sync(file);
  if (here && isAfter) kill(getpid(), SIGKILL);
  return result;
}

int fdatasync(int file) { return reached((int (*)(int))dlsym(RTLD_NEXT, "fdatasync"), file); }
int fsync(int file) { return reached((int (*)(int))dlsym(RTLD_NEXT, "fsync"), file); }
