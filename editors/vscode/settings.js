"use strict";

// serverOptions says how the server is started; get reads a setting of the
// section rtest.
function serverOptions(get) {
  const command = get("path") || "rtest";
  return { command, args: ["lsp"] };
}

// clientOptions says for which files, and what the server is told at first.
function clientOptions(get) {
  return {
    documentSelector: [{ scheme: "file", language: "go" }],
    initializationOptions: { run: get("run") || "never" },
    synchronize: { configurationSection: "rtest" },
  };
}

// packageOf is the argument of the server's command for the package of a file,
// or nothing where there is not a Go file.
function packageOf(document) {
  if (!document || document.languageId !== "go" || document.uri.scheme !== "file") {
    return undefined;
  }
  return { uri: document.uri.toString() };
}

module.exports = { serverOptions, clientOptions, packageOf };
