#include "http_baseline.h"
#include <curl/curl.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

double http_baseline_cpu(void) {
  struct rusage u;
  getrusage(RUSAGE_SELF, &u);
  return (u.ru_utime.tv_sec + u.ru_stime.tv_sec) * 1e6 + u.ru_utime.tv_usec + u.ru_stime.tv_usec;
}

static size_t take(char *data, size_t size, size_t count, void *context) {
  (void)data;
  (void)context;
  return size * count;
}

static int compare(const void *left, const void *right) {
  double difference = *(const double *)left - *(const double *)right;
  return (difference > 0) - (difference < 0);
}

struct http_figures http_baseline_run(const char *url, int width, int requests) {
  struct http_figures figures = {-1, 0, 0};
  int started = 0, done = 0, failed = 0, running = 0, left = 0;
  curl_global_init(CURL_GLOBAL_DEFAULT);
  CURLM *multi = curl_multi_init();
  CURL **easy = calloc(width, sizeof *easy);
  double *began = calloc(width, sizeof *began), *took = calloc(requests, sizeof *took);
  double start = now(), used = http_baseline_cpu();
  for (int i = 0; i < width; i++) {
    easy[i] = curl_easy_init();
    curl_easy_setopt(easy[i], CURLOPT_URL, url);
    curl_easy_setopt(easy[i], CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy[i], CURLOPT_ACCEPT_ENCODING, "");
    curl_easy_setopt(easy[i], CURLOPT_WRITEFUNCTION, take);
    curl_easy_setopt(easy[i], CURLOPT_PRIVATE, (char *)(size_t)i);
    if (started++ < requests) {
      began[i] = now();
      curl_multi_add_handle(multi, easy[i]);
    }
  }
  while (done < requests && !failed) {
    CURLMsg *message;
    curl_multi_perform(multi, &running);
    while ((message = curl_multi_info_read(multi, &left))) {
      CURL *handle = message->easy_handle;
      char *slot;
      failed |= message->data.result != CURLE_OK;
      curl_easy_getinfo(handle, CURLINFO_PRIVATE, &slot);
      took[done++] = now() - began[(size_t)slot];
      curl_multi_remove_handle(multi, handle);
      if (started++ < requests) {
        began[(size_t)slot] = now();
        curl_multi_add_handle(multi, handle);
        running++;
      }
    }
    if (running == 0) curl_multi_perform(multi, &running);
    if (done < requests) curl_multi_poll(multi, NULL, 0, 1000, NULL);
  }
  if (!failed) {
    figures.rate = requests / ((now() - start) / 1e6);
    figures.cpu_microseconds = (http_baseline_cpu() - used) / requests;
    qsort(took, requests, sizeof *took, compare);
    figures.median_microseconds = took[requests / 2];
  }
  for (int i = 0; i < width; i++) {
    curl_multi_remove_handle(multi, easy[i]);
    curl_easy_cleanup(easy[i]);
  }
  curl_multi_cleanup(multi);
  free(easy);
  free(began);
  free(took);
  return figures;
}
