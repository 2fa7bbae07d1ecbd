"""A language server in one file: whatever editor speaks its protocol shows findings as you type, and mends them.

    python examples/editor/language_server.py

It reads messages on standard input and writes them on standard output; docs/editors.md says how editors start it. Kept
short on purpose: the whole text of a file is sent at each change, and a file is checked with all that it belongs to.
"""

import json
import sys
from pathlib import Path
from typing import Any, BinaryIO
from urllib.parse import unquote, urlparse
from urllib.request import url2pathname

from imhotep import Diagnostic, ImhotepError, Report, Validator

SEVERITIES = {"error": 1, "warning": 2}


class Server:
    """One editor's open files and what was last found in them."""

    def __init__(self, output: BinaryIO) -> None:
        self.output = output
        self.validator = Validator()
        self.open: set[str] = set()
        self.reports: dict[str, Report] = {}
        self.marked: set[str] = set()

    def answer(self, message: dict[str, Any]) -> None:
        """Do what one message asks for."""
        parameters = message.get("params") or {}
        match message.get("method"):
            case "initialize":
                able = {"textDocumentSync": 1, "codeActionProvider": True}
                self.reply(message, {"capabilities": able, "serverInfo": {"name": "imhotep"}})
            case "textDocument/didOpen":
                document = parameters["textDocument"]
                self.changed(document["uri"], document["text"])
            case "textDocument/didChange":
                self.changed(parameters["textDocument"]["uri"], parameters["contentChanges"][-1]["text"])
            case "textDocument/didClose":
                uri = parameters["textDocument"]["uri"]
                self.validator.release(path_of(uri))
                self.open.discard(uri)
                self.reports.pop(uri, None)
                self.check()
            case "textDocument/codeAction":
                self.reply(message, self.actions(parameters["textDocument"]["uri"], parameters["range"]))
            case "shutdown":
                self.reply(message, None)
            case "exit":
                raise SystemExit
            case _ if "id" in message:
                self.send({"id": message["id"], "error": {"code": -32601, "message": "this server does not know that"}})

    def changed(self, uri: str, text: str) -> None:
        """Take in the new text of a file."""
        self.open.add(uri)
        self.validator.hold(path_of(uri), text)
        self.check()

    def check(self) -> None:
        """Check all open files again: any of them may build on the one that changed."""
        for each in self.open:
            try:
                self.reports[each] = self.validator.check(path_of(each))
            except ImhotepError:
                self.reports.pop(each, None)  # no rules, or none that can be read yet
        self.show()

    def show(self) -> None:
        """Tell the editor the findings of all files; files without any are told once more, to clear them."""
        found: dict[str, dict[str, Any]] = {uri: {} for uri in self.marked | self.open}
        for report in self.reports.values():
            for each in report.found:
                uri = uri_of(report, each)
                if uri is not None:
                    finding = as_finding(report, each)
                    found.setdefault(uri, {})[json.dumps(finding)] = finding
        for uri, findings in found.items():
            diagnostics = list(findings.values())
            self.send({"method": "textDocument/publishDiagnostics", "params": {"uri": uri, "diagnostics": diagnostics}})
        self.marked = {uri for uri, findings in found.items() if findings}

    def actions(self, uri: str, place: dict[str, Any]) -> list[dict[str, Any]]:
        """The fixes of what was found on the lines of a stretch."""
        found = []
        for report in self.reports.values():
            for each in report.found:
                if each.fix is None or uri_of(report, each) != uri:
                    continue
                finding = as_finding(report, each)
                lines = finding["range"]["start"]["line"], finding["range"]["end"]["line"]
                if lines[0] <= place["end"]["line"] and place["start"]["line"] <= lines[1]:
                    edits = [{"range": as_range(report, e.span), "newText": e.text} for e in each.fix.edits]
                    found.append({
                        "title": each.fix.title, "kind": "quickfix", "isPreferred": each.fix.safe,
                        "diagnostics": [finding], "edit": {"changes": {uri: edits}},
                    })  # fmt: skip
        return found

    def reply(self, message: dict[str, Any], result: object) -> None:
        self.send({"id": message["id"], "result": result})

    def send(self, message: dict[str, Any]) -> None:
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.output.write(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))
        self.output.flush()


def as_finding(report: Report, each: Diagnostic) -> dict[str, Any]:
    """A finding as the protocol has it."""
    assert each.span is not None
    return {
        "range": as_range(report, each.span),
        "severity": SEVERITIES[each.severity],
        "code": each.code,
        "source": "imhotep",
        "message": "\n".join(filter(None, (each.message, each.note, each.help))),
    }


def as_range(report: Report, span: Any) -> dict[str, Any]:
    start, end = ({"line": line, "character": character} for line, character in report.utf16(span))
    return {"start": start, "end": end}


def uri_of(report: Report, each: Diagnostic) -> str | None:
    """The file of a finding; None for one that belongs to no file."""
    paths = (s.path for s in report.sources if each.span is not None and s.name == each.span.file)
    path = next(paths, None)
    return None if path is None else path.resolve().as_uri()


def path_of(uri: str) -> str:
    return Path(url2pathname(unquote(urlparse(uri).path))).as_posix()


def messages(stream: BinaryIO) -> Any:
    """The messages on a stream, to its end."""
    while header := stream.readline():
        length = 0
        while header.strip():
            name, _, value = header.partition(b":")
            length = int(value) if name.lower() == b"content-length" else length
            header = stream.readline()
        yield json.loads(stream.read(length))


def main() -> None:
    server = Server(sys.stdout.buffer)
    for message in messages(sys.stdin.buffer):
        server.answer(message)


if __name__ == "__main__":
    main()
