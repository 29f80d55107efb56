"""Writes what makers' chat templates make of some conversations, as transformers
renders them: transformers.py TEMPLATES CONVERSATIONS OUT. build/weights.sh runs it."""

import datetime
import json
import pathlib
import sys

import jinja2.ext
from jinja2 import nodes
from jinja2.sandbox import ImmutableSandboxedEnvironment


class Generation(jinja2.ext.Extension):
    """The tag around what an assistant says, which changes nothing."""

    tags = {"generation"}

    def parse(self, parser):
        line = next(parser.stream).lineno
        body = parser.parse_statements(["name:endgeneration"], drop_needle=True)
        return nodes.CallBlock(self.call_method("_said"), [], [], body).set_lineno(line)

    def _said(self, caller):
        return caller()


def tojson(value, ensure_ascii=False, indent=None, separators=None, sort_keys=False):
    return json.dumps(value, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys)


def refuse(words):
    raise ValueError(words)


environment = ImmutableSandboxedEnvironment(
    trim_blocks=True, lstrip_blocks=True, extensions=[jinja2.ext.loopcontrols, Generation]
)
environment.filters["tojson"] = tojson
environment.globals["raise_exception"] = refuse
environment.globals["strftime_now"] = datetime.datetime(2026, 11, 23, 10).strftime

templates, conversations, out = sys.argv[1:]
asked = json.loads(pathlib.Path(conversations).read_text("utf-8"))
said = {}
for path in sorted(pathlib.Path(templates).glob("*.jinja")):
    with path.open(encoding="utf-8", newline="") as file:
        template = environment.from_string(file.read())
    said[path.name] = []
    for one in asked:
        try:
            text = template.render(
                messages=one["messages"], tools=one["tools"], documents=None, add_generation_prompt=True,
                bos_token="<BOS>", eos_token="<EOS>", enable_thinking=False,
            )  # fmt: skip
        except Exception:  # whatever it fails with, nothing is written
            text = None
        said[path.name].append(text)
pathlib.Path(out).write_text(json.dumps(said, ensure_ascii=False), "utf-8")
