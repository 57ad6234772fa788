"""A wall clock that jumps for some processes only: a library that they load before all others adds to the time of day.

How much stands in a file that all of them map, so that whoever writes it moves their clocks at once. Clocks that count
from the start of the machine are left alone, as they are when somebody sets the date.
"""

from __future__ import annotations

import os
import struct
import subprocess
from pathlib import Path

_SOURCE = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>

static volatile const int64_t *shift;

__attribute__((constructor)) static void map_the_file(void) {
    const char *path = getenv("CANOPY_TEST_CLOCK");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0)
        abort();
    shift = mmap(NULL, sizeof *shift, PROT_READ, MAP_SHARED, file, 0);
    if (shift == MAP_FAILED)
        abort();
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real)
        real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int status = real(clock, now);
    if (status == 0 && shift && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
        now->tv_sec += *shift;
    return status;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    struct timespec precise;
    (void)zone;
    if (clock_gettime(CLOCK_REALTIME, &precise) != 0)
        return -1;
    now->tv_sec = precise.tv_sec;
    now->tv_usec = precise.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *now) {
    struct timespec precise;
    clock_gettime(CLOCK_REALTIME, &precise);
    if (now)
        *now = precise.tv_sec;
    return precise.tv_sec;
}
"""


class JumpingClock:
    """The wall clock of processes that are started with its environment."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "clock"
        self._file.write_bytes(struct.pack("q", 0))
        source, library = folder / "clock.c", folder / "clock.so"
        source.write_text(_SOURCE, encoding="ascii")
        compiler = os.environ.get("CC", "cc")
        subprocess.run([compiler, "-shared", "-fPIC", "-O", "-o", library, source, "-ldl"], check=True)
        self.environment = {"LD_PRELOAD": str(library), "CANOPY_TEST_CLOCK": str(self._file)}

    def jump(self, seconds: int) -> None:
        """From now on it differs from the real one by so much."""
        with self._file.open("r+b") as file:
            file.write(struct.pack("q", seconds))
