"""Real mail servers for the tests: dovecot and opensmtpd, started once, stopped at the end.

CI installs them (`.ci/install`); elsewhere these tests are skipped where they are missing.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parent / "mailserver.sh"


@pytest.fixture(scope="session")
def servers() -> Iterator[Path]:
    """The folder of running servers: IMAP 11143/11993, submission 11587/11465, SMTP 11025."""
    if os.geteuid() != 0 or not shutil.which("dovecot") or not shutil.which("smtpd"):
        pytest.skip("needs root, dovecot and opensmtpd (.ci/install)")
    # Not below pytest's own folder: that is closed to the servers' user whenever pytest starts.
    folder = Path(tempfile.mkdtemp(prefix="pbem-servers-"))
    folder.chmod(0o755)
    with (folder / "start.log").open("wb") as log:
        subprocess.run(
            ["bash", str(SCRIPT), "start", str(folder)], check=True, stdout=log, stderr=log
        )
    yield folder
    subprocess.run(["bash", str(SCRIPT), "stop", str(folder)], check=False, capture_output=True)
    shutil.rmtree(folder, ignore_errors=True)
