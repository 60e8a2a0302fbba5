import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

// docs/decisions/electron-host.md says of each call of Electron what it rests on. Whether the list is whole, and has
// nothing that is called no more, is looked at here: by what a value of Electron's is named where it is used.

/** A call on a value of Electron's, or what is read of one where that decides something. */
const CALL =
  /\b(app|app\.commandLine|BrowserWindow|window|browserWindow|page|contents|webContents|session|session\.defaultSession|webRequest|protocol|ipcMain|ipcRenderer|contextBridge|storage|powerMonitor|dialog|shell|Menu|Notification|updater\(\)\)|ready|item)\.([a-zA-Z]+)\(/g;
const READ =
  /\b(?:app\.isPackaged|event\.sender(?:Frame)?|frame\.(?:parent|origin)|nativeTheme\.\w+|dialog\.showSaveDialog|process\.resourcesPath)\b/g;
const EVENT = /\.(?:on|once)\("([a-z-]+)"/g;

/** What is ours under a name of Electron's. */
const OURS = new Set(["window.push"]);
/** Functions that only hang a listener on: their event is what stands in the list. */
const LISTENING = new Set(["on", "once"]);

const folders = ["src/main/hosts/electron", "src/preload"];
const source = folders
  .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !file.endsWith(".d.ts"))
  .map((file) => readFileSync(file, "utf8").replaceAll(/^\s*(?:\/\/|\*|\/\*\*).*$/gm, ""))
  .join("\n");
const table = readFileSync("docs/decisions/electron-host.md", "utf8").split("## What each call rests on")[1] ?? "";
const listed = new Set([...table.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name));

/** As the list names it: by the value itself, not by the way to it. */
function listedName(value: string, call: string): string {
  const names: Readonly<Record<string, string>> = {
    browserWindow: "window",
    "session.defaultSession": "session",
    "updater())": "updater",
    webRequest: "session.webRequest",
  };
  return `${names[value] ?? value}.${call}`;
}

const called = new Set(
  [...source.matchAll(CALL)]
    .filter(([, , call = ""]) => !LISTENING.has(call))
    .map(([, value = "", call = ""]) => listedName(value, call))
    .filter((name) => !OURS.has(name)),
);
for (const [name] of source.matchAll(READ)) called.add(name);
// Their `on` is called on more than one value: it is listed where it carries calls.
called.add("ipcRenderer.on");
const events = new Set([...source.matchAll(EVENT)].map(([, name = ""]) => name));

test("every call of Electron and every event is in the list", () => {
  expect(called.size).toBeGreaterThan(50);
  const notOfElectron = new Set(["download-progress", "error"]);
  expect([...called, ...events].filter((name) => !listed.has(name) && !notOfElectron.has(name))).toEqual([]);
});

test("the list has no call and no event that there is none of any more", () => {
  const names = [...listed].filter((name) => /^[a-zA-Z]+(\.[a-zA-Z]+)+$/.test(name) || /^[a-z]+(-[a-z]+)+$/.test(name));
  const said = new Set(["powerMonitor.on", "session.defaultSession", "electron-updater", "electron.d.ts"]);
  expect(names.filter((name) => !called.has(name) && !events.has(name) && !said.has(name))).toEqual([]);
});
