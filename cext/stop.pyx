"""`Stop` in Python's hands; `stop.pxd` says how C code polls it."""

cimport cython
from cpython.buffer cimport PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer
from libc.math cimport INFINITY

FLAG_BYTES = sizeof(int32_t)


cdef class Held:
    """Memory of somebody else, held for as long as this lives."""
    cdef Py_buffer view

    def __cinit__(self, memory):
        PyObject_GetBuffer(memory, &self.view, PyBUF_WRITABLE)
        if self.view.len < <Py_ssize_t>FLAG_BYTES:
            raise ValueError(f"a flag takes {FLAG_BYTES} bytes, not {self.view.len}")

    def __dealloc__(self):
        PyBuffer_Release(&self.view)


@cython.final
cdef class Stop:
    """Tells a computation to end: `set` from anywhere, or after so many seconds by itself.

    The flag may lie in memory that is shared with another process (`memory`, the first FLAG_BYTES of a writable
    buffer), so that the process that waits can stop the one that computes without its help.
    """

    def __init__(self, *, seconds=None, memory=None):
        """Not set, if it has a flag of its own; in shared memory, as it lies there."""
        cdef Held held
        self.signal.deadline = deadline_after(seconds)
        if memory is None:
            self.signal.flag = &self.own_flag
            return
        held = Held(memory)
        self.memory = held
        self.signal.flag = <const volatile int32_t*>held.view.buf

    def set(self):
        """Say stop. For ever, unless whoever shares the memory clears it."""
        (<volatile int32_t*>self.signal.flag)[0] = 1

    def is_set(self):
        """Whether to stop: somebody has said so, or the time is over."""
        return bool(is_due(&self.signal))

    def remaining(self):
        """The seconds until it stops by itself, at least 0; None for never."""
        if self.signal.deadline == NEVER:
            return None
        return max(0.0, (self.signal.deadline - monotonic_ns()) / 1e9)

    def within(self, seconds):
        """One that stops when this one does, and after so many seconds at the latest: for a part of the work."""
        cdef Stop part = Stop(seconds=seconds)
        part.signal.deadline = min(part.signal.deadline, self.signal.deadline)
        part.signal.flag = self.signal.flag
        part.memory = self
        return part


cdef int64_t deadline_after(object seconds) except -1:
    """The time in so many seconds; None: never."""
    cdef double span = INFINITY if seconds is None else seconds
    if span != span:
        raise ValueError("not a number of seconds")
    return NEVER if span > 1e9 else monotonic_ns() + <int64_t>(max(span, 0.0) * 1e9)
