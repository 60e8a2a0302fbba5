import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "../../build/steps/run.ts";
import { createPlaybookFiles } from "../../src/main/playbooks/files.ts";
import { junitSheet } from "../../src/main/playbooks/index.ts";
import { type Playbook, type PlaybookExpectation, type PlaybookStep, playbookText } from "../../src/shared/playbook.ts";
import { NEW_PROFILE } from "../../src/shared/profile.ts";
import { newDataFolder, removeFolder } from "../support/app.ts";
import { answerOf } from "../support/bridge.ts";
import { startForeignService } from "../support/foreign-service.ts";
import { expect, test } from "./fixtures.ts";
import { countPresses, windowParts } from "./window-parts.ts";

const CLI = join(ROOT, "out", "main", "cli.mjs");

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

function startCommand(folder: string, args: readonly string[], input = ""): ChildProcess {
  const child = spawn(process.execPath, [CLI, ...args, `--user-data-dir=${join(folder, "data")}`], {
    cwd: folder,
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.end(input);
  return child;
}

async function command(folder: string, ...args: readonly string[]): Promise<Ended> {
  return ended(startCommand(folder, args));
}

async function ended(child: ChildProcess): Promise<Ended> {
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  const [code] = (await once(child, "close")) as [number | null];
  return { code, output };
}

/** Waits for the whole time, whatever comes. */
const counted = (withinMs: number): PlaybookExpectation => ({ about: "webhooks", how: "exactly", count: 1, withinMs });

const credit = (id: string, amount: string, once: PlaybookExpectation): PlaybookStep => ({
  does: "call",
  id,
  off: false,
  action: { operation: "credit", body: { amount, currency: "NGN", userReference: "ref_ada" } },
  expect: [
    { about: "outcome", is: "success" },
    once,
    { about: "said", value: "amount", check: { is: "equals", value: "{amount}" } },
    { about: "signature", is: "valid" },
  ],
});

const playbook: Playbook = {
  format: "linkdesk-playbook",
  version: 1,
  name: "Right and wrong",
  about: "",
  parameters: [{ name: "amount", default: "900" }],
  steps: [
    credit("right", "{amount}", { about: "webhooks", how: "at-least", count: 1, withinMs: 20_000 }),
    { does: "sandbox", id: "bend", off: false, answerFault: "none", webhookFault: "dropped" },
    credit("dropped", "901", counted(2_000)),
  ],
};

test.describe("the command line", () => {
  let folder = "";
  test.beforeEach(async () => {
    folder = await newDataFolder();
    await writeFile(join(folder, "a.linkdesk-playbook"), playbookText(playbook));
  });
  test.afterEach(() => removeFolder(folder));

  test("comes to the same result as the window, and says so by its code and its report", async ({ app }) => {
    const { id } = await answerOf(app.page, "playbooks", "save", { id: null, playbook });
    const { resultId } = await answerOf(app.page, "playbooks", "start", { id, rows: [{}], only: null, bail: false });
    await expect
      .poll(async () => (await answerOf(app.page, "playbooks", "running", null))?.state, { timeout: 60_000 })
      .toBe("ended");
    const inWindow = await answerOf(app.page, "playbooks", "result", { playbookId: id, resultId });
    const { code, output } = await command(folder, "run", "a.linkdesk-playbook", "--json", "--report", "junit=out.xml");
    expect(code, output).toBe(1);
    const events = output
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as never);
    const steps = events.filter(({ event }) => event === "step") as { lines: { state: string; expected: string }[] }[];
    const brief = (
      all: readonly { readonly lines: readonly { readonly state: string; readonly expected: string }[] }[],
    ) => all.flatMap(({ lines }) => lines.map(({ state, expected }) => `${state}: ${expected}`));
    expect(brief(steps)).toEqual(brief(inWindow.steps));
    expect(brief(steps)[1]).toBe("passed: at least 1 webhook within 20.0 s");
    expect(await readFile(join(folder, "out.xml"), "utf8")).toMatch(
      /<testsuites name="Linkdesk" tests="8" failures="3"/,
    );
  });

  test("ends with 0, 2 and 3 for what passed, could not run and was not understood; a secret is no argument", async () => {
    await writeFile(
      join(folder, "good.linkdesk-playbook"),
      playbookText({ ...playbook, steps: playbook.steps.slice(0, 1) }),
    );
    expect(await command(folder, "run", "good.linkdesk-playbook", "--var", "amount=12")).toMatchObject({ code: 0 });
    const other = playbook.steps.slice(1, 2);
    await writeFile(
      join(folder, "ask.linkdesk-playbook"),
      playbookText({ ...playbook, steps: [...other, { does: "ask", id: "q", off: false, question: "Well?" }] }),
    );
    expect(await command(folder, "run", "ask.linkdesk-playbook")).toMatchObject({ code: 2 });
    for (const args of [
      ["run"],
      ["run", "gone"],
      ["run", "good.linkdesk-playbook", "--secret", "x"],
      ["dance"],
      ["check"],
      ["run", "good.linkdesk-playbook", "--var", "b=1"],
      ["credit", "--amount", "5.5", "--currency", "NGN", "--user", "ref_ada"],
    ])
      expect(await command(folder, ...args), args.join(" ")).toMatchObject({ code: 3 });
  });

  test("takes profiles from the desktop's folder without touching it, secrets from standard input, rows, a time-out and --bail", async () => {
    const service = await startForeignService();
    const desktop = join(folder, "desktop");
    await mkdir(desktop);
    const staging = { ...NEW_PROFILE, id: "1", name: "Staging", mode: "test", baseUrl: service.origin };
    const settings = JSON.stringify({ version: 1, profiles: [{ ...staging, authentication: { scheme: "bearer" } }] });
    await writeFile(join(desktop, "settings.json"), settings);
    const look = (id: string, linkId: string): PlaybookStep => ({
      does: "call",
      id,
      off: false,
      action: { operation: "link", linkId },
      expect: [{ about: "answer", path: "link.id", check: { is: "equals", value: "L-1" } }],
    });
    const steps = [look("one", "{link}"), look("two", "second")];
    await writeFile(
      join(folder, "links.linkdesk-playbook"),
      playbookText({ ...playbook, parameters: [{ name: "link", default: "first" }], steps }),
    );
    await writeFile(join(folder, "rows.csv"), "link\nL-1\nL-2\n");
    const args = ["run", "links.linkdesk-playbook", "--profiles", desktop, "--profile", "Staging", "--json"];
    const good = await ended(
      startCommand(folder, [...args, "--data", "rows.csv", "--secrets-stdin"], "AUTHENTICATION=s3cret-of-stdin\n"),
    );
    expect(good, good.output).toMatchObject({ code: 0 });
    expect(service.requests.map(({ target }) => target.split("/").at(-1))).toEqual(["L-1", "second", "L-2", "second"]);
    expect(service.requests.every(({ rawHeaders }) => rawHeaders.includes("Bearer s3cret-of-stdin"))).toBe(true);
    expect(good.output).not.toContain("s3cret-of-stdin");
    for (const name of await readdir(join(folder, "data"), { recursive: true }))
      expect(
        (await readFile(join(folder, "data", name)).catch(() => Buffer.of())).includes("s3cret-of-stdin"),
        name,
      ).toBe(false);
    expect([await readdir(desktop), await readFile(join(desktop, "settings.json"), "utf8")]).toEqual([
      ["settings.json"],
      settings,
    ]);

    service.answerWith((response) => response.writeHead(404, { "content-type": "application/json" }).end("{}"));
    const bailed = await command(folder, ...args, "--bail");
    expect(bailed.code).toBe(1);
    expect(bailed.output).toContain("A step before it did not pass.");
    // An answer that never comes: the time-out stops the run, and what was not found out is no pass.
    service.answerWith(() => undefined);
    const late = await command(folder, ...args, "--timeout", "6s");
    expect(late.code).toBe(2);
    expect(late.output).toContain('"state":"skipped"');
    const gone = await command(folder, ...args.slice(0, 4), "--profile", "Gone");
    expect([gone.code, gone.output]).toEqual([3, expect.stringContaining("“Staging”")]);
    await service.close();
  });

  test("killed in the middle it keeps what was finished, and the result says where it stopped", async () => {
    const steps = Array.from({ length: 5 }, (_, place) => credit(`s${place}`, `${4_000 + place}`, counted(5_000)));
    const plain = steps.map((step) =>
      step.does === "call" ? { ...step, expect: step.expect.filter(({ about }) => about !== "said") } : step,
    );
    await writeFile(join(folder, "long.linkdesk-playbook"), playbookText({ ...playbook, steps: plain }));
    const child = startCommand(folder, ["run", "long.linkdesk-playbook"]);
    const results = join(folder, "data", "playbooks", "results", "from-files");
    const lines = async (): Promise<readonly string[]> => {
      const [name] = await readdir(results).catch(() => []);
      return name === undefined
        ? []
        : (await readFile(join(results, name), "utf8")).split("\n").filter((line) => line !== "");
    };
    let output = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
    // What is finished is said at once, and is in the file by then.
    await expect.poll(() => output, { timeout: 60_000 }).toMatch(/Simulate a credit of 4\s001(?: = 40\.01)?\sNGN/);
    child.kill("SIGKILL");
    await once(child, "close");
    expect(output).toContain("[passed] exactly 1 webhook within 5.00 s");
    const kept = (await lines()).map(
      (line) => JSON.parse(line) as { step?: { stepId: string; lines: { state: string }[] } },
    );
    expect(
      kept.slice(1, 3).map(({ step }) => [step?.stepId, step?.lines.every(({ state }) => state === "passed")]),
    ).toEqual([
      ["s0", true],
      ["s1", true],
    ]);
    expect(kept.some((each) => "end" in each)).toBe(false);
    // Read again, it says that it was broken off, and its sheet is not green.
    const [result] = createPlaybookFiles(join(folder, "data", "playbooks")).results("from-files");
    expect(result?.end?.how).toBe("interrupted");
    expect(result === undefined ? "" : junitSheet([result])).toMatch(/errors="1".*The run was interrupted/s);
  });
});

test("somebody new gets from a simulated charge to a saved playbook that passes in seven presses", async ({ app }) => {
  const { page } = app;
  const { tab, button, rows, inspector } = windowParts(page);
  const counted = await countPresses(page);
  await tab("Charge").click();
  await button("Simulate charge").click();
  await expect(rows(/Webhook: charge of/)).toHaveCount(1);
  await rows(/Charge of .* hook sent/).click();
  await inspector.getByRole("button", { name: "Repeat" }).click();
  await page.getByRole("menuitem", { name: "Make a playbook" }).click();
  const dialog = page.getByRole("dialog", { name: "Playbooks" });
  // What came is what is expected, and holds for what was seen already.
  const expected = dialog.getByRole("list", { name: "Steps" }).getByText("passed", { exact: true });
  await expect(expected).toHaveCount(6);
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await dialog.getByRole("button", { name: "Run", exact: true }).click();
  await expect(dialog.getByText("6 passed")).toBeVisible({ timeout: 60_000 });
  expect(await counted()).toEqual({ presses: 7, pastes: 0 });
});
