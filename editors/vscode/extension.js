"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");
const { serverOptions, clientOptions, packageOf } = require("./settings");

let client;

async function start() {
  const get = (key) => vscode.workspace.getConfiguration("rtest").get(key);
  const server = serverOptions(get);
  client = new LanguageClient("rtest", "rtest", server, clientOptions(get));
  try {
    await client.start();
  } catch (err) {
    client = undefined;
    vscode.window.showErrorMessage(
      `rtest: ${server.command} cannot be started: ${err.message}. ` +
        "Install it with go install github.com/rtest-dev/rtest/cmd/rtest@latest, or say where it is in rtest.path.",
    );
  }
}

async function stop() {
  const old = client;
  client = undefined;
  if (old) {
    await old.stop();
  }
}

async function runPackage() {
  const editor = vscode.window.activeTextEditor;
  const argument = packageOf(editor && editor.document);
  if (!argument) {
    vscode.window.showInformationMessage("rtest: open a Go file of the package first.");
    return;
  }
  // The client registers the server's own commands.
  await vscode.commands.executeCommand("rtest.run", argument);
}

async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand("rtest.runPackage", runPackage),
    vscode.commands.registerCommand("rtest.restart", async () => {
      await stop();
      await start();
    }),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration("rtest.path")) {
        await stop();
        await start();
      }
    }),
  );
  await start();
}

module.exports = { activate, deactivate: stop };
