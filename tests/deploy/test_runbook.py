"""The runbook: a section for every alert, reached by its link, and none without an alert."""

from __future__ import annotations

import re

import pytest

from service.rpc import SHED_REASONS
from service.settings import SETTINGS
from tests.deploy.chart import feature, of_kind
from tests.deploy.queries import ALERTS, DASHBOARD, Rule, rules_of
from tests.repository.files import ROOT

RUNBOOK = ROOT / "deploy" / "runbook.md"
TEXT = RUNBOOK.read_text("utf-8")
SECTIONS = dict(re.findall(r"^### (\w+)\n(.*?)(?=^##|\Z)", TEXT, re.MULTILINE | re.DOTALL))
ALERTED = rules_of(ALERTS)


def test_every_alert_has_a_section_and_every_section_an_alert() -> None:
    assert list(SECTIONS) == [rule.name for rule in ALERTED]


@pytest.mark.parametrize("rule", [pytest.param(rule, id=rule.name) for rule in ALERTED])
def test_an_alert_links_to_its_section(rule: Rule) -> None:
    path, _, anchor = rule.said["annotations"]["runbook_url"].partition("#")
    assert ROOT / path == RUNBOOK
    # As a heading becomes an anchor.
    assert anchor == rule.name.lower()


@pytest.mark.parametrize("name", SECTIONS)
def test_a_section_says_what_it_means_where_to_look_and_what_to_do(name: str) -> None:
    marks = re.findall(r"\*\*(Means|Look|do|Do)\*\*", SECTIONS[name])
    assert [mark.lower() for mark in marks] in (["means", "look", "do"], ["means", "do"])


def test_every_reason_to_shed_a_call_is_explained() -> None:
    assert set(SHED_REASONS) <= set(re.findall(r"`([A-Z_]+)`", SECTIONS["CanopyShedsCalls"]))


def test_links_within_the_runbook_lead_somewhere() -> None:
    anchors = set(re.findall(r"\]\(#([\w-]+)\)", TEXT))
    assert anchors
    assert anchors <= {name.lower() for name in SECTIONS}


def test_panels_that_are_named_are_on_the_dashboard() -> None:
    titles = set(re.findall(r'"title": "([^"]+)"', DASHBOARD.read_text("utf-8")))
    named = {" ".join(name.split()) for name in re.findall(r'"([A-Z][^"]+)"', TEXT)}
    assert named
    assert named <= titles


def test_flags_that_are_named_exist() -> None:
    named = set(re.findall(r"`(--[a-z-]+)", TEXT))
    assert named
    assert named <= {setting.flag for setting in SETTINGS}


def test_objects_that_commands_name_are_those_of_the_chart() -> None:
    commands = [line for block in re.findall(r"```console\n(.*?)```", TEXT, re.DOTALL) for line in block.splitlines()]
    assert all(line.startswith("$ ") for line in commands)
    text = "\n".join(commands)
    named = {
        (kind, name)
        for kind, name in re.findall(
            r"\b(deployment|secret|certificate)[ /](?:--namespace games )?(canopy[-\w]*)", text
        )
    }
    objects = [*feature("default"), *feature("tls-cert-manager")]
    known = {
        (kind, name) for kind in ("deployment", "secret", "certificate") for name in of_kind(objects, kind.capitalize())
    }
    assert {kind for kind, _ in named} == {"deployment", "secret", "certificate"}
    assert named <= known
    (key,) = of_kind(objects, "Secret")["canopy-keys"]["stringData"]
    assert f"{{.data.{key.replace('.', chr(92) + '.')}}}" in text
    assert f'\\"{key}\\"' in text
    for selector in re.findall(r"--selector (\S+)=(\S+)", text):
        assert all(found["metadata"]["labels"][selector[0]] == selector[1] for found in objects)
