"""Reading what Prometheus would read."""

from __future__ import annotations

from dataclasses import dataclass

from prometheus_client.parser import text_string_to_metric_families

from service.metrics import Metrics


@dataclass(frozen=True)
class Counted:
    """The samples of one scrape, by name and labels."""

    samples: dict[tuple[str, frozenset[tuple[str, str]]], float]

    @staticmethod
    def read(text: bytes) -> Counted:
        """The samples of a text. No series may come twice."""
        samples: dict[tuple[str, frozenset[tuple[str, str]]], float] = {}
        for family in text_string_to_metric_families(text.decode()):
            for sample in family.samples:
                key = sample.name, frozenset(sample.labels.items())
                assert key not in samples, key
                samples[key] = sample.value
        return Counted(samples)

    @staticmethod
    def of(metrics: Metrics) -> Counted:
        """The samples of this process."""
        return Counted.read(metrics.exposition())

    def value(self, name: str, **labels: str) -> float:
        """One series; it must be there."""
        return self.samples[name, frozenset(labels.items())]

    def total(self, name: str, **labels: str) -> float:
        """The sum of all series that have these labels among theirs."""
        return sum(
            value for (other, found), value in self.samples.items() if other == name and labels.items() <= set(found)
        )

    def method(self, name: str, method: str, **labels: str) -> float:
        """The sum over a method, of a metric called grpc_server_..."""
        return self.total(f"grpc_server_{name}", grpc_method=method, **labels)

    def codes(self, method: str) -> dict[str, float]:
        """How the calls of a method ended."""
        return {
            dict(labels)["grpc_code"]: value
            for (name, labels), value in self.samples.items()
            if name == "grpc_server_handled_total" and ("grpc_method", method) in labels and value
        }
