"use strict";

// The extension itself, with a stand-in for the module that only the editor
// has, and for the client.

const test = require("node:test");
const assert = require("node:assert");
const Module = require("node:module");
const manifest = require("../package.json");

// load returns the extension as an editor would load it, and what it did.
function load({ fails = false, document } = {}) {
  const log = [];
  const commands = {};
  let configured;
  const fakes = {
    vscode: {
      workspace: {
        getConfiguration: (section) => ({
          get: (key) => manifest.contributes.configuration.properties[`${section}.${key}`].default,
        }),
        onDidChangeConfiguration: (f) => {
          configured = f;
          return { dispose() {} };
        },
      },
      window: {
        activeTextEditor: document && { document },
        showErrorMessage: (text) => log.push(`error ${text}`),
        showInformationMessage: (text) => log.push(`information ${text}`),
      },
      commands: {
        registerCommand: (name, f) => {
          commands[name] = f;
          return { dispose() {} };
        },
        executeCommand: async (...args) => log.push(`execute ${JSON.stringify(args)}`),
      },
    },
    "vscode-languageclient/node": {
      LanguageClient: class {
        constructor(id, name, server) {
          this.server = server;
        }
        async start() {
          log.push(`start ${this.server.command} ${this.server.args.join(" ")}`);
          if (fails) {
            throw new Error("no such file");
          }
        }
        async stop() {
          log.push("stop");
        }
      },
    },
  };
  const original = Module._load;
  Module._load = (name, ...rest) => fakes[name] || original(name, ...rest);
  delete require.cache[require.resolve("../extension")];
  try {
    const extension = require("../extension");
    return { extension, log, commands, configure: (e) => configured(e) };
  } finally {
    Module._load = original;
  }
}

test("it registers the commands of its manifest and starts the server", async () => {
  const { extension, log, commands } = load();
  await extension.activate({ subscriptions: [] });
  assert.deepStrictEqual(
    Object.keys(commands).sort(),
    manifest.contributes.commands.map((c) => c.command).sort(),
  );
  assert.deepStrictEqual(log, ["start rtest lsp"]);
  await extension.deactivate();
  await extension.deactivate();
  assert.deepStrictEqual(log, ["start rtest lsp", "stop"]);
});

test("a server that is not there is explained", async () => {
  const { extension, log } = load({ fails: true });
  await extension.activate({ subscriptions: [] });
  assert.match(log[1], /^error rtest: rtest cannot be started: no such file\..*go install/);
});

test("it starts again by a command, and for another path", async () => {
  const { extension, log, commands, configure } = load();
  await extension.activate({ subscriptions: [] });
  await commands["rtest.restart"]();
  await configure({ affectsConfiguration: (name) => name === "rtest.path" });
  await configure({ affectsConfiguration: (name) => name === "rtest.run" });
  assert.deepStrictEqual(log, ["start rtest lsp", "stop", "start rtest lsp", "stop", "start rtest lsp"]);
});

test("the package of the open file is run", async () => {
  const uri = { scheme: "file", toString: () => "file:///a.go" };
  const { extension, log, commands } = load({ document: { languageId: "go", uri } });
  await extension.activate({ subscriptions: [] });
  await commands["rtest.runPackage"]();
  assert.strictEqual(log[1], 'execute ["rtest.run",{"uri":"file:///a.go"}]');
});

test("without a Go file nothing is run", async () => {
  const { extension, log, commands } = load();
  await extension.activate({ subscriptions: [] });
  await commands["rtest.runPackage"]();
  assert.match(log[1], /^information /);
});
