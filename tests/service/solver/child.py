"""A solver process that knows the problems of the tests: python -m tests.service.solver.child SOCKET MEMORY."""

import sys

from service.solver_child import main
from tests.service.solver.problems import KNOWN

if __name__ == "__main__":
    sys.exit(main(KNOWN))
