import { mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { hostname } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import {
  type Program,
  removeTestFiles,
  startProgram,
  type TestFiles,
  writeTestFiles,
} from "../../../../tests/support/chromium-window.ts";
import { freePort } from "../../../../tests/support/free-port.ts";
import { findBrowser } from "./find-browser.ts";

/** The process that holds the browser's profile. */
function browserProcess(program: Program): number {
  return Number(/-([0-9]+)$/.exec(readlinkSync(join(program.dataFolder, "browser", "SingletonLock")))?.[1]);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe.skipIf(findBrowser() === null || process.platform === "win32")(
  "the life of the program",
  { timeout: 90_000 },
  () => {
    let files: TestFiles;
    let folders = 0;

    beforeAll(async () => {
      files = await writeTestFiles();
    }, 60_000);
    afterAll(() => removeTestFiles(files));

    const newFolder = (): string => {
      folders += 1;
      return join(files.folder, `data ${folders}`);
    };
    const begin = async (dataFolder = newFolder(), switches: string[] = []): Promise<Program> => {
      const program = startProgram(files, await freePort(), dataFolder, switches);
      onTestFinished(() => program.kill());
      return program;
    };

    /** Each of the signals ends it in order, once, and the browser with it. */
    const endsBy = async (program: Program, signal: "SIGTERM" | "SIGINT" | "SIGHUP"): Promise<void> => {
      const pid = browserProcess(program);
      program.child.kill(signal);
      program.child.kill(signal === "SIGINT" ? "SIGTERM" : signal);
      expect(await program.ended).toBe(0);
      expect(program.notes().filter((note) => note === "quit")).toEqual(["quit"]);
      expect(isAlive(pid)).toBe(false);
    };

    test("a signal while it starts ends it as well", async () => {
      const program = await begin();
      await vi.waitFor(() => expect(browserProcess(program)).toBeGreaterThan(0), { timeout: 40_000 });
      program.child.kill("SIGTERM");
      expect(await program.ended).toBe(0);
      expect(program.output()).not.toMatch(/could not|rror|ended before/);
    });

    test("the end of the browser ends it", async () => {
      const program = await begin();
      await program.ready;
      process.kill(browserProcess(program), "SIGKILL");
      expect(await program.ended).toBe(0);
      expect(program.notes()).toEqual(["quit"]);
    });

    test("SIGTERM ends it in order, and nothing that was typed is left in the browser's profile", async () => {
      const program = await begin();
      await program.ready;
      const { browser, page } = await program.connect();
      await page.evaluate("document.body.append(document.createElement('textarea'))");
      await page.locator("textarea").pressSequentially("typed-by-ada");
      await page.reload();
      await page.evaluate("linkdesk.app.info(null)");
      await browser.close();
      await endsBy(program, "SIGTERM");
      const forms = [Buffer.from("typed-by-ada"), Buffer.from("typed-by-ada", "utf16le")];
      const profile = join(program.dataFolder, "browser");
      const files = readdirSync(profile, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      // Still the empty file, so no folder with records of what stood in the page's fields.
      expect(files.map(({ name }) => name)).toContain("Sessions");
      const telling = files.filter(({ parentPath, name }) => {
        const content = readFileSync(join(parentPath, name));
        return forms.some((form) => content.includes(form));
      });
      expect(telling.map(({ name }) => name)).toEqual([]);
    });

    test("starts at once after it was killed, whose browser does not stay behind, and ends by quitting from within", async () => {
      const folder = newFolder();
      const temporary = newFolder();
      mkdirSync(temporary);
      vi.stubEnv("TMPDIR", temporary);
      onTestFinished(() => void vi.unstubAllEnvs());
      const killed = await begin(folder);
      await killed.ready;
      const pid = browserProcess(killed);
      await killed.kill();
      await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 40_000 });
      // What a killed browser leaves in the temporary folder goes with the next start, and its own with its end.
      const last = await begin(folder);
      await last.ready;
      const { browser, page } = await last.connect();
      // The window may be gone before it has answered.
      await page.evaluate("void linkdesk.journal.undoClear(null)").catch(() => undefined);
      expect(await last.ended).toBe(0);
      await browser.close();
      expect(readdirSync(temporary).filter((name) => /chrom/i.test(name))).toEqual([]);
    });

    test("SIGINT ends it in order, and a page that crashed leaves no dump, neither with us nor with the user's own browser", async () => {
      const configuration = newFolder();
      mkdirSync(configuration);
      vi.stubEnv("XDG_CONFIG_HOME", configuration);
      onTestFinished(() => void vi.unstubAllEnvs());
      const program = await begin();
      await program.ready;
      const { browser, page } = await program.connect();
      const session = await page.context().newCDPSession(page);
      const crashed = page.waitForEvent("crash");
      void session.send("Page.crash").catch(() => undefined);
      await crashed;
      await browser.close();
      await endsBy(program, "SIGINT");
      const files = [configuration, program.dataFolder].flatMap((folder) =>
        readdirSync(folder, { recursive: true, encoding: "utf8" }),
      );
      expect(files.filter((name) => name.endsWith(".dmp"))).toEqual([]);
    });

    test("starts although a killed browser's lock was left that names a process of today, leaves that alone, and ends when its window is closed", async () => {
      const folder = newFolder();
      mkdirSync(join(folder, "browser"), { recursive: true });
      symlinkSync(`${hostname()}-${process.pid}`, join(folder, "browser", "SingletonLock"));
      const program = await begin(folder);
      await program.ready;
      const { browser, page } = await program.connect();
      await page.close();
      expect(await program.ended).toBe(0);
      expect(program.notes()).toEqual(["quit"]);
      await browser.close();
      // This very process: it is alive, but no browser.
      expect(isAlive(process.pid)).toBe(true);
    });

    test("a browser that ends before the window is there is told of", async () => {
      const program = await begin();
      await vi.waitFor(() => expect(browserProcess(program)).toBeGreaterThan(0), { timeout: 40_000, interval: 5 });
      process.kill(browserProcess(program), "SIGKILL");
      expect(await program.ended).toBe(1);
      expect(program.output()).not.toBe("");
    });

    test("says what is wrong with the folder, the port, the switches and the browser", async () => {
      const server = createServer();
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      onTestFinished(() => void server.close());
      const address = server.address();
      const port = address !== null && typeof address === "object" ? address.port : 0;
      const taken = startProgram(files, port, newFolder());
      expect(await taken.ended).toBe(1);
      expect(taken.output()).toContain(`The port ${port} for remote debugging cannot be used: listen EADDRINUSE`);

      const file = join(files.folder, "a file");
      writeFileSync(file, "");
      const noFolder = await begin(join(file, "data"));
      expect(await noFolder.ended).toBe(1);
      expect(noFolder.output()).toMatch(/^The data folder .* cannot be used: ENOTDIR.*\.\n$/);

      const wrong = await begin(newFolder(), ["--remote-debugging-port=many"]);
      expect(await wrong.ended).toBe(1);
      expect(wrong.output()).toBe('--remote-debugging-port takes a number from 0 to 65535, not "many".\n');

      vi.stubEnv("LINKDESK_BROWSER", "/no/such/browser");
      onTestFinished(() => void vi.unstubAllEnvs());
      const none = await begin();
      expect(await none.ended).toBe(1);
      expect(none.output()).toBe("LINKDESK_BROWSER is set to /no/such/browser, which cannot be run.\n");
    });

    test.runIf(process.platform === "linux")("says that a window needs a display", async () => {
      for (const name of ["DISPLAY", "WAYLAND_DISPLAY"]) vi.stubEnv(name, undefined);
      onTestFinished(() => void vi.unstubAllEnvs());
      const program = await begin(newFolder(), ["--headless=false"]);
      expect(await program.ended).toBe(1);
      expect(program.output()).toBe("There is no display for a window here. Start with --headless.\n");
    });

    test("SIGHUP ends it in order, and no second start on its folder; it lets the browser choose the port for debugging, and says which", async () => {
      const program = await begin(newFolder(), ["--remote-debugging-port=0", "--frobnicate"]);
      await program.ready;
      const second = await begin(program.dataFolder);
      expect(await second.ended).toBe(1);
      expect(second.output()).toBe(`Linkdesk is already running on the data folder ${program.dataFolder}.\n`);
      const url = /remote debugging on (http:\/\/127\.0\.0\.1:[1-9][0-9]+)\)/.exec(program.output())?.[1];
      expect((await fetch(`${url}/json/version`)).status).toBe(200);
      expect(program.output()).toContain("Not known here and left out: --frobnicate");
      await endsBy(program, "SIGHUP");
    });
  },
);
