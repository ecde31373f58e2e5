"""Builds the wheel: maturin's, with the command `grundy` beside the module.

The sandbox of the command starts the command's own executable again, which within Python would be the interpreter. So
the wheel has the command as a program. On Windows there is no sandbox, and no command: the wheel has the module alone.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import maturin
from maturin import get_requires_for_build_wheel  # noqa: F401: pip calls it

ROOT = Path(__file__).resolve().parents[2]
# What both builds need is compiled once.
TARGET = Path(os.environ.setdefault("CARGO_TARGET_DIR", str(ROOT / "target")))
# maturin copies the files of this folder to where pip puts programs (`data` in pyproject.toml).
SCRIPTS = ROOT / "target" / "wheel" / "scripts"


def build_command():
    shutil.rmtree(SCRIPTS, ignore_errors=True)
    SCRIPTS.mkdir(parents=True)
    if sys.platform == "win32":
        return
    command = ["cargo", "build", "--release", "--locked", "--package", "grundy", "--features", "manual"]
    subprocess.run(command, cwd=ROOT, check=True)
    shutil.copy2(TARGET / os.environ.get("CARGO_BUILD_TARGET", "") / "release" / "grundy", SCRIPTS)


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    # maturin refuses a folder that is missing.
    SCRIPTS.mkdir(parents=True, exist_ok=True)
    return maturin.prepare_metadata_for_build_wheel(metadata_directory, config_settings)


def build_sdist(sdist_directory, config_settings=None):
    raise SystemExit("grundy has no source distribution: build a wheel in a clone, as in `pip wheel --no-deps .`")


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    build_command()
    return maturin.build_wheel(wheel_directory, config_settings, metadata_directory)
