import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findMisuse } from "./misuse.ts";

const SAFE = `contextIsolation: true, sandbox: true, nodeIntegration: false, nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false, webSecurity: true, allowRunningInsecureContent: false, experimentalFeatures: false,
  webviewTag: false, navigateOnDragDrop: false, plugins: false, disableBlinkFeatures: "Auxclick"`;

const ELECTRON = "src/main/hosts/electron/window.ts";

describe("the scan finds", () => {
  test.each([
    [
      "node in the page",
      `({ webPreferences: { ${SAFE.replace("nodeIntegration: false", "nodeIntegration: true")} } })`,
    ],
    ["no isolation", `({ webPreferences: { ${SAFE.replace("contextIsolation: true", "contextIsolation: false")} } })`],
    ["no sandbox", `({ webPreferences: { ${SAFE.replace("sandbox: true", "sandbox: unknown")} } })`],
    ["no web security", `({ webPreferences: { ${SAFE.replace("webSecurity: true", "webSecurity: false")} } })`],
    ["a preference left to its default", `({ webPreferences: { ${SAFE.replace("sandbox: true,", "")} } })`],
    ["preferences from elsewhere", `({ webPreferences: { ...others, ${SAFE} } })`],
    ["preferences in a variable", "({ webPreferences: wishes })"],
    ["a window whose preferences stand elsewhere", "new BrowserWindow(optionsOf(look));"],
    ["a window with all defaults", "new BrowserWindow();"],
    ["blink features", `({ webPreferences: { ${SAFE}, enableBlinkFeatures: "CSSVariables" } })`],
    ["the remote module", 'import { app } from "@electron/remote";'],
    ["a remote page", 'window.loadURL("https://example.com/");'],
    ["a page from a variable", "window.loadURL(address);"],
    ["a local file as a page", 'window.loadFile("index.html");'],
    ["an address for the desktop", "shell.openExternal(link);"],
    ["a file for the desktop", "shell.openPath(file);"],
    ["script for a page", "contents.executeJavaScript(text);"],
    ["style for a page", "contents.insertCSS(text);"],
    ["eval", "eval(text);"],
    ["a function of text", "new Function(text)();"],
    ["a timer of text", 'setTimeout("go()", 1);'],
    ["a switch", 'const args = ["--disable-web-security"];'],
    ["a switch of the command line", 'app.commandLine.appendSwitch("no-sandbox");'],
    ["a channel of its own", 'ipcMain.on("save", () => {});'],
    ["a protocol that goes round the policy", "({ privileges: { bypassCSP: true } })"],
    ["a link that starts the program", 'app.setAsDefaultProtocolClient("linkdesk");'],
    ["trust in any certificate", 'app.on("certificate-error", () => {});'],
    ["trust in any certificate of a session", "session.setCertificateVerifyProc((r, done) => done(0));"],
    ["electron given to the page", 'contextBridge.exposeInMainWorld("api", { ipcRenderer });'],
  ])("%s", (_name, source) => expect(findMisuse(ELECTRON, source)).not.toEqual([]));

  test.each([
    ["markup of text", "element.innerHTML = text;"],
    ["markup of text in React", "const a = <div dangerouslySetInnerHTML={{ __html: text }} />;"],
    ["a document written", "document.write(text);"],
    ["a webview with windows", "const a = <webview allowpopups />;"],
    ["something fetched from the world", 'fetch("https://cdn.jsdelivr.net/a.js");'],
    ["an address that is script", 'const a = <a href="javascript:alert(1)">x</a>;'],
    ["electron", 'import { ipcRenderer } from "electron";'],
  ])("%s, in the window", (_name, source) =>
    expect(findMisuse("src/renderer/features/some.tsx", source)).not.toEqual([]),
  );

  test("nothing in what is as it should be", () => {
    expect(
      findMisuse(ELECTRON, `const options = { webPreferences: { ${SAFE} } }; window.loadURL(\`\${ORIGIN}/\`);`),
    ).toEqual([]);
  });
});

test("no source of ours misuses Electron or the page", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" })
    .map((path) => join("src", path).replaceAll("\\", "/"))
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\.d\.ts$|\/test-[\w-]+\.ts$/.test(path));
  expect(files.length).toBeGreaterThan(300);
  expect(files.flatMap((file) => findMisuse(file, readFileSync(file, "utf8")))).toEqual([]);
});

test("the guards of every session and every page are put up before anything is loaded", () => {
  const run = readFileSync("src/main/hosts/electron/start.ts", "utf8");
  const host = readFileSync("src/main/hosts/electron/host.ts", "utf8");
  expect(run.indexOf("guardEveryPage(app)")).toBeGreaterThan(run.indexOf("app.enableSandbox()"));
  expect(run.indexOf("guardEveryPage(app)")).toBeLessThan(run.indexOf("app.whenReady()"));
  expect(host.indexOf("guardSession(session.defaultSession)")).toBeGreaterThan(0);
  expect(host.indexOf("guardSession(session.defaultSession)")).toBeLessThan(host.indexOf("createWindow("));
});
