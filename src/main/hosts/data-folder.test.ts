import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { prepareDataFolder } from "./data-folder.ts";

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "linkdesk-folder-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  // The tests' own process keeps what it has.
  const before = process.umask();
  onTestFinished(() => void process.umask(before));
  return folder;
}

describe.runIf(process.platform !== "win32")("the data folder", () => {
  test("is made the user's alone, also where it was there before, and so is what comes to be in it", () => {
    const folder = join(temporaryFolder(), "data");
    mkdirSync(folder);
    chmodSync(folder, 0o755);
    expect(prepareDataFolder(folder)).toEqual({ isPrivate: true });
    writeFileSync(join(folder, "anything"), "");
    expect([statSync(folder).mode & 0o777, statSync(join(folder, "anything")).mode & 0o777]).toEqual([0o700, 0o600]);
  });

  test.runIf(process.getuid?.() === 0)(
    "that belongs to somebody else is used, and it is said that others may read it",
    () => {
      const folder = temporaryFolder();
      chmodSync(folder, 0o777);
      const script = `import("${new URL("./data-folder.ts", import.meta.url).href}").then(({ prepareDataFolder }) => {
      process.setuid(65534);
      console.log(JSON.stringify(prepareDataFolder(${JSON.stringify(folder)})));
    })`;
      const said = execFileSync(process.execPath, ["--input-type=module", "--eval", script], { encoding: "utf8" });
      expect(JSON.parse(said)).toEqual({ isPrivate: false });
    },
  );

  test.runIf(process.getuid?.() === 0)(
    "that may not be written to is refused with a sentence, not with a stack",
    () => {
      const folder = temporaryFolder();
      chmodSync(folder, 0o555);
      const script = `import("${new URL("./data-folder.ts", import.meta.url).href}").then(({ prepareDataFolder }) => {
      process.setuid(65534);
      try { prepareDataFolder(${JSON.stringify(folder)}); } catch ({ code, message }) { console.log(code, message); }
    })`;
      const said = execFileSync(process.execPath, ["--input-type=module", "--eval", script], { encoding: "utf8" });
      expect(said).toMatch(/^folder-unusable The data folder .* cannot be used: EACCES.*\.\n$/);
    },
  );

  test.each(["journal.db", "instance.lock", "secrets.key", join("logs", "linkdesk.log")])(
    "with a pipe as %s is refused in words, and nobody waits for it",
    (name) => {
      const folder = temporaryFolder();
      mkdirSync(join(folder, "logs"));
      execFileSync("mkfifo", [join(folder, name)]);
      expect(() => prepareDataFolder(folder)).toThrow(`${name} in it is no file. Move it away`);
    },
  );
});

test("a folder that cannot be is refused in words", () => {
  const file = join(temporaryFolder(), "a file");
  writeFileSync(file, "");
  expect(() => prepareDataFolder(join(file, "data"))).toThrow(/^The data folder .* cannot be used: ENOTDIR/);
});
