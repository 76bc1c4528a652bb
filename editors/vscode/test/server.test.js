"use strict";

// The server against the protocol library on which the extension is built.

const test = require("node:test");
const assert = require("node:assert");
const { execFileSync, spawn } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { pathToFileURL } = require("node:url");
const protocol = require("vscode-languageserver-protocol/node");
const manifest = require("../package.json");

const top = path.join(__dirname, "..", "..", "..");

test("a contract is shown, run and refuted", async (t) => {
  const dir = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "rtest-vscode-")));
  t.after(() => fs.rmSync(dir, { recursive: true, force: true }));
  const bin = path.join(dir, process.platform === "win32" ? "rtest.exe" : "rtest");
  execFileSync("go", ["build", "-o", bin, "./cmd/rtest"], { cwd: top });
  const text = "package m\n\n//rtest:ensures result < 2\nfunc Half(x int) int { return x / 2 }\n";
  const file = path.join(dir, "half.go");
  fs.writeFileSync(path.join(dir, "go.mod"), "module m\n\ngo 1.24\n");
  fs.writeFileSync(file, text);
  const uri = pathToFileURL(file).toString();

  const child = spawn(bin, ["lsp"], { cwd: dir, stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise((resolve) => child.on("exit", resolve));
  const connection = protocol.createProtocolConnection(
    new protocol.StreamMessageReader(child.stdout),
    new protocol.StreamMessageWriter(child.stdin),
  );
  const findings = new Promise((resolve) => {
    connection.onNotification(protocol.PublishDiagnosticsNotification.type, (p) => {
      if (p.diagnostics.length > 0) {
        resolve(p);
      }
    });
  });
  connection.listen();

  const { capabilities } = await connection.sendRequest(protocol.InitializeRequest.type, {
    processId: process.pid,
    rootUri: pathToFileURL(dir).toString(),
    capabilities: {},
    initializationOptions: { run: "onDemand" },
  });
  // The client registers the server's commands: the extension's must be others.
  const own = manifest.contributes.commands.map((c) => c.command);
  assert.ok(capabilities.executeCommandProvider.commands.includes("rtest.run"));
  assert.ok(!capabilities.executeCommandProvider.commands.some((c) => own.includes(c)));

  await connection.sendNotification(protocol.InitializedNotification.type, {});
  await connection.sendNotification(protocol.DidOpenTextDocumentNotification.type, {
    textDocument: { uri, languageId: "go", version: 1, text },
  });
  const [lens] = await connection.sendRequest(protocol.CodeLensRequest.type, { textDocument: { uri } });
  assert.strictEqual(lens.command.title, "▶ rtest");
  await connection.sendRequest(protocol.ExecuteCommandRequest.type, lens.command);
  const { diagnostics } = await findings;
  assert.match(diagnostics[0].message, /^Half: ensures result < 2 fails\nHalf\(4\) = 2/);
  const saved = diagnostics[0].relatedInformation.map((r) => path.basename(r.location.uri));
  assert.deepStrictEqual(saved, ["half.go", "Half-1.txt"]);
  const [after] = await connection.sendRequest(protocol.CodeLensRequest.type, { textDocument: { uri } });
  assert.strictEqual(after.command.title, "▶ rtest · refuted · Half(4)");

  // An edit makes the finding stale; what was saved becomes a test.
  const stale = new Promise((resolve) => {
    connection.onNotification(protocol.PublishDiagnosticsNotification.type, (p) => {
      if (p.diagnostics.some((d) => d.message.startsWith("stale"))) {
        resolve(p);
      }
    });
  });
  const changed = text.replace("\n\n", "\n\n// Half halves.\n//\n");
  await connection.sendNotification(protocol.DidChangeTextDocumentNotification.type, {
    textDocument: { uri, version: 2 },
    contentChanges: [{ text: changed }],
  });
  assert.strictEqual((await stale).diagnostics[0].range.start.line, 4);
  fs.writeFileSync(file, changed);
  await connection.sendNotification(protocol.DidSaveTextDocumentNotification.type, { textDocument: { uri } });
  const actions = await connection.sendRequest(protocol.CodeActionRequest.type, {
    textDocument: { uri },
    range: { start: { line: 5, character: 0 }, end: { line: 5, character: 0 } },
    context: { diagnostics: [] },
  });
  const add = actions.find((a) => a.title === "rtest: add the counterexample of Half as a test");
  await connection.sendRequest(protocol.ExecuteCommandRequest.type, add);
  const written = fs.readFileSync(path.join(dir, "half_rtest_test.go"), "utf8");
  assert.match(written, /func TestHalfCounterexample1\(t \*testing\.T\) \{\n\trtestCheckHalf\(t, 4\)/);
  assert.throws(() => execFileSync("go", ["test", "."], { cwd: dir, stdio: "pipe" }), (err) =>
    /ensures result < 2 fails/.test(String(err.stdout)),
  );

  await connection.sendRequest(protocol.ShutdownRequest.type);
  await connection.sendNotification(protocol.ExitNotification.type);
  assert.strictEqual(await ended, 0);
});
