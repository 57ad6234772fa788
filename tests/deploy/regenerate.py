"""Writes anew what is made of the chart: `make manifests`."""

from tests.deploy import manifests, values_table

if __name__ == "__main__":
    values_table.write()
    manifests.write()
