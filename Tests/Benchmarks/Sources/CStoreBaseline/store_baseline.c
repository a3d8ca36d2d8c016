#include "store_baseline.h"
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec / 1e9;
}

static sqlite3 *open_file(const char *path) {
  sqlite3 *db = NULL;
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
  if (sqlite3_open_v2(path, &db, flags, NULL) != SQLITE_OK) return NULL;
  sqlite3_exec(db,
               "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA cell_size_check=ON;"
               "CREATE TABLE IF NOT EXISTS entry (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, amount TEXT NOT NULL,"
               " note TEXT, at INTEGER NOT NULL) STRICT",
               NULL, NULL, NULL);
  return db;
}

/* key: 96 bytes that stay as they are until the statement has run; the amount is at their end. */
static int bind_entry(sqlite3_stmt *s, int i, char *key) {
  int n = snprintf(key, 64, "transaction-%07d", i);
  char *amount = key + 64;
  int digits = snprintf(amount, 32, "%d.%02d", i * 7 / 100, i * 7 % 100);
  sqlite3_bind_int64(s, 1, i);
  sqlite3_bind_text(s, 2, key, n, SQLITE_STATIC);
  sqlite3_bind_text(s, 3, amount, digits, SQLITE_STATIC);
  if (i % 3 == 0) sqlite3_bind_null(s, 4);
  else sqlite3_bind_text(s, 4, "pocket money for the week", 25, SQLITE_STATIC);
  return sqlite3_bind_int64(s, 5, 1700000000000000LL + i);
}

static const char *insert_sql = "INSERT INTO entry VALUES (?1, ?2, ?3, ?4, ?5)";

double baseline_bulk_insert(const char *path, int rows) {
  sqlite3 *db = open_file(path);
  sqlite3_stmt *s;
  char key[96];
  if (!db || sqlite3_prepare_v2(db, insert_sql, -1, &s, NULL)) return -1;
  double start = now();
  sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
  for (int i = 0; i < rows; i++) {
    bind_entry(s, i, key);
    if (sqlite3_step(s) != SQLITE_DONE) return -2;
    sqlite3_reset(s);
  }
  sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
  double took = now() - start;
  sqlite3_finalize(s);
  sqlite3_close(db);
  return took;
}

double baseline_commits(const char *path, int commits) {
  sqlite3 *db = open_file(path);
  sqlite3_stmt *s, *begin, *commit;
  char key[96];
  if (!db || sqlite3_prepare_v2(db, insert_sql, -1, &s, NULL)) return -1;
  sqlite3_prepare_v2(db, "BEGIN IMMEDIATE", -1, &begin, NULL);
  sqlite3_prepare_v2(db, "COMMIT", -1, &commit, NULL);
  double start = now();
  for (int i = 0; i < commits; i++) {
    sqlite3_step(begin);
    sqlite3_reset(begin);
    bind_entry(s, i, key);
    if (sqlite3_step(s) != SQLITE_DONE) return -2;
    sqlite3_reset(s);
    if (sqlite3_step(commit) != SQLITE_DONE) return -3;
    sqlite3_reset(commit);
  }
  double took = now() - start;
  sqlite3_finalize(s);
  sqlite3_finalize(begin);
  sqlite3_finalize(commit);
  sqlite3_close(db);
  return took;
}

typedef struct {
  long long id, at;
  char key[40], amount[40], note[40];
  int has_note;
} entry;

static void read_entry(sqlite3_stmt *s, entry *e) {
  e->id = sqlite3_column_int64(s, 0);
  const void *text = sqlite3_column_text(s, 1);
  memcpy(e->key, text, sqlite3_column_bytes(s, 1) + 1);
  text = sqlite3_column_text(s, 2);
  memcpy(e->amount, text, sqlite3_column_bytes(s, 2) + 1);
  e->has_note = sqlite3_column_type(s, 3) != SQLITE_NULL;
  if (e->has_note) {
    text = sqlite3_column_text(s, 3);
    memcpy(e->note, text, sqlite3_column_bytes(s, 3) + 1);
  }
  e->at = sqlite3_column_int64(s, 4);
}

double baseline_point_reads(const char *path, int reads, int rows) {
  sqlite3 *db = open_file(path);
  sqlite3_stmt *s;
  entry e;
  if (!db || sqlite3_prepare_v2(db, "SELECT id, key, amount, note, at FROM entry WHERE id = ?1", -1, &s, NULL)) return -1;
  double start = now();
  sqlite3_exec(db, "BEGIN", NULL, NULL, NULL);
  for (int i = 0; i < reads; i++) {
    sqlite3_bind_int64(s, 1, (i * 7919LL) % rows);
    if (sqlite3_step(s) != SQLITE_ROW) return -2;
    read_entry(s, &e);
    sqlite3_reset(s);
  }
  sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
  double took = now() - start;
  sqlite3_finalize(s);
  sqlite3_close(db);
  return took;
}
