"use strict";

const test = require("node:test");
const assert = require("node:assert");
const { serverOptions, clientOptions, packageOf } = require("../settings");
const manifest = require("../package.json");

const properties = manifest.contributes.configuration.properties;
const defaults = (key) => properties[`rtest.${key}`].default;

test("the defaults start rtest lsp and run nothing", () => {
  assert.deepStrictEqual(serverOptions(defaults), { command: "rtest", args: ["lsp"] });
  assert.deepStrictEqual(clientOptions(defaults).initializationOptions, { run: "never" });
});

test("settings are passed on", () => {
  const get = (key) => ({ path: "/opt/rtest", run: "onSave" })[key];
  assert.strictEqual(serverOptions(get).command, "/opt/rtest");
  assert.deepStrictEqual(clientOptions(get).initializationOptions, { run: "onSave" });
});

test("only Go files have a package", () => {
  const uri = { scheme: "file", toString: () => "file:///a.go" };
  assert.deepStrictEqual(packageOf({ languageId: "go", uri }), { uri: "file:///a.go" });
  assert.strictEqual(packageOf({ languageId: "c", uri }), undefined);
  assert.strictEqual(packageOf({ languageId: "go", uri: { scheme: "untitled" } }), undefined);
  assert.strictEqual(packageOf(undefined), undefined);
});
