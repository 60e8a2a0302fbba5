import type { Diagnosis } from "../../../shared/diagnosis.ts";

/** What follows where every cause was looked into and none was found; null while one is left. */
export function conclusionOf({ checks, runId }: Pick<Diagnosis, "checks" | "runId">): string | null {
  if (!checks.every(({ state }) => state === "fine")) return null;
  const what = runId === null ? "its webhooks" : "the webhook";
  return `Send this question to whoever runs the service: only there it is known what became of ${what}. As far as it can be seen from this machine, nothing is wrong here.`;
}
