#pragma once

/* What one client did with `requests` requests, `width` of them at a time. */
struct http_figures {
  double rate;             /* requests per second; negative on failure */
  double cpu_microseconds; /* of this process, per request */
  double median_microseconds;
};

/* The plainest client there is on libcurl's multi interface, with the options that matter. */
struct http_figures http_baseline_run(const char *url, int width, int requests);

/* CPU time of this process so far, in microseconds. */
double http_baseline_cpu(void);

/* Starts a process that answers every request on a loopback port with 1 KiB, keep-alive, as fast as one thread can. It
   ends with its parent. Call it before there are threads. Returns the port, or -1. */
int http_baseline_serve(void);
