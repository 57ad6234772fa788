"""What values.schema.json and the chart's own checks refuse, and whether whoever reads it knows what to change."""

import json
from typing import Any

import pytest

from service.settings import SETTINGS, Setting
from tests.deploy.chart import CHART, RELEASE, Object, helm, leaves, values

SCHEMA: Object = json.loads((CHART / "values.schema.json").read_text("utf-8"))

# What the chart itself says to the service, and where the value is from.
CHOSEN_BY_THE_CHART = {
    *("bind", "insecure_bind", "metrics_address", "health_address", "services", "workers"),
    *("keys_file", "keys", "api_keys_file", "tls_cert", "tls_key", "tls_client_ca"),
    *("log_level", "log_format", "access_log", "trace_endpoint", "trace_ratio", "drain_seconds", "grace_seconds"),
    *("solver_processes", "solver_queue", "solver_max_seconds"),
}


def refusal(*settings: str) -> str:
    """Why these `--set` are refused."""
    flags = [part for setting in settings for part in ("--set-json", setting)]
    ran = helm("template", RELEASE, CHART, *flags, check=False)
    assert ran.returncode != 0, ran.stdout
    return ran.stderr


@pytest.mark.parametrize(
    ("setting", "says"),
    [
        ('nosuch="x"', "additional properties 'nosuch' not allowed"),
        ("engine.replicaz=2", "at '/engine': additional properties 'replicaz' not allowed"),
        ('engine.replicas="many"', "at '/engine/replicas': got string, want integer"),
        ("engine.replicas=0", "at '/engine/replicas': minimum: got 0, want 1"),
        ("engine.workers=1.5", "at '/engine/workers': got number, want integer"),
        ("engine.settings.max_in_flyght=1", "additional properties 'max_in_flyght' not allowed"),
        ("engine.settings.max_waiting_calls=0", "at '/engine/settings/max_waiting_calls': minimum: got 0, want 1"),
        ("engine.settings.max_waiting_calls=0.5", "at '/engine/settings/max_waiting_calls': got number, want integer"),
        ('engine.settings.workers="2"', "additional properties 'workers' not allowed"),
        ("engine.drainSeconds=-1", "at '/engine/drainSeconds': minimum"),
        ("engine.autoscaling.cpuUtilization=0", "at '/engine/autoscaling/cpuUtilization': minimum"),
        ("engine.resources.limits=null", "at '/engine/resources': missing property 'limits'"),
        ('engine.resources.limits.memory="much"', "at '/engine/resources/limits/memory': 'much' does not match"),
        ('engine.podDisruptionBudget.maxUnavailable="half"', "/maxUnavailable': 'half' does not match"),
        ('engine.service.type="Public"', "'ClusterIP', 'NodePort', 'LoadBalancer'"),
        ('solver.mode="sometimes"', "at '/solver/mode': value must be one of 'separate', 'embedded', 'off'"),
        ("solver.mode=false", "at '/solver/mode'"),
        ('image.digest="sha256:12"', "at '/image/digest': 'sha256:12' does not match"),
        ('image.repository=""', "at '/image/repository': minLength"),
        ('image.pullPolicy="Sometimes"', "'Always', 'IfNotPresent', 'Never'"),
        ('keyRing.existingSecret="Not_A_Name"', "at '/keyRing/existingSecret'"),
        ('tls.enabled="yes"', "at '/tls/enabled': got string, want boolean"),
        ('tls.certManager.duration="90 days"', "at '/tls/certManager/duration'"),
        ('log.level="LOUD"', "'DEBUG', 'INFO', 'WARNING', 'ERROR'"),
        ('tracing.endpoint="collector:4317"', "at '/tracing/endpoint': 'collector:4317' does not match"),
        ("tracing.ratio=2", "at '/tracing/ratio': maximum"),
        ('listen.host="127.0.0.1"', "at '/listen/host'"),
        ("networkPolicy.clients={}", "at '/networkPolicy/clients': got object, want array"),
        ('grpcWeb.allowOrigins=["*"]', "at '/grpcWeb/allowOrigins/0': '*' does not match"),
        ('prometheusRule.runbookBase="runbooks"', "at '/prometheusRule/runbookBase': 'runbooks' does not match"),
        ("grpcWeb.port=70000", "at '/grpcWeb/port': maximum"),
        ("verify.shards=0", "at '/verify/shards': minimum"),
        ('serviceMonitor.labels={"a":1}', "at '/serviceMonitor/labels/a': got number, want string"),
    ],
)
def test_a_bad_value_is_refused_by_its_place(setting: str, says: str) -> None:
    assert says in refusal(setting)


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        (("tls.enabled=true",), "tls.enabled needs a certificate: set tls.existingSecret or tls.certManager.enabled."),
        (
            ("tls.enabled=true", 'tls.existingSecret="a"', "tls.certManager.enabled=true"),
            "the certificate is from existingSecret or from certManager; set one of them.",
        ),
        (("tls.enabled=true", "tls.certManager.enabled=true"), "needs tls.certManager.issuerName."),
        (('tls.existingSecret="a"',), "certificates are given, and tls.enabled is false."),
        (('tls.clientCA.existingSecret="a"',), "certificates are given, and tls.enabled is false."),
        (
            (
                "tls.enabled=true",
                'tls.existingSecret="a"',
                'tls.clientCA.existingSecret="b"',
                "grpcWeb.enabled=true",
                'grpcWeb.allowOrigins=["https://play.example"]',
            ),
            "browsers have no client certificates",
        ),
        (
            ('tracing.endpoint="http://collector.example:4317"',),
            "say in networkPolicy.extraEgress where the collector is",
        ),
        (("grpcWeb.enabled=true",), "grpcWeb.enabled needs grpcWeb.allowOrigins"),
        (("grpcRoute.enabled=true",), "grpcRoute.enabled needs grpcRoute.parentRefs"),
        (("engine.autoscaling.minReplicas=30",), "engine.autoscaling: minReplicas is above maxReplicas."),
        (("verify.enabled=true",), "verify.enabled needs verify.records.existingClaim"),
        (
            (
                "verify.enabled=true",
                'verify.records.existingClaim="a"',
                'verify.summaries.existingClaim="b"',
                "verify.parallelism=5",
            ),
            "verify: parallelism is above shards.",
        ),
    ],
)
def test_values_that_do_not_go_together_are_refused_with_what_to_change(settings: tuple[str, ...], says: str) -> None:
    assert says in refusal(*settings)


def schema_at(path: tuple[str, ...]) -> Any:
    """The schema of a value, references followed."""
    found = SCHEMA
    for name in path:
        found = found["properties"][name]
        while "$ref" in found:
            found = SCHEMA["$defs"][found["$ref"].removeprefix("#/$defs/")]
        if "properties" not in found:
            return found
    return found


def test_every_value_has_a_schema_of_its_own() -> None:
    for path, value in leaves(values()):
        assert schema_at(path), path
        if isinstance(value, dict):
            assert schema_at(path)["type"] == "object", path


def test_no_schema_is_of_a_value_that_is_not_there() -> None:
    """But for what a value may hold beyond its default."""

    def compare(schema: Object, found: Object, path: str) -> None:
        for name, part in schema.get("properties", {}).items():
            if path.endswith((".settings", ".resources")) or (path, name) == ("", "global"):
                continue
            assert name in found, f"{path}.{name}"
            inner = SCHEMA["$defs"][part["$ref"].removeprefix("#/$defs/")] if "$ref" in part else part
            compare(inner, found[name] if isinstance(found[name], dict) else {}, f"{path}.{name}")

    compare(SCHEMA, values(), "")


def test_every_setting_of_the_service_is_either_a_value_or_chosen_by_the_chart() -> None:
    settable = set(SCHEMA["$defs"]["settings"]["properties"])
    assert not settable & CHOSEN_BY_THE_CHART
    assert settable | CHOSEN_BY_THE_CHART == {setting.name for setting in SETTINGS}


@pytest.mark.parametrize("setting", [setting for setting in SETTINGS if setting.name not in CHOSEN_BY_THE_CHART])
def test_the_schema_takes_of_a_setting_what_the_service_takes(setting: Setting) -> None:
    """What only the service refused would be found out by pods that do not start."""
    schema = SCHEMA["$defs"]["settings"]["properties"][setting.name]
    for taken in (schema["minimum"], schema["maximum"]):
        assert setting.parse(str(taken)) == taken
    for refused in (schema["minimum"] - 1, schema["maximum"] + 1):
        with pytest.raises(ValueError, match="does not lie between"):
            setting.parse(str(refused))
    assert (schema["type"] == "integer") == isinstance(setting.default, int)
