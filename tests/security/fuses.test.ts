import { readFileSync } from "node:fs";
import { FuseV1Options } from "@electron/fuses";
import { expect, test } from "vitest";
import { FUSES } from "../../build/packaging/fuses.ts";

test("each fuse is as the reason for it says", () => {
  const reasons = readFileSync("docs/decisions/fuses.md", "utf8");
  const decided = [...reasons.matchAll(/^\| `(\w+)` \| (on|off) \|/gm)].map(([, name, state]) => [
    name,
    state === "on",
  ]);
  const names = Object.keys(FuseV1Options).filter((name) => Number.isNaN(Number(name)));
  const set = names.map((name) => [name, FUSES[FuseV1Options[name as keyof typeof FuseV1Options]]]);
  expect(new Map(decided as [string, boolean][])).toEqual(new Map(set as [string, boolean][]));
  // Those that open the program to others.
  for (const name of ["RunAsNode", "EnableNodeOptionsEnvironmentVariable", "EnableNodeCliInspectArguments"])
    expect(decided).toContainEqual([name, false]);
  for (const name of ["OnlyLoadAppFromAsar", "EnableEmbeddedAsarIntegrityValidation"])
    expect(decided).toContainEqual([name, true]);
});
