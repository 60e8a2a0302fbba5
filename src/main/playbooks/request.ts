import { randomUUID } from "node:crypto";
import { simulationProblem } from "../../shared/call-fields.ts";
import type { Playbook, PlaybookValues } from "../../shared/playbook.ts";
import type { ResultHead } from "../../shared/playbook-result.ts";
import type { Profile } from "../../shared/profile.ts";
import { Refusal } from "../refusal.ts";

export interface RunnerRequest {
  readonly playbookId: string | null;
  readonly playbook: Playbook;
  readonly profile: Profile;
  readonly rows: readonly PlaybookValues[];
  readonly only: readonly { readonly row: number; readonly stepId: string }[] | null;
  readonly bail: boolean;
}

/** @throws Refusal `mode`, `parameters` */
export function headOf(request: RunnerRequest, at: number): ResultHead {
  const { playbook, profile, rows } = request;
  const problem = simulationProblem(profile.mode);
  if (problem !== null) throw new Refusal("mode", problem.replace("Simulations are off", "Playbooks are off"));
  const known = new Set(playbook.parameters.map(({ name }) => name));
  const stranger = rows.flatMap((row) => Object.keys(row)).find((name) => !known.has(name));
  if (stranger !== undefined)
    throw new Refusal(
      "parameters",
      `“${stranger}” is no parameter of this playbook. It has: ${[...known].join(", ") || "none"}.`,
    );
  const defaults = Object.fromEntries(playbook.parameters.map(({ name, default: value }) => [name, value]));
  return {
    id: randomUUID(),
    playbookId: request.playbookId,
    playbook,
    profile: { id: profile.id, name: profile.name, mode: profile.mode },
    startedAt: at,
    rows: rows.map((row) => ({ ...defaults, ...row })),
  };
}
