/* What Swift's Glibc module leaves out: variadic functions, macros with casts, and what needs _GNU_SOURCE. */
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <spawn.h>
#include <stddef.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/vfs.h>
#include <unistd.h>

/* glibc declares it only under _XOPEN_SOURCE. */
extern int wcwidth(wchar_t character);

/* A file in memory without a name, closed on exec; glibc declares memfd_create only under _GNU_SOURCE. */
extern int memfd_create(const char *name, unsigned int flags);
static inline int clinux_memory_file(void) { return memfd_create("text", 1U /* MFD_CLOEXEC */); }

/* A pipe that no program started by another thread inherits; glibc declares pipe2 only under _GNU_SOURCE. */
extern int pipe2(int ends[2], int flags);
static inline int clinux_pipe(int *ends) { return pipe2(ends, O_CLOEXEC); }

/* prctl is variadic; at most 15 bytes and the terminator are kept. */
static inline int clinux_name_this_thread(const char *name) { return prctl(PR_SET_NAME, name); }

/* The flags are enumerators with values computed from octal macros. */
static inline int clinux_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

/* The clock of Swift's ContinuousClock. The flag is an enumerator. */
static inline int clinux_timer(void) { return timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC); }

/* A timer of the wall clock that never comes, and is cancelled when that clock jumps: readable then, and to be set again. The flags
   are enumerators. */
static inline int clinux_clock_watch(void) { return timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK); }
static inline int clinux_arm_clock_watch(int descriptor) {
  struct itimerspec never = {.it_value = {.tv_sec = 0x7fffffffffffffffL}};
  return timerfd_settime(descriptor, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &never, NULL);
}

/* What the kernel tells of links, addresses and routes; -1 without the right to ask, or without room. The flags and the family are
   enumerators or macros with casts. */
static inline int clinux_route_socket(void) {
  int descriptor = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_ROUTE);
  if (descriptor < 0) return -1;
  struct sockaddr_nl address = {.nl_family = AF_NETLINK,
                                .nl_groups = RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR |
                                             RTMGRP_IPV4_ROUTE | RTMGRP_IPV6_ROUTE};
  if (bind(descriptor, (struct sockaddr *)&address, sizeof address) == 0) return descriptor;
  int code = errno;
  close(descriptor);
  errno = code;
  return -1;
}

/* Swift's Glibc module has no statfs. -1 if the path cannot be looked at. */
static inline long clinux_file_system(const char *path) {
  struct statfs status;
  return statfs(path, &status) == 0 ? (long)status.f_type : -1;
}

/* What a program that is started gets besides its descriptors 0 to 2, and where it stands; glibc declares both only under _GNU_SOURCE. */
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int lowest);
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *folder);

/* Readable once that process has ended, which it may have before somebody waits for it; closed on exec. glibc before 2.36 has no name
   for it. */
static inline int clinux_process_descriptor(int process) { return (int)syscall(SYS_pidfd_open, process, 0); }
