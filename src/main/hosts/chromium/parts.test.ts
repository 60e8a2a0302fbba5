import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { defaultDataFolder, type Surroundings, userDownloads } from "../folders.ts";
import { browserFlags } from "./browser-flags.ts";
import { findBrowser } from "./find-browser.ts";
import { prepareProfile, releaseProfile } from "./profile.ts";
import { createKeyFileSecrets } from "./secrets.ts";
import { readSwitches } from "./switches.ts";

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "linkdesk-parts-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const around = (
  platform: NodeJS.Platform,
  environment: Record<string, string> = {},
  home = "/home/ada",
): Surroundings => ({
  platform,
  environment,
  home,
});

describe("switches", () => {
  test("are read as browsers read theirs", () => {
    expect(readSwitches([])).toEqual({
      headless: false,
      checksItself: false,
      dataFolder: null,
      debuggingPort: null,
      files: [],
      ignored: [],
    });
    expect(
      readSwitches(["--headless", "--host=chromium", "--remote-debugging-port=9333", "--user-data-dir=/tmp/a b"]),
    ).toEqual({
      headless: true,
      checksItself: false,
      dataFolder: "/tmp/a b",
      debuggingPort: 9333,
      files: [],
      ignored: [],
    });
    // A check of the machine shows no window.
    expect(readSwitches(["--self-check"])).toMatchObject({ headless: true, checksItself: true });
    expect(readSwitches(["--headless=new", "--user-data-dir", "data", "--remote-debugging-port", "0"])).toEqual({
      headless: true,
      checksItself: false,
      dataFolder: join(process.cwd(), "data"),
      debuggingPort: 0,
      files: [],
      ignored: [],
    });
    expect(readSwitches(["team.linkdesk", "--headless", "/abs/x.linkdesk", "x.json"])).toMatchObject({
      files: [join(process.cwd(), "team.linkdesk"), "/abs/x.linkdesk"],
      ignored: ["x.json"],
    });
    expect(readSwitches(["--disable-gpu", "--lang=de", "file.txt"]).ignored).toEqual([
      "--disable-gpu",
      "--lang",
      "file.txt",
    ]);
  });

  test.each(["--remote-debugging-port=65536", "--remote-debugging-port=-1", "--remote-debugging-port=1e3"])(
    "%s is refused",
    (argument) => {
      expect(() => readSwitches([argument])).toThrow("0 to 65535");
    },
  );

  test.each(["--user-data-dir", "--user-data-dir=", "--remote-debugging-port"])("%s needs a value", (argument) => {
    expect(() => readSwitches([argument])).toThrow("needs a value");
  });
});

describe("folders", () => {
  test.each([
    [around("linux"), "/home/ada/.local/share/Linkdesk"],
    [around("linux", { XDG_DATA_HOME: "/data" }), "/data/Linkdesk"],
    [around("linux", { XDG_DATA_HOME: "relative" }), "/home/ada/.local/share/Linkdesk"],
    [around("darwin", {}, "/Users/ada"), "/Users/ada/Library/Application Support/Linkdesk"],
    [around("win32", { APPDATA: "/c/ada/Roaming" }), "/c/ada/Roaming/Linkdesk"],
    [around("win32", {}, "/c/ada"), "/c/ada/AppData/Roaming/Linkdesk"],
  ])("data of %o", (surroundings, folder) => {
    expect(defaultDataFolder(surroundings)).toBe(folder);
  });

  test("downloads are where the desktop says, or in Downloads, or nowhere", () => {
    const home = temporaryFolder();
    const linux = around("linux", {}, home);
    expect(userDownloads(linux)).toBeNull();
    mkdirSync(join(home, ".config"));
    writeFileSync(join(home, ".config", "user-dirs.dirs"), '# made\nXDG_DOWNLOAD_DIR="$HOME/Geladen"\n');
    mkdirSync(join(home, "Downloads"));
    expect(userDownloads(linux)).toBeNull();
    mkdirSync(join(home, "Geladen"));
    expect(userDownloads(linux)).toBe(join(home, "Geladen"));
    expect(userDownloads(around("darwin", {}, home))).toBe(join(home, "Downloads"));
  });
});

describe("finding a browser", () => {
  const found = (surroundings: Surroundings, ...there: string[]): string | null =>
    findBrowser(surroundings, (path) => there.includes(path));

  test("the one that was chosen comes first, and must be there", () => {
    const chosen = around("linux", { LINKDESK_BROWSER: "/opt/brave", PATH: "/usr/bin" });
    expect(found(chosen, "/opt/brave", "/usr/bin/chromium")).toBe("/opt/brave");
    expect(() => found(chosen, "/usr/bin/chromium")).toThrow("LINKDESK_BROWSER is set to /opt/brave");
  });

  test.each([
    [around("linux", { PATH: "/usr/local/bin:/usr/bin" }), "/usr/bin/chromium"],
    [around("linux", { PATH: "/usr/local/bin::/usr/bin" }), "/usr/local/bin/google-chrome"],
    [around("darwin"), "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"],
    [around("darwin"), "/home/ada/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge"],
    [around("win32", { "ProgramFiles(x86)": "/c/x86" }), "/c/x86/Microsoft/Edge/Application/msedge.exe"],
    [around("win32", { LOCALAPPDATA: "/c/local" }), "/c/local/Google/Chrome/Application/chrome.exe"],
  ])("on %o in %s", (surroundings, path) => {
    expect(found(surroundings, path)).toBe(path);
    expect(found(surroundings)).toBeNull();
  });

  test("a folder of that name is no browser", () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "chromium"));
    expect(findBrowser(around("linux", { PATH: folder }))).toBeNull();
    writeFileSync(join(folder, "chromium-browser"), "#!/bin/sh\n", { mode: 0o755 });
    expect(findBrowser(around("linux", { PATH: folder }))).toBe(join(folder, "chromium-browser"));
  });
});

describe("flags", () => {
  const wishes = { profileFolder: "/p", headless: false, debuggingPort: null, hasWindowPlace: true, asRoot: false };

  test("leave the browser's sandbox on for everybody but root", () => {
    expect(browserFlags(wishes)).toContain("--disable-breakpad");
    // With it Chromium's network service ends at each start (“FD ownership violation”), and no window comes up.
    expect(browserFlags(wishes)).not.toContain("--disable-crashpad-for-testing");
    expect(browserFlags(wishes).join(" ")).not.toContain("--no-sandbox");
    expect(browserFlags({ ...wishes, asRoot: true })).toContain("--no-sandbox");
  });

  test("open no port unless asked to, and set a size only where none is remembered", () => {
    expect(browserFlags(wishes).join(" ")).not.toMatch(/debugging-port|window-size|--headless/);
    expect(browserFlags({ ...wishes, debuggingPort: 9333 })).toContain("--remote-debugging-port=9333");
    expect(browserFlags({ ...wishes, hasWindowPlace: false })).toContain("--window-size=1440,900");
  });
});

describe("the browser's profile", () => {
  const preferences = (folder: string) => JSON.parse(readFileSync(join(folder, "Default", "Preferences"), "utf8"));

  test("keeps nothing that is typed, and what it knew before", () => {
    const folder = join(temporaryFolder(), "browser");
    expect(prepareProfile(folder, "/data/downloads")).toEqual({ hasWindowPlace: false });
    expect(preferences(folder)).toMatchObject({
      credentials_enable_service: false,
      profile: { password_manager_enabled: false },
      autofill: { profile_enabled: false },
      download: { default_directory: "/data/downloads", prompt_for_download: false },
    });
    const placed = { browser: { app_window_placement: {}, other: 1 }, profile: { name: "Ada" } };
    writeFileSync(join(folder, "Default", "Preferences"), JSON.stringify(placed));
    expect(prepareProfile(folder, null)).toEqual({ hasWindowPlace: true });
    expect(preferences(folder)).toMatchObject({
      browser: { app_window_placement: {}, other: 1 },
      profile: { name: "Ada", password_manager_enabled: false },
    });
    expect(preferences(folder).download).not.toHaveProperty("default_directory");
  });

  test.each(["{", "[]", "null", '{"browser": 7, "profile": null}'])("is made ready over %s", (damaged) => {
    const folder = join(temporaryFolder(), "browser");
    prepareProfile(folder, null);
    writeFileSync(join(folder, "Default", "Preferences"), damaged);
    expect(prepareProfile(folder, null)).toEqual({ hasWindowPlace: false });
    expect(preferences(folder)).toMatchObject({ profile: { password_manager_enabled: false } });
  });
});

describe("secrets beside their key", () => {
  const REFUSED = /not encrypted here|unable to authenticate|Invalid authentication tag/;

  test("come back in another start", async () => {
    const folder = temporaryFolder();
    const bytes = await createKeyFileSecrets(folder).encrypt("sk_live_é");
    expect(Buffer.from(bytes).toString("latin1")).not.toContain("sk_live");
    expect(await createKeyFileSecrets(folder).decrypt(bytes)).toBe("sk_live_é");
  });

  test.skipIf(process.platform === "win32")("have a key file that is its owner's only", async () => {
    const folder = temporaryFolder();
    await createKeyFileSecrets(folder).encrypt("secret");
    expect(statSync(join(folder, "secrets.key")).mode & 0o777).toBe(0o600);
  });

  test("are never said to be protected", async () => {
    expect(await createKeyFileSecrets(temporaryFolder()).protection()).toEqual({
      protected: false,
      reason: expect.stringMatching(/^[A-Z].*\.$/),
    });
  });

  test("encrypted at once for the first time have one key", async () => {
    const secrets = createKeyFileSecrets(temporaryFolder());
    const texts = Array.from({ length: 20 }, (_, index) => `secret ${index}`);
    const all = await Promise.all(texts.map((text) => secrets.encrypt(text)));
    expect(await Promise.all(all.map((bytes) => secrets.decrypt(bytes)))).toEqual(texts);
  });

  test("get a new key where the old one was cut short, which is kept", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "secrets.key"), "short");
    const secrets = createKeyFileSecrets(folder);
    expect(await secrets.decrypt(await secrets.encrypt("secret"))).toBe("secret");
    const [kept] = readdirSync(folder).filter((name) => name.includes("damaged"));
    expect(readFileSync(join(folder, kept ?? ""), "utf8")).toBe("short");
  });

  test("that were changed, cut short or made elsewhere are refused", async () => {
    const secrets = createKeyFileSecrets(temporaryFolder());
    const bytes = await secrets.encrypt("secret");
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = bytes.slice();
      changed[at] = (changed[at] ?? 0) ^ 1;
      await expect(secrets.decrypt(changed)).rejects.toThrow(REFUSED);
      await expect(secrets.decrypt(bytes.slice(0, at))).rejects.toThrow(REFUSED);
    }
    await expect(createKeyFileSecrets(temporaryFolder()).decrypt(bytes)).rejects.toThrow("ENOENT");
    const other = createKeyFileSecrets(temporaryFolder());
    await other.encrypt("makes a key");
    await expect(other.decrypt(bytes)).rejects.toThrow(REFUSED);
  });
});

describe.runIf(process.platform !== "win32")("what a killed browser has left", () => {
  test.each([
    ["its folder for a socket is removed", "another-machine-4711", [], false],
    ["a folder with something else in it stays", "another-machine-4711", ["somebody's.txt"], true],
    ["a lock that cannot be read goes too", "nonsense", [], false],
  ])("%s, and its profile is free", async (_, lock, others, stays) => {
    const profile = temporaryFolder();
    const left = join(temporaryFolder(), "org.chromium.Chromium.x");
    mkdirSync(left);
    for (const name of ["SingletonSocket", "SingletonCookie", ...others]) writeFileSync(join(left, name), "");
    for (const name of ["SingletonSocket", "SingletonCookie"]) symlinkSync(join(left, name), join(profile, name));
    // No process of ours to be waited for.
    symlinkSync(lock, join(profile, "SingletonLock"));
    await releaseProfile(profile);
    expect(existsSync(left)).toBe(stays);
    expect(readdirSync(profile)).toEqual([]);
  });
});
