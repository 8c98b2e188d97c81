/* Faults for a server under test: loaded before libc (LD_PRELOAD), told what to do by a shared file.

   Calls that write, cut or sync a file of the database are counted; the one whose turn it is fails
   with the error that was asked for, and all of them can be slow. The wall clock can be put forward
   or back. Everything else is as ever. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

struct control {
    int64_t countdown; /* calls until the first that fails */
    int64_t times;     /* how many fail from then on */
    int64_t error;     /* errno of those */
    int64_t calls;     /* how many there were */
    int64_t delay_us;  /* of every call */
    int64_t clock_ms;  /* how far the wall clock is ahead */
};

static struct control *control;

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("TABLAS_FAULTS");
    int file = path ? open(path, O_RDWR) : -1;
    if (file < 0) return;
    void *shared = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (shared != MAP_FAILED) control = shared;
    close(file);
}

static int of_the_database(int file) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return strstr(path, "tablas.sqlite") != NULL && strstr(path, ".lock") == NULL;
}

/* Whether this call fails; errno is set then. */
static int fails(int file) {
    if (!control || !of_the_database(file)) return 0;
    __atomic_add_fetch(&control->calls, 1, __ATOMIC_SEQ_CST);
    if (control->delay_us) usleep((useconds_t)control->delay_us);
    if (__atomic_load_n(&control->times, __ATOMIC_SEQ_CST) <= 0) return 0;
    if (__atomic_sub_fetch(&control->countdown, 1, __ATOMIC_SEQ_CST) > 0) return 0;
    __atomic_sub_fetch(&control->times, 1, __ATOMIC_SEQ_CST);
    errno = (int)control->error;
    return 1;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t write(int file, const void *data, size_t size) {
    return fails(file) ? -1 : REAL(write)(file, data, size);
}
ssize_t pwrite(int file, const void *data, size_t size, off_t place) {
    return fails(file) ? -1 : REAL(pwrite)(file, data, size, place);
}
ssize_t pwrite64(int file, const void *data, size_t size, off64_t place) {
    return fails(file) ? -1 : REAL(pwrite64)(file, data, size, place);
}
int fsync(int file) { return fails(file) ? -1 : REAL(fsync)(file); }
int fdatasync(int file) { return fails(file) ? -1 : REAL(fdatasync)(file); }
int ftruncate(int file, off_t size) { return fails(file) ? -1 : REAL(ftruncate)(file, size); }
int ftruncate64(int file, off64_t size) { return fails(file) ? -1 : REAL(ftruncate64)(file, size); }

int clock_gettime(clockid_t clock, struct timespec *now) {
    int result = REAL(clock_gettime)(clock, now);
    if (control && clock == CLOCK_REALTIME && result == 0) now->tv_sec += control->clock_ms / 1000;
    return result;
}
