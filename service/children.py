"""Processes of our own Python: how a module of this package is started as one."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import DEVNULL, Process
from collections.abc import Sequence
from pathlib import Path

from service.settings import SETTINGS

_VARIABLES = {setting.variable for setting in SETTINGS}


async def start_module(module: str, descriptors: Sequence[int], *, own_session: bool) -> Process:
    """A process that runs the module and is told these file descriptors. Raises OSError.

    Whoever starts it talks to it through them: it is given neither settings nor secrets by its environment.
    """
    # It finds its modules where we have found ours: in the folder it is started in only if we did, too.
    safe_path = () if str(Path.cwd()) in sys.path else ("-P",)
    return await asyncio.create_subprocess_exec(
        *(sys.executable, *safe_path, "-m", module, *map(str, descriptors)),
        env={name: value for name, value in os.environ.items() if name not in _VARIABLES},
        stdin=DEVNULL,
        stdout=DEVNULL,
        pass_fds=descriptors,
        start_new_session=own_session,
    )
