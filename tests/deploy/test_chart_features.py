"""What the chart promises, feature by feature, and that the parts of a release find each other."""

from __future__ import annotations

import json
import math
import re
from typing import Any

import pytest
import yaml

from canopy.v1 import engine_pb2, referee_pb2, solver_pb2
from service import config
from service.settings import SETTINGS, Settings
from solver.problems import problems
from tests.deploy.chart import CHART, FEATURES, Object, containers, environment, feature, of_kind, pods, render, values
from tests.deploy.queries import ALERTS, CONFIGURATION, OF_THE_TARGET, labels_in, rules_of

NAMES = [path.name.removesuffix("-values.yaml") for path in FEATURES]
ENGINE = engine_pb2.DESCRIPTOR.services_by_name["EngineService"].full_name
REFEREE = referee_pb2.DESCRIPTOR.services_by_name["RefereeService"].full_name
SOLVER = solver_pb2.DESCRIPTOR.services_by_name["SolverService"].full_name
# Where the runbook is in ci/monitoring-values.yaml.
BASE = "https://git.example/canopy/blob/main/"


def deployments(name: str) -> dict[str, Object]:
    """The deployments of a feature."""
    return of_kind(feature(name), "Deployment")


def pod_of(deployment: Object) -> Object:
    """The pods of a deployment."""
    spec: Object = deployment["spec"]["template"]["spec"]
    return spec


def canopy_of(deployment: Object) -> Object:
    """The container that serves."""
    (found,) = (container for container in pod_of(deployment)["containers"] if container["name"] == "canopy")
    assert isinstance(found, dict)
    return found


def settings_of(deployment: Object) -> Settings:
    """The settings with which the service of a deployment runs, read as it reads them itself."""
    return config.read_settings({}, environment(pod_of(deployment)))


def component(name: str, which: str) -> Object:
    """The deployment of the engine or of the solver."""
    (found,) = (found for label, found in deployments(name).items() if label.endswith(which))
    return found


# -- what the service is told --


@pytest.mark.parametrize("name", NAMES)
def test_the_service_understands_every_variable_and_would_start(name: str) -> None:
    known = {setting.variable for setting in SETTINGS}
    for deployment in deployments(name).values():
        variables = environment(pod_of(deployment))
        assert {variable for variable in variables if variable.startswith("CANOPY_")} <= known
        config.require_safe_bind(settings_of(deployment))


def test_numbers_arrive_as_they_were_written() -> None:
    engine, solver = (settings_of(component("scheduling", which)) for which in ("engine", "solver"))
    assert (engine.max_in_flight, engine.max_request_bytes, engine.keepalive_seconds) == (4096, 1_048_576, 20.5)
    assert (engine.workers, engine.drain_seconds, engine.grace_seconds) == (4, 2.5, 45)
    assert engine.max_connection_age_seconds == 300
    assert (solver.solver_processes, solver.solver_queue, solver.solver_max_seconds) == (8, 64, 120)
    assert solver.max_connections == 1024


@pytest.mark.parametrize(
    ("name", "engine", "solver"),
    [
        ("default", (None, False), ({"solver", "referee"}, True)),
        ("solver-embedded", (None, True), None),
        ("solver-off", (None, False), None),
    ],
)
def test_who_answers_what(name: str, engine: Any, solver: Any) -> None:
    """Play and questions scale apart, unless the operator wants them in one process, or no questions."""
    expected = {"canopy-engine": engine} | ({} if solver is None else {"canopy-solver": solver})
    found = {label: settings_of(deployment) for label, deployment in deployments(name).items()}
    assert {label: (settings.offered, settings.has_solver) for label, settings in found.items()} == expected


MIB = 1 << 20


@pytest.mark.parametrize(
    ("engine", "solver", "together"),
    [
        ({}, {}, (768 * MIB, 2816 * MIB)),
        ({"memory": "100M"}, {"memory": "1.5Gi"}, (100_000_000 + 1536 * MIB, 100_000_000 + 1536 * MIB)),
        ({"memory": 1_000_000_000}, {"memory": "2000000Ki"}, (3_048_000_000, 3_048_000_000)),
        # Without a limit on one side there is none.
        ({}, {"memory": None}, (256 * MIB, None)),
    ],
)
def test_an_engine_with_the_solver_in_it_gets_the_memory_of_both(
    engine: Object, solver: Object, together: tuple[int, int | None]
) -> None:
    """Its CPUs it does not ask for: the autoscaler is to see when the one that plays has no time left."""
    flags = ["--set", "solver.mode=embedded"]
    for name, given in (("engine", engine), ("solver", solver)):
        flags += [f"--set-json={name}.resources.{part}={json.dumps(given)}" for part in ("requests", "limits") if given]
    (deployment,) = of_kind(render(*flags), "Deployment").values()
    found = canopy_of(deployment)["resources"]
    requested, limit = found["requests"], found["limits"].get("memory")
    assert (int(bytes_of(requested["memory"])), limit and int(limit)) == together
    assert requested["cpu"] == values()["engine"]["resources"]["requests"]["cpu"]


def bytes_of(amount: str) -> int:
    """An amount of memory that is plain or in MiB."""
    return int(amount.removesuffix("Mi")) * MIB if amount.endswith("Mi") else int(amount)


@pytest.mark.parametrize("name", ["default", "solver-off", "scheduling"])
def test_apart_both_get_what_they_are_given(name: str) -> None:
    for label, deployment in deployments(name).items():
        given = values()[label.rpartition("-")[2]]["resources"]
        assert (canopy_of(deployment)["resources"] == given) == (name != "scheduling" or label.endswith("solver"))


# -- pods that come and go --


@pytest.mark.parametrize("name", NAMES)
def test_kubernetes_waits_longer_than_the_service_takes_to_stop(name: str) -> None:
    for deployment in deployments(name).values():
        settings = settings_of(deployment)
        takes = math.ceil(settings.drain_seconds) + math.ceil(settings.grace_seconds)
        # A worker that does not end is killed five seconds after its grace.
        assert pod_of(deployment)["terminationGracePeriodSeconds"] > takes + 5


@pytest.mark.parametrize("name", NAMES)
def test_a_new_pod_answers_before_an_old_one_goes(name: str) -> None:
    for deployment in deployments(name).values():
        assert deployment["spec"]["strategy"]["rollingUpdate"] == {"maxSurge": 1, "maxUnavailable": 0}
        # Balancers are to see that a pod turns away before it refuses anything.
        ready = canopy_of(deployment)["readinessProbe"]
        assert settings_of(deployment).drain_seconds >= 2 or name == "scheduling"
        assert ready["periodSeconds"] * ready["failureThreshold"] <= 5


@pytest.mark.parametrize("name", NAMES)
def test_probes_ask_by_grpc_at_a_port_of_their_own_for_what_the_pod_is_there_for(name: str) -> None:
    """It has no TLS, and no calls that wait: where those come in, probes are turned away with them."""
    for label, deployment in deployments(name).items():
        container, settings = canopy_of(deployment), settings_of(deployment)
        assert settings.health_address is not None
        assert settings.health_address != settings.bind
        probes = [container[kind]["grpc"] for kind in ("startupProbe", "livenessProbe", "readinessProbe")]
        assert {probe["port"] for probe in probes} == {int(settings.health_address.rpartition(":")[2])}
        assert [probe.get("service") for probe in probes] == [
            None,
            None,
            SOLVER if label.endswith("solver") else ENGINE,
        ]


@pytest.mark.parametrize("name", NAMES)
def test_ports_are_those_on_which_the_service_listens(name: str) -> None:
    for deployment in deployments(name).values():
        settings = settings_of(deployment)
        listening = {"grpc": settings.bind, "metrics": settings.metrics_address, "health": settings.health_address}
        declared = {port["name"]: port["containerPort"] for port in canopy_of(deployment)["ports"]}
        assert declared == {
            name: int(address.rpartition(":")[2]) for name, address in listening.items() if address is not None
        }


def test_replicas_are_left_to_the_autoscaler_where_there_is_one() -> None:
    assert all("replicas" not in deployment["spec"] for deployment in deployments("default").values())
    assert [deployment["spec"]["replicas"] for deployment in deployments("fixed-size").values()] == [1, 1]
    assert not of_kind(feature("fixed-size"), "HorizontalPodAutoscaler")
    assert not of_kind(feature("fixed-size"), "PodDisruptionBudget")


def test_pods_are_scaled_by_cpu_and_if_wanted_by_what_waits() -> None:
    def metrics(name: str) -> dict[str, list[tuple[str, object]]]:
        return {
            scaler: [
                (item["pods"]["metric"]["name"], item["pods"]["target"]["averageValue"])
                if item["type"] == "Pods"
                else (item["containerResource"]["name"], item["containerResource"]["target"]["averageUtilization"])
                for item in found["spec"]["metrics"]
            ]
            for scaler, found in of_kind(feature(name), "HorizontalPodAutoscaler").items()
        }

    assert metrics("default") == {"canopy-engine": [("cpu", 60)], "canopy-solver": [("cpu", 80)]}
    assert metrics("custom-metrics") == {
        "canopy-engine": [("cpu", 70), ("canopy_in_flight", "200")],
        "canopy-solver": [("cpu", 80), ("canopy_solver_load", "4")],
    }


def test_adapter_is_told_of_every_metric_that_pods_are_scaled_by() -> None:
    objects = feature("custom-metrics")
    (found,) = of_kind(objects, "ConfigMap").values()
    rules = yaml.safe_load(found["data"]["config.yaml"])["rules"]
    assert rules == yaml.safe_load((CHART / "files" / "prometheus-adapter.yaml").read_text("utf-8"))["rules"]["custom"]
    wanted = {
        item["pods"]["metric"]["name"]
        for scaler in of_kind(objects, "HorizontalPodAutoscaler").values()
        for item in scaler["spec"]["metrics"]
        if item["type"] == "Pods"
    }
    assert wanted == {rule["name"]["as"] for rule in rules}


# -- the parts find each other --


@pytest.mark.parametrize("name", NAMES)
def test_whatever_selects_pods_selects_those_of_one_deployment(name: str) -> None:
    objects = feature(name)
    labels = {
        label: deployment["spec"]["template"]["metadata"]["labels"]
        for label, deployment in of_kind(objects, "Deployment").items()
    }

    def selected(selector: Object) -> list[str]:
        return [label for label, found in labels.items() if selector.items() <= found.items()]

    for label, deployment in of_kind(objects, "Deployment").items():
        assert selected(deployment["spec"]["selector"]["matchLabels"]) == [label]
    for label, job in of_kind(objects, "Job").items():
        # Every revision has a job of its own, and all have one policy.
        labels[label.rpartition("-")[0]] = job["spec"]["template"]["metadata"]["labels"]
    for kind, path in (("PodDisruptionBudget", "selector"), ("NetworkPolicy", "podSelector")):
        for label, found in of_kind(objects, kind).items():
            assert selected(found["spec"][path]["matchLabels"]) == [label]
    for label, found in of_kind(objects, "Service").items():
        assert selected(found["spec"]["selector"]) == [label.removesuffix("-headless")]
    for label, found in of_kind(objects, "HorizontalPodAutoscaler").items():
        assert found["spec"]["scaleTargetRef"]["name"] == label
        assert label in labels


@pytest.mark.parametrize("name", NAMES)
def test_every_port_that_is_named_is_there(name: str) -> None:
    objects = feature(name)
    for label, service in of_kind(objects, "Service").items():
        deployment = of_kind(objects, "Deployment")[label.removesuffix("-headless")]
        # A name of a port of a sidecar is not found by Kubernetes before 1.32, nor by some networks.
        ports = {port["name"] for port in canopy_of(deployment)["ports"]} | {
            port["containerPort"] for found in pod_of(deployment).get("initContainers", []) for port in found["ports"]
        }
        assert {port["targetPort"] for port in service["spec"]["ports"]} <= ports
        policy = of_kind(objects, "NetworkPolicy").get(label.removesuffix("-headless"))
        if policy is not None:
            assert {port["port"] for item in policy["spec"]["ingress"] for port in item["ports"]} <= ports


@pytest.mark.parametrize("name", NAMES)
def test_every_volume_is_there_and_used_and_every_config_map_is_made(name: str) -> None:
    objects = feature(name)
    for whose, pod in pods(objects):
        volumes = {volume["name"]: volume for volume in pod.get("volumes", [])}
        mounted = {mount["name"] for container in containers(pod) for mount in container.get("volumeMounts", [])}
        assert mounted == volumes.keys(), whose
        for volume in volumes.values():
            if "configMap" in volume:
                assert volume["configMap"]["name"] in of_kind(objects, "ConfigMap")


@pytest.mark.parametrize("name", NAMES)
def test_each_deployment_has_a_balanced_and_a_headless_service(name: str) -> None:
    objects = feature(name)
    services = of_kind(objects, "Service")
    for label, deployment in of_kind(objects, "Deployment").items():
        for found in (services[label], services[f"{label}-headless"]):
            port = found["spec"]["ports"][0]
            protocol = "https" if settings_of(deployment).is_encrypted else "grpc"
            assert (port["name"], port["port"], port["appProtocol"]) == ("grpc", 50051, protocol)
        assert services[f"{label}-headless"]["spec"]["clusterIP"] == "None"


def test_pods_spread_over_zones_and_nodes() -> None:
    for deployment in deployments("default").values():
        spread = pod_of(deployment)["topologySpreadConstraints"]
        assert [item["topologyKey"] for item in spread] == ["topology.kubernetes.io/zone", "kubernetes.io/hostname"]
        for item in spread:
            assert item["labelSelector"]["matchLabels"] == deployment["spec"]["selector"]["matchLabels"]
            # Or new pods would crowd where those of the old revision are not.
            assert item["matchLabelKeys"] == ["pod-template-hash"]


def test_image_is_that_of_the_chart_unless_told_otherwise() -> None:
    (chart,) = (yaml.safe_load((CHART / "Chart.yaml").read_text("utf-8")),)
    images = {
        name: canopy_of(component(name, "engine"))["image"]
        for name in ("default", "existing-secrets", "service-account")
    }
    assert images["default"] == f"canopy:{chart['appVersion']}"
    assert re.fullmatch(r"registry\.example/canopy@sha256:[0-9a-f]{64}", images["existing-secrets"])
    assert images["service-account"] == "canopy:edge"


# -- monitoring --


def test_monitors_find_the_pages_of_the_metrics() -> None:
    objects = feature("monitoring")
    services = of_kind(objects, "Service").values()
    for label, monitor in of_kind(objects, "ServiceMonitor").items():
        wanted = monitor["spec"]["selector"]["matchLabels"].items()
        (found,) = (service for service in services if wanted <= service["metadata"]["labels"].items())
        (endpoint,) = monitor["spec"]["endpoints"]
        assert endpoint["port"] in {port["name"] for port in found["spec"]["ports"]}
        assert endpoint["relabelings"] == [{"targetLabel": "job", "replacement": label}]
        # What the rules ask for beyond the series' own labels, as Prometheus writes it.
        copied = monitor["spec"]["targetLabels"]
        assert set(copied) <= found["metadata"]["labels"].keys()
        asked = set().union(*(labels_in(rule.query) for rule in rules_of(ALERTS)))
        assert {re.sub(r"[./]", "_", name) for name in copied} == asked & OF_THE_TARGET - {
            "namespace",
            "job",
            "instance",
        }
        assert monitor["metadata"]["labels"]["release"] == "prometheus"


def test_a_prometheus_without_the_operator_is_told_what_a_monitor_says() -> None:
    (scraped,) = yaml.safe_load(CONFIGURATION.read_text("utf-8"))["scrape_configs"]
    kept, *copied = scraped["relabel_configs"]
    named = dict(zip(kept["source_labels"], kept["regex"].split(";"), strict=True))
    monitors = of_kind(feature("monitoring"), "ServiceMonitor")
    labels = {re.sub(r"[./]", "_", name) for monitor in monitors.values() for name in monitor["spec"]["targetLabels"]}
    assert {rule["target_label"] for rule in copied} == {"job", "namespace", "pod", *labels}
    (job,) = (rule for rule in copied if rule["target_label"] == "job")
    services = of_kind(feature("monitoring"), "Service")
    read = {
        re.fullmatch(job["regex"], name)
        for name, service in services.items()
        if named["__meta_kubernetes_service_label_canopy_service_monitored"]
        == service["metadata"]["labels"].get("canopy.service/monitored")
        and named["__meta_kubernetes_endpointslice_port_name"] in {port["name"] for port in service["spec"]["ports"]}
    }
    assert {match and match[1] for match in read} == monitors.keys()


def test_rules_and_dashboard_are_shipped_as_they_stand() -> None:
    objects = feature("monitoring")
    for label, found in of_kind(objects, "PrometheusRule").items():
        shipped = (CHART / "files" / f"{label.rpartition('-')[2]}.yaml").read_text("utf-8")
        assert found["spec"] == yaml.safe_load(shipped.replace(": deploy/runbook", f": {BASE}deploy/runbook"))
    (dashboard,) = of_kind(objects, "ConfigMap").values()
    assert dashboard["data"]["canopy.json"].strip() == (CHART / "files" / "dashboard.json").read_text("utf-8").strip()
    assert dashboard["metadata"]["labels"]["grafana_dashboard"] == "1"


# -- encryption and keys --


@pytest.mark.parametrize(
    ("name", "secret"),
    [("tls-secret", "canopy-certificate"), ("tls-cert-manager", "canopy-tls"), ("mtls", "canopy-certificate")],
)
def test_certificates_are_where_the_service_looks_for_them(name: str, secret: str) -> None:
    for deployment in deployments(name).values():
        settings, pod = settings_of(deployment), pod_of(deployment)
        volumes = {volume["name"]: volume.get("secret", {}) for volume in pod["volumes"]}
        mounts = {mount["name"]: mount["mountPath"] for mount in canopy_of(deployment)["volumeMounts"]}
        assert volumes["tls"]["secretName"] == secret
        # The names of a Secret of type kubernetes.io/tls.
        assert (str(settings.tls_cert), str(settings.tls_key)) == (
            f"{mounts['tls']}/tls.crt",
            f"{mounts['tls']}/tls.key",
        )
        assert (settings.tls_client_ca is not None) == (name == "mtls")
        if name == "mtls":
            assert volumes["client-ca"]["items"] == [{"key": "authorities.pem", "path": "ca.crt"}]
            assert str(settings.tls_client_ca) == f"{mounts['client-ca']}/ca.crt"


def test_certificate_is_good_for_all_names_of_the_services() -> None:
    objects = feature("tls-cert-manager")
    (certificate,) = of_kind(objects, "Certificate").values()
    names = certificate["spec"]["dnsNames"]
    for service in of_kind(objects, "Service"):
        assert {service, f"{service}.play", f"{service}.play.svc", f"{service}.play.svc.cluster.local"} <= set(names)
    assert "canopy.example" in names
    assert certificate["spec"]["secretName"] == "canopy-tls"
    assert certificate["spec"]["issuerRef"] == {"name": "internal", "kind": "ClusterIssuer", "group": "cert-manager.io"}


def test_api_keys_are_where_the_service_looks_for_them() -> None:
    for deployment in deployments("existing-secrets").values():
        (volume,) = (volume for volume in pod_of(deployment)["volumes"] if volume["name"] == "api-keys")
        (mount,) = (mount for mount in canopy_of(deployment)["volumeMounts"] if mount["name"] == "api-keys")
        assert volume["secret"]["items"] == [{"key": "api.txt", "path": "api.keys"}]
        assert str(settings_of(deployment).api_keys_file) == f"{mount['mountPath']}/api.keys"


# -- what leads calls in --


def routes_of_ingress(name: str) -> list[tuple[str, str]]:
    """Path and service of an Ingress, of its first host."""
    (ingress,) = of_kind(feature(name), "Ingress").values()
    paths = ingress["spec"]["rules"][0]["http"]["paths"]
    assert {path["backend"]["service"]["port"]["name"] for path in paths} == {"grpc"}
    return [(path["path"].removeprefix("/"), path["backend"]["service"]["name"]) for path in paths]


def routes_of_gateway() -> list[tuple[str, str]]:
    """What is called of the API, as in a path, and service of Kubernetes of a GRPCRoute."""
    (route,) = of_kind(feature("gateway"), "GRPCRoute").values()
    return [
        ("/".join(rule["matches"][0]["method"].get(key, "") for key in ("service", "method")).rstrip("/"), name)
        for rule in route["spec"]["rules"]
        for name in [rule["backendRefs"][0]["name"]]
    ]


def routes_of_envoy() -> list[tuple[str, str]]:
    """The same of the Envoy in the engine's pods, whose clusters are called as the components."""
    (found,) = of_kind(feature("grpc-web"), "ConfigMap").values()
    (listener,) = yaml.safe_load(found["data"]["envoy.yaml"])["static_resources"]["listeners"]
    (connections,) = listener["filter_chains"][0]["filters"]
    (host,) = connections["typed_config"]["route_config"]["virtual_hosts"]
    return [
        ((route["match"].get("path") or route["match"]["prefix"]).strip("/"), f"canopy-{route['route']['cluster']}")
        for route in host["routes"]
    ]


def test_calls_are_led_to_who_answers_them_and_to_nothing_else() -> None:
    separate = {
        ENGINE: "canopy-engine",
        f"{REFEREE}/PairRound": "canopy-solver",
        REFEREE: "canopy-engine",
        SOLVER: "canopy-solver",
    }
    # In this order, too: Envoy takes the first that fits.
    assert routes_of_ingress("ingress") == routes_of_gateway() == routes_of_envoy() == list(separate.items())
    together = dict.fromkeys((ENGINE, REFEREE, SOLVER), "canopy-engine")
    assert dict(routes_of_ingress("ingress-any-host")) == together


@pytest.mark.parametrize("name", ["ingress", "ingress-any-host"])
def test_every_method_of_the_api_is_led_to_pods_that_answer_it(name: str) -> None:
    routes = dict(routes_of_ingress(name))
    for file in (engine_pb2.DESCRIPTOR, referee_pb2.DESCRIPTOR, solver_pb2.DESCRIPTOR):
        for service in file.services_by_name.values():
            for method in service.methods:
                label = routes.get(f"{service.full_name}/{method.name}") or routes[service.full_name]
                settings = settings_of(deployments(name)[label])
                short = service.name.removesuffix("Service").lower()
                assert settings.offered is None or short in settings.offered, method.full_name
                assert settings.has_solver or method.name not in problems(), method.full_name


def test_ingress_has_its_hosts_and_their_certificate() -> None:
    (ingress,) = of_kind(feature("ingress"), "Ingress").values()
    assert [rule["host"] for rule in ingress["spec"]["rules"]] == ["canopy.example", "play.example"]
    assert ingress["spec"]["tls"] == [{"secretName": "canopy-example", "hosts": ["canopy.example", "play.example"]}]
    assert ingress["metadata"]["annotations"]["nginx.ingress.kubernetes.io/backend-protocol"] == "GRPC"
    (anywhere,) = of_kind(feature("ingress-any-host"), "Ingress").values()
    assert anywhere["metadata"]["annotations"] == {
        "example.com/protocol": "h2",
        "nginx.ingress.kubernetes.io/backend-protocol": "GRPCS",
    }
    assert [rule.keys() for rule in anywhere["spec"]["rules"]] == [{"http"}]


# -- browsers --


@pytest.mark.parametrize("name", ["grpc-web", "grpc-web-tls"])
def test_envoy_runs_beside_the_engine_and_outlives_it(name: str) -> None:
    pod = pod_of(component(name, "engine"))
    (envoy,) = pod["initContainers"]
    # A sidecar: started before the others, and ended when they have ended.
    assert envoy["restartPolicy"] == "Always"
    for label, deployment in deployments(name).items():
        assert ("initContainers" in pod_of(deployment)) == label.endswith("engine")


def test_a_changed_configuration_of_envoy_makes_new_pods() -> None:
    def checksum(name: str) -> str:
        annotations = component(name, "engine")["spec"]["template"]["metadata"]["annotations"]
        found: str = annotations["checksum/envoy"]
        return found

    assert checksum("grpc-web") != checksum("grpc-web-tls")


# -- what is let in and out --


def test_clients_monitoring_and_a_collector_are_let_through_and_nobody_else() -> None:
    for policy in of_kind(feature("network"), "NetworkPolicy").values():
        calls, tests, metrics = policy["spec"]["ingress"]
        assert [next(iter(peer)) for peer in calls["from"]] == ["namespaceSelector", "ipBlock"]
        assert tests["from"][0]["podSelector"]["matchLabels"]["app.kubernetes.io/component"] == "test"
        assert metrics["ports"] == [{"port": "metrics"}]
        assert metrics["from"] == [{"podSelector": {"matchLabels": {"app": "prometheus"}}}]
        names, collector = policy["spec"]["egress"]
        # A collector is named by its host, and whoever cannot ask for names does not find it.
        assert {(port["port"], port["protocol"]) for port in names["ports"]} == {(53, "UDP"), (53, "TCP")}
        assert collector["ports"] == [{"port": 4317}]
    for policy in of_kind(feature("default"), "NetworkPolicy").values():
        assert policy["spec"]["egress"] == []


def test_traces_are_sent_where_the_operator_says_and_nowhere_by_default() -> None:
    for deployment in deployments("network").values():
        settings = settings_of(deployment)
        assert (settings.trace_endpoint, settings.trace_ratio) == ("http://collector.example:4317", 0.01)
    assert all(settings_of(deployment).trace_endpoint is None for deployment in deployments("default").values())


def test_envoy_may_ask_the_solver() -> None:
    policies = of_kind(feature("grpc-web"), "NetworkPolicy")
    out = policies["canopy-engine"]["spec"]["egress"][0]["to"][0]["podSelector"]["matchLabels"]
    assert out.items() <= component("grpc-web", "solver")["spec"]["template"]["metadata"]["labels"].items()
    peers = [peer for item in policies["canopy-solver"]["spec"]["ingress"] for peer in item["from"]]
    engine = component("grpc-web", "engine")["spec"]["selector"]["matchLabels"]
    assert {"podSelector": {"matchLabels": engine}} in peers


# -- records --


def test_records_are_verified_by_pods_that_each_know_their_part() -> None:
    (job,) = of_kind(feature("verify"), "Job").values()
    spec = job["spec"]
    assert (spec["completionMode"], spec["completions"], spec["parallelism"]) == ("Indexed", 16, 8)
    assert (spec["backoffLimitPerIndex"], spec["maxFailedIndexes"]) == (1, 16)
    # Statuses that say what is wrong, and not that something went wrong.
    told, drained = spec["podFailurePolicy"]["rules"]
    assert (told["action"], told["onExitCodes"]["values"]) == ("FailIndex", [1, 2])
    assert (drained["action"], drained["onPodConditions"][0]["type"]) == ("Ignore", "DisruptionTarget")
    (container,) = spec["template"]["spec"]["containers"]
    index = "$(JOB_COMPLETION_INDEX)"
    assert container["args"] == [
        *("record", "verify", "--quiet", "--shards", "16", "--shard", index),
        *("--summary", f"/summaries/shard-{index}.json", "/records"),
    ]
    mounts = {mount["mountPath"]: mount for mount in container["volumeMounts"]}
    assert mounts["/records"]["readOnly"] is True
    assert mounts["/records"]["subPath"] == "2026"
    assert container["env"] == [{"name": "CANOPY_KEYS_FILE", "value": "/etc/canopy/keys/ring"}]
    assert mounts["/etc/canopy/keys"]["readOnly"] is True
    assert not of_kind(feature("default"), "Job")
