#define _GNU_SOURCE
#include "http_baseline.h"
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <unistd.h>

/* Answers a whole request that arrived in one piece, which small ones on loopback do. */
static int answer(int client, const char *reply, size_t length) {
  char request[8192];
  ssize_t count = read(client, request, sizeof request);
  if (count <= 0) return 0;
  return memmem(request, count, "\r\n\r\n", 4) != NULL && write(client, reply, length) == (ssize_t)length;
}

static void serve(int listener) {
  char reply[2048];
  int head = snprintf(reply, sizeof reply, "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 1024\r\n\r\n");
  memset(reply + head, 'x', 1024);
  int poll = epoll_create1(EPOLL_CLOEXEC);
  struct epoll_event event = {.events = EPOLLIN, .data.fd = listener}, ready[64];
  epoll_ctl(poll, EPOLL_CTL_ADD, listener, &event);
  for (;;) {
    int count = epoll_wait(poll, ready, 64, -1);
    for (int i = 0; i < count; i++) {
      int fd = ready[i].data.fd, on = 1;
      if (fd != listener) {
        if (!answer(fd, reply, head + 1024)) close(fd);
        continue;
      }
      event.data.fd = accept(listener, NULL, NULL);
      if (event.data.fd < 0) continue;
      setsockopt(event.data.fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
      epoll_ctl(poll, EPOLL_CTL_ADD, event.data.fd, &event);
    }
  }
}

int http_baseline_serve(void) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t length = sizeof address;
  int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (listener < 0 || bind(listener, (struct sockaddr *)&address, length) || listen(listener, 128)) return -1;
  if (getsockname(listener, (struct sockaddr *)&address, &length)) return -1;
  pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGPIPE, SIG_IGN);
    serve(listener);
    _exit(0);
  }
  close(listener);
  return child < 0 ? -1 : ntohs(address.sin_port);
}
