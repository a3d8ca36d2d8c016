#pragma once

/* The same work in plain C, for the ratios: prepared statements, no mutex, the same pragmas. Each returns seconds, or a
   negative number on failure. */
double baseline_bulk_insert(const char *path, int rows);
double baseline_commits(const char *path, int commits);
double baseline_point_reads(const char *path, int reads, int rows);
