"""The example of a language server, as an editor meets it: a process that is written to and read from."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from imhotep.explain.catalog import meadow

CHECKOUT = Path(__file__).parents[2]
SERVER = CHECKOUT / "examples" / "editor" / "language_server.py"
WRONG = "extends: ./meadow\nchange: {title: {en: '🎲'}, numbers: {dais: {value: 3}}}\n"


class Editor:
    """Speaks to one server."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self.process = process
        self.number = 0

    def tell(self, method: str, **parameters: object) -> None:
        self._write({"method": method, "params": parameters})

    def ask(self, method: str, **parameters: object) -> Any:
        self.number += 1
        self._write({"id": self.number, "method": method, "params": parameters})
        return self.read()["result"]

    def read(self) -> Any:
        assert self.process.stdout is not None
        length = int(self.process.stdout.readline().partition(b":")[2])
        assert self.process.stdout.readline() == b"\r\n"
        return json.loads(self.process.stdout.read(length))

    def findings(self) -> dict[str, list[Any]]:
        parameters = self.read()["params"]
        return {parameters["uri"]: parameters["diagnostics"]}

    def _write(self, message: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))
        self.process.stdin.flush()


@pytest.fixture
def editor(tmp_path: Path) -> Iterator[Editor]:
    (tmp_path / "meadow").mkdir()
    (tmp_path / "meadow" / "ruleset.yaml").write_text(meadow(), encoding="utf-8")
    command = [sys.executable, str(SERVER)]
    with subprocess.Popen(command, cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        yield Editor(process)
        process.kill()


def test_findings_come_and_go_as_one_types_and_fixes_are_offered(editor: Editor, tmp_path: Path) -> None:
    assert editor.ask("initialize")["capabilities"]["codeActionProvider"] is True
    editor.tell("initialized")
    uri = (tmp_path / "long rules.yaml").resolve().as_uri()
    editor.tell("textDocument/didOpen", textDocument={"uri": uri, "text": WRONG})
    (finding,) = editor.findings()[uri]
    place = {"start": {"line": 1, "character": 38}, "end": {"line": 1, "character": 42}}
    assert finding["range"] == place
    assert (finding["code"], finding["severity"]) == ("V001", 1)
    assert "did you mean `days`?" in finding["message"]
    (action,) = editor.ask("textDocument/codeAction", textDocument={"uri": uri}, range=place, context={})
    assert action["edit"]["changes"][uri] == [{"range": place, "newText": "days"}]
    mended = WRONG.replace("dais", "days")
    editor.tell("textDocument/didChange", textDocument={"uri": uri}, contentChanges=[{"text": mended}])
    assert editor.findings() == {uri: []}
    base = (tmp_path / "meadow" / "ruleset.yaml").resolve().as_uri()
    text = meadow().replace("days: {value", "daze: {value")
    editor.tell("textDocument/didOpen", textDocument={"uri": base, "text": text})
    told = editor.findings() | editor.findings()
    assert [each["code"] for each in told[uri]] == ["V001"]
    assert [each["code"] for each in told[base]] == ["N001"]
    editor.tell("textDocument/didClose", textDocument={"uri": base})
    assert editor.findings() | editor.findings() == {uri: [], base: []}
    assert editor.ask("shutdown") is None
    editor.tell("exit")
    assert editor.process.wait(10) == 0
