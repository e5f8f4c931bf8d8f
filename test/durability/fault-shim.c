// Put before libc with LD_PRELOAD: lets what a process writes, syncs and lets out go wrong at the n-th call. Out goes what
// it sends to the node, what it asks the signer for, and the signature that it hands to the model.
//
// ASSAY_FAULT_PLAN names a file with one line, "<folder> <fault> <n>", read at the first call on a file below that
// folder. Every call that counts is noted in <folder>/../points.log. Faults: count, kill-before, kill-after, torn (half
// of a write, then kill), enospc (from the n-th write on, but for the space that truncating a .reserve gives back), eio-write, short (half of a write), eio-sync.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

typedef enum { WRITE, SYNC, TRUNCATE, RELEASE } Kind;
static const char *const KIND_NAMES[] = {"write", "sync", "truncate", "release"};

static char folder[PATH_MAX], fault[32], notes[PATH_MAX + 16];
static long target = 0;
static int armed = 0;
static atomic_long all_calls = 0, writes = 0, syncs = 0, room = 0;

static void *next(const char *name) { return dlsym(RTLD_NEXT, name); }
#define NEXT(name) (__typeof__(&name))next(#name)

static int load_plan(void) {
  if (armed) return 1;
  const char *plan = getenv("ASSAY_FAULT_PLAN");
  FILE *file = plan == NULL ? NULL : fopen(plan, "r");
  if (file == NULL) return 0;
  int read = fscanf(file, "%4000s %31s %ld", folder, fault, &target);
  fclose(file);
  if (read != 3) return 0;
  snprintf(notes, sizeof notes, "%s/../points.log", folder);
  armed = 1;
  return 1;
}

static int is_watched(int fd, char *path) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, PATH_MAX - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  if (path[0] != '/' || (strstr(path, ".sqlite") == NULL && strstr(path, ".checkpoints") == NULL)) return 0;
  return load_plan() && strncmp(path, folder, strlen(folder)) == 0;
}

static int is(const char *name) { return strcmp(fault, name) == 0; }

// Note a call and answer whether the fault is at this one.
static int reach(Kind kind, const char *subject) {
  long call = atomic_fetch_add(&all_calls, 1) + 1, write_call = 0, sync_call = 0;
  if (kind == WRITE) write_call = atomic_fetch_add(&writes, 1) + 1;
  if (kind == SYNC) sync_call = atomic_fetch_add(&syncs, 1) + 1;
  const char *name = strrchr(subject, '/');
  char line[PATH_MAX];
  int length = snprintf(line, sizeof line, "%ld %s %s\n", call, KIND_NAMES[kind], name ? name + 1 : subject);
  int fd = (NEXT(open))(notes, O_WRONLY | O_CREAT | O_APPEND, 0600);
  if (fd >= 0) {
    if ((NEXT(write))(fd, line, length) < 0) _exit(99);
    close(fd);
  }
  if (is("kill-before") || is("kill-after")) return call == target;
  if (is("enospc")) return kind == WRITE && write_call >= target;
  if (is("eio-write") || is("short") || is("torn")) return kind == WRITE && write_call == target;
  if (is("eio-sync")) return kind == SYNC && sync_call == target;
  return 0;
}

static void die(void) { kill(getpid(), SIGKILL); for (;;) pause(); }

// The length to write, 0 for none with errno set.
static size_t fault_write(size_t length) {
  if (is("kill-before")) die();
  if (is("enospc")) {
    if (atomic_fetch_sub(&room, (long)length) >= (long)length) return length;
    room = 0;
    errno = ENOSPC;
    return 0;
  }
  if (is("eio-write")) { errno = EIO; return 0; }
  if (is("short") || is("torn")) return length > 1 ? length / 2 : 1;
  return length;
}

static void after_write(void) { if (is("kill-after") || is("torn")) die(); }

#define FILE_WRITE(call_name, fd, length, call)                                     \
  char path[PATH_MAX];                                                              \
  if (!is_watched(fd, path)) return call(length);                                   \
  if (!reach(WRITE, path)) return call(length);                                     \
  size_t allowed = fault_write(length);                                             \
  if (allowed == 0 && length > 0) return -1;                                        \
  ssize_t written = call(allowed);                                                  \
  after_write();                                                                    \
  return written;

ssize_t pwrite(int fd, const void *data, size_t length, off_t at) {
#define CALL(n) (NEXT(pwrite))(fd, data, n, at)
  FILE_WRITE(pwrite, fd, length, CALL)
#undef CALL
}

ssize_t pwrite64(int fd, const void *data, size_t length, off64_t at) {
#define CALL(n) (NEXT(pwrite64))(fd, data, n, at)
  FILE_WRITE(pwrite64, fd, length, CALL)
#undef CALL
}

// To whom something goes out that cannot be taken back; NULL for all else.
static const char *releases_to(int fd, const void *data, size_t length) {
  static const char *const marks[][2] = {
      {"eth_sendRawTransaction", "node"}, {"\"at\":\"signing\"", "signer"}, {"\"signature\":\"0x", "model"}};
  int type;
  socklen_t size = sizeof type;
  for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
    if (memmem(data, length, marks[i][0], strlen(marks[i][0])) == NULL) continue;
    // Recovery sends bytes again before it writes anything, so the plan may not have been read yet.
    return getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size) == 0 && load_plan() ? marks[i][1] : NULL;
  }
  return NULL;
}

ssize_t write(int fd, const void *data, size_t length) {
  const char *receiver = releases_to(fd, data, length);
  if (receiver != NULL) {
    int hit = reach(RELEASE, receiver);
    if (hit && is("kill-before")) die();
    ssize_t written = (NEXT(write))(fd, data, length);
    if (hit && is("kill-after")) die();
    return written;
  }
#define CALL(n) (NEXT(write))(fd, data, n)
  FILE_WRITE(write, fd, length, CALL)
#undef CALL
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
  const char *receiver = NULL;
  for (int i = 0; i < count && receiver == NULL; i++)
    receiver = releases_to(fd, parts[i].iov_base, parts[i].iov_len);
  int hit = receiver != NULL && reach(RELEASE, receiver);
  if (hit && is("kill-before")) die();
  ssize_t written = (NEXT(writev))(fd, parts, count);
  if (hit && is("kill-after")) die();
  return written;
}

#define FILE_SYNC(name)                                                             \
  int name(int fd) {                                                                \
    char path[PATH_MAX];                                                            \
    if (!is_watched(fd, path) || !reach(SYNC, path)) return (NEXT(name))(fd);       \
    if (is("kill-before")) die();                                                   \
    if (is("eio-sync")) { errno = EIO; return -1; }                                 \
    int result = (NEXT(name))(fd);                                                  \
    if (is("kill-after")) die();                                                    \
    return result;                                                                  \
  }
FILE_SYNC(fsync)
FILE_SYNC(fdatasync)

#define FILE_TRUNCATE(name, type)                                                   \
  int name(int fd, type length) {                                                   \
    char path[PATH_MAX];                                                            \
    if (!is_watched(fd, path)) return (NEXT(name))(fd, length);                     \
    int hit = reach(TRUNCATE, path);                                                \
    if (hit && is("kill-before")) die();                                            \
    struct stat before;                                                             \
    int frees = strstr(path, ".reserve") != NULL && fstat(fd, &before) == 0;        \
    int result = (NEXT(name))(fd, length);                                          \
    if (frees && result == 0) room += before.st_size - (long)length;                \
    if (hit && is("kill-after")) die();                                             \
    return result;                                                                  \
  }
FILE_TRUNCATE(ftruncate, off_t)
FILE_TRUNCATE(ftruncate64, off64_t)
