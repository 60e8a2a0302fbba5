import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { ROOT } from "../../build/steps/run.ts";

// No workflow was run here. What can be said without GitHub is held by these tests: what they call exists, what they
// use is pinned, and no job may do more than it needs.

const folder = join(ROOT, ".github", "workflows");
const scalar = z.union([z.string(), z.number(), z.boolean()]);
const step = z.strictObject({
  name: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  if: z.string().optional(),
  shell: z.string().optional(),
  "working-directory": z.string().optional(),
  with: z.record(z.string(), scalar).optional(),
  env: z.record(z.string(), z.string()).optional(),
});
const job = z.strictObject({
  name: z.string(),
  needs: z.string().optional(),
  if: z.string().optional(),
  strategy: z.unknown().optional(),
  "runs-on": z.string(),
  "timeout-minutes": z.int(),
  permissions: z.record(z.string(), z.enum(["read", "write"])),
  env: z.record(z.string(), z.string()).optional(),
  steps: z.array(step).min(1),
});
const workflow = z.strictObject({
  name: z.string(),
  on: z.unknown(),
  permissions: z.strictObject({}),
  concurrency: z.unknown(),
  jobs: z.record(z.string(), job),
});

const listedActions = z.record(z.string(), z.strictObject({ version: z.string(), commit: z.string().length(40) }));

const texts = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")] as const);
const jobs = texts.flatMap(([file, text]) =>
  Object.entries(workflow.parse(parse(text)).jobs).map(([id, content]) => ({ file, id, ...content })),
);
const steps = jobs.flatMap((each) => each.steps.map((content) => ({ job: `${each.file}: ${each.id}`, ...content })));
const scripts = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"))).scripts;

describe("the workflows", () => {
  test("are the checks and the release", () => {
    expect(texts.map(([name]) => name)).toEqual(["checks.yml", "release.yml"]);
  });

  test("use actions of GitHub's own, each at one commit, with its version beside it", () => {
    const used = texts.flatMap(([, text]) => text.split("\n").filter((line) => /\buses:/.test(line)));
    expect(used).toHaveLength(steps.filter((each) => each.uses !== undefined).length);
    for (const line of used) expect(line).toMatch(/uses: actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    // The one list of what a commit is: no two workflows take the same version for two commits.
    const listed = listedActions.parse(JSON.parse(readFileSync(join(ROOT, ".github", "actions.json"), "utf8")));
    const named = used.map((line) => /uses: ([\w/-]+)@(\S+) # (\S+)$/.exec(line)?.slice(1) ?? []);
    for (const [action = "", commit, version] of named) expect(listed[action], action).toEqual({ version, commit });
    expect(Object.keys(listed)).toEqual(
      [...new Set(named.map(([action = ""]) => action))].toSorted((a, b) => a.localeCompare(b)),
    );
  });

  test("may read, and write only where a release is made", () => {
    for (const { file, id, permissions } of jobs)
      expect(permissions, `${file}: ${id}`).toEqual(
        id === "publish" ? { contents: "write", "id-token": "write", attestations: "write" } : { contents: "read" },
      );
  });

  test("leave no token behind for the code that they check out", () => {
    const checkouts = steps.filter((each) => each.uses?.startsWith("actions/checkout@"));
    expect(checkouts).toHaveLength(jobs.length);
    for (const each of checkouts) expect(each.with).toMatchObject({ "persist-credentials": false });
  });

  test("put nothing of an event into a script", () => {
    for (const { job: name, run = "" } of steps)
      expect(run.replaceAll(/\$\{\{ matrix\.display \}\}/g, ""), name).not.toContain("${{");
  });

  test("call commands that there are", () => {
    const called = steps.flatMap(({ run = "" }) =>
      [...run.matchAll(/\bnpm (run [\w:-]+|test)/g)].map(([, name = ""]) => name.replace("run ", "")),
    );
    expect(called).toEqual(expect.arrayContaining(["test", "package", "package-smoke"]));
    for (const name of called) {
      expect(Object.keys(scripts)).toContain(name);
      const [, command] = /bootstrap\.mjs ([\w-]+)$/.exec(scripts[name] ?? "") ?? [];
      expect(existsSync(join(ROOT, "build", "commands", `${command}.ts`)), name).toBe(true);
    }
    expect(existsSync(join(ROOT, "node_modules", ".bin", "install-electron"))).toBe(true);
  });

  test("run the end-to-end tests on Electron, with its binary there before they start", () => {
    const runs = jobs.find(({ id }) => id === "electron")?.steps.map(({ run }) => run ?? "") ?? [];
    const fetched = runs.findIndex((run) => run.includes("install-electron"));
    const tested = runs.findIndex((run) => run.includes("xvfb-run --auto-servernum npm test"));
    expect(fetched).toBeGreaterThan(-1);
    expect(tested).toBeGreaterThan(fetched);
  });

  test("look at the package on each desktop of Linux, and make both architectures in one before the tag does", () => {
    const runs = jobs.find(({ id }) => id === "desktops")?.steps.map(({ run }) => run ?? "") ?? [];
    const smokes = runs.filter((run) => run.includes("package-smoke")).join("\n");
    for (const wanted of [/userns=1[\s\S]*AppImage/, /apt-get remove/, /gnome-keyring/, /weston[\s\S]*wayland/])
      expect(smokes).toMatch(wanted);
    expect(JSON.stringify(jobs.find(({ id }) => id === "package")?.strategy)).toContain("--universal");
  });

  test("start the package on three systems before it can be published", () => {
    for (const name of ["package", "build"]) {
      const found = jobs.find((each) => each.id === name);
      expect(JSON.stringify(found?.strategy)).toMatch(/ubuntu.*windows.*macos/);
      expect(found?.steps.some(({ run }) => run?.includes("package-smoke"))).toBe(true);
    }
    const publish = jobs.find(({ id }) => id === "publish");
    // One system's failure keeps neither the others from being built nor what they made from being drafted.
    expect(jobs.find(({ id }) => id === "build")?.strategy).toMatchObject({ "fail-fast": false });
    expect(publish?.if).toBe("${{ !cancelled() }}");
    expect(publish?.needs).toBe("build");
    expect(publish?.steps.map(({ run = "", uses = "" }) => run + uses).join("\n")).toMatch(
      /sha256sum[\s\S]*attest-build-provenance[\s\S]*gh release create "\$TAG" --draft/,
    );
  });
});
