import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { FakeUpdater, foundVersion } from "../../../../tests/fakes/updater.ts";
import { createQuitSequence } from "../quit-sequence.ts";
import { createUpdateSource } from "./updates.ts";

const GITHUB = "owner: acme\nrepo: linkdesk\nprovider: github\nupdaterCacheDirName: linkdesk-updater\n";

interface Given {
  readonly isPackaged?: boolean;
  readonly platform?: NodeJS.Platform;
  readonly environment?: Readonly<Record<string, string>>;
  /** The content of app-update.yml; null for none. */
  readonly settings?: string | null;
  /** What electron-builder writes into a package of the system. */
  readonly packageType?: string;
}

function make({ isPackaged = true, platform = "win32", environment = {}, settings = GITHUB, packageType }: Given = {}) {
  const resourcesFolder = mkdtempSync(join(tmpdir(), "linkdesk-updates-"));
  onTestFinished(() => rmSync(resourcesFolder, { recursive: true, force: true }));
  if (settings !== null) writeFileSync(join(resourcesFolder, "app-update.yml"), settings);
  if (packageType !== undefined) writeFileSync(join(resourcesFolder, "package-type"), packageType);
  const library = new FakeUpdater();
  const quitting = createQuitSequence({ log: () => {}, release: () => void library.calls.push("locks released") });
  quitting.onQuit(async () => void library.calls.push("closed"));
  const said: string[] = [];
  const say = (title: string, sentence: string): void => void said.push(`${title}: ${sentence}`);
  const quit = vi.fn<() => void>(() => void library.calls.push("quit"));
  const load = vi.fn<() => Promise<FakeUpdater>>(async () => library);
  const source = createUpdateSource({ isPackaged, platform, environment, resourcesFolder, quitting, quit, say, load });
  return { source, library, load, said };
}

function updaterOf(made: ReturnType<typeof make>) {
  if (!made.source.available) throw new Error(made.source.reason);
  return made.source.updater;
}

test.each<[string, Given, RegExp]>([
  ["started from source", { isPackaged: false }, /from its source/],
  ["a package of the system", { platform: "linux" }, /package of your system/],
  [
    "a package of the system, started from an AppImage",
    { platform: "linux", environment: { APPIMAGE: "/apps/terminal.AppImage" }, packageType: "deb" },
    /package of your system/,
  ],
  ["built without a place to look", { settings: null }, /without a place to look/],
])("%s: none, and a sentence why", (_name, given, reason) => {
  const { source, load } = make(given);
  expect(source).toEqual({ available: false, reason: expect.stringMatching(reason) });
  expect(load).not.toHaveBeenCalled();
});

test.each<[string, Given, string]>([
  ["a repository", {}, "github.com/acme/linkdesk"],
  [
    "an AppImage",
    { platform: "linux", environment: { APPIMAGE: "/apps/linkdesk.AppImage" } },
    "github.com/acme/linkdesk",
  ],
  ["an address", { settings: "provider: generic\nurl: 'https://updates.example/linkdesk'\n" }, "updates.example"],
  ["something else", { settings: "provider: s3\n" }, "the place it was built for"],
])("%s is named before anybody is asked", (_name, given, address) => {
  expect(make(given).source).toMatchObject({ available: true, address });
});

test("nothing is done unasked, and nothing that tells one user from another is sent", async () => {
  const made = make();
  const updater = updaterOf(made);
  expect(made.load).not.toHaveBeenCalled();
  expect(await updater.check()).toBeNull();
  await updater.check();
  expect(made.load).toHaveBeenCalledOnce();
  expect(made.library).toMatchObject({
    autoDownload: false,
    autoInstallOnAppQuit: false,
    allowDowngrade: false,
    allowPrerelease: false,
    disableWebInstaller: true,
    requestHeaders: { "x-user-staging-id": "none" },
  });
  expect(made.library.calls).toEqual(["check", "check"]);
});

test("what is found is passed on, and so is how far its download is", async () => {
  const made = make();
  const updater = updaterOf(made);
  made.library.found = foundVersion("0.2.0", "<p>Better</p>");
  expect(await updater.check()).toEqual({ version: "0.2.0", notes: "<p>Better</p>" });
  made.library.found = { ...foundVersion("0.1.0", ""), isUpdateAvailable: false };
  expect(await updater.check()).toBeNull();
  const percents: number[] = [];
  await updater.download((percent) => percents.push(percent));
  expect(percents).toEqual([41.7]);
});

test("installing closes everything first and gives both locks back: the new program is started before we are gone", async () => {
  const made = make();
  await updaterOf(made).install();
  expect(made.library.calls).toEqual(["closed", "locks released", "install false true", "quit"]);
  expect(made.said).toEqual([]);
});

test.each([
  [
    "with a reason",
    new Error("EACCES: permission denied, unlink '/apps/linkdesk.AppImage'"),
    /\(EACCES: .*\)\. Linkdesk ends/,
  ],
  ["without one", null, /was not installed\. Linkdesk ends/],
])(
  "an installer that does not start, %s, is told of aloud: the window is closed by then",
  async (_name, failure, said) => {
    const made = make();
    made.library.failure = failure;
    made.library.installs = false;
    await updaterOf(made).install();
    expect(made.said).toEqual([expect.stringMatching(said)]);
    expect(made.library.calls.at(-1)).toBe("quit");
  },
);

test("on macOS the system checks first, and what it says against it is heard", async () => {
  const made = make({ platform: "darwin" });
  made.library.failure = new Error("Code signature at URL did not pass validation");
  await expect(updaterOf(made).install()).rejects.toThrow("Code signature");
  expect(made.library.calls).toEqual(["quit and install"]);
});
