"""A picture measured in a real browser: what leaves its place, and what is written over something else."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from html import unescape
from pathlib import Path

# Rectangles may touch, and glyphs are measured with their line height: so much overlap, in pixels, is none.
MEASURE = """
const slack = 1;
const report = [];
const rectangle = element => element.getBoundingClientRect();
const inside = (a, b) => a.left >= b.left - slack && a.right <= b.right + slack
    && a.top >= b.top - slack && a.bottom <= b.bottom + slack;
const overlap = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > slack
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > slack;
const picture = document.querySelector('svg');
const texts = [...picture.querySelectorAll('text')].map(element => ({element, box: rectangle(element)}));
for (const {element, box} of texts) {
    if (box.width === 0 || box.height === 0) report.push(`invisible: ${element.textContent}`);
    if (!inside(box, rectangle(picture))) report.push(`off the page: ${element.textContent}`);
    const frame = element.closest('.box');
    if (frame && !inside(box, rectangle(frame.querySelector('rect, circle')))) {
        report.push(`out of ${frame.getAttribute('class')}: ${element.textContent}`);
    }
}
texts.sort((a, b) => a.box.top - b.box.top);
texts.forEach((one, index) => {
    for (let next = index + 1; next < texts.length && texts[next].box.top < one.box.bottom; next++) {
        if (overlap(one.box, texts[next].box)) {
            report.push(`on one another: ${one.element.textContent} / ${texts[next].element.textContent}`);
        }
    }
});
const frames = [...picture.querySelectorAll('.panel, .board')];
for (const frame of frames.filter(frame => frame.matches('.panel'))) {
    for (const other of frames.filter(other => other.matches('.panel') && other !== frame)) {
        const a = rectangle(frame.querySelector('rect')), b = rectangle(other.querySelector('rect'));
        if (overlap(a, b)) report.push(`panels on one another: ${frame.getAttribute('class')}`);
    }
}
for (const board of picture.querySelectorAll('.board')) {
    const discs = [...board.querySelectorAll('.circle, .ghost')].map(circle => circle.querySelector('circle'));
    discs.forEach((disc, index) => discs.slice(index + 1).forEach(other => {
        const [x, y, r] = ['cx', 'cy', 'r'].map(name => disc[name].baseVal.value);
        const distance = Math.hypot(x - other.cx.baseVal.value, y - other.cy.baseVal.value);
        if (distance < r + other.r.baseVal.value) report.push('circles on one another');
    }));
}
document.getElementById('report').textContent = JSON.stringify({texts: texts.length, found: report});
"""


def measured(picture: str, folder: Path) -> dict[str, object]:
    """What Chromium finds when it shows a picture inside a page."""
    browser = shutil.which("chromium")
    assert browser is not None, "this test needs Debian's chromium"
    page = folder / "page.html"
    page.write_text(
        f'<!DOCTYPE html><meta charset="utf-8">{picture}<pre id="report"></pre><script>{MEASURE}</script>',
        encoding="utf-8",
    )
    shown = subprocess.run(
        [
            browser,
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            f"--user-data-dir={folder / 'profile'}",
            "--window-size=1280,1024",
            "--dump-dom",
            page.as_uri(),
        ],
        capture_output=True,
        check=True,
        timeout=300,
    ).stdout.decode("utf-8")
    report = re.search(r'<pre id="report">(.*?)</pre>', shown, re.DOTALL)
    assert report is not None
    found: dict[str, object] = json.loads(unescape(report[1]))
    return found
