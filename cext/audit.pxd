"""What is impossible about a finished table; see audit.pyx."""

cdef class Audit:
    cdef readonly list found
