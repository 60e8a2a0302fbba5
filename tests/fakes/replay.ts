import type { Handlers } from "../../src/shared/contract.ts";
import type { CallDetail } from "../../src/shared/events.ts";
import { isThisMachine } from "../../src/shared/listener.ts";
import type { Outcome } from "../../src/shared/outcomes.ts";
import type { Profile } from "../../src/shared/profile.ts";
import { targetPath, targetProblem } from "../../src/shared/replay-target.ts";
import type { FakeJournal } from "./journal.ts";
import { FakeRefusal } from "./refusal.ts";
import { callEvent, deliveryEvent, type SampleEvent } from "./sample-events.ts";

interface Dependencies {
  readonly journal: FakeJournal;
  readonly now: () => number;
  readonly latencyMs: number;
  readonly profile: () => Profile;
  readonly listenerUrl: () => string | null;
}

/** Answers as a target would: port 9 refuses connections, everything else takes what it gets with 204. */
export function createFakeReplay({ journal, now, latencyMs, profile, listenerUrl }: Dependencies): Handlers["replay"] {
  return {
    async send({ id, target, edited, agreed }) {
      const { detail, requestBody } = journal.find(id);
      if (detail.kind !== "delivery") throw new FakeRefusal("no-delivery", "This delivery is no longer in the log.");
      const address = target.kind === "url" ? target.url : listenerUrl();
      if (address === null) throw new FakeRefusal("listener-stopped", "The listener is not running. Start it first.");
      const problem = targetProblem(address);
      if (problem !== null) throw new FakeRefusal("field:url", problem);
      const url = new URL(address);
      if (!isThisMachine(url.hostname) && agreed === "no")
        throw new FakeRefusal("destination-not-agreed", `${url.host} is not this machine.`);
      const path =
        edited?.path ?? (target.kind === "url" ? targetPath(address, detail.summary.path) : detail.summary.path);
      const { id: profileId, name, mode } = profile();
      const replay = { of: id, by: null, to: target.kind === "url" ? url.host : null, edited: edited !== null };
      const row = (outcome: Outcome | null, status?: number): SampleEvent => {
        const { detail: call, ...bodies } = callEvent({
          at: now(),
          profile: { id: profileId, name, mode },
          operation: "credit",
          facts: edited === null ? detail.summary.facts : {},
          outcome,
          ...(status === undefined ? {} : { status }),
          ...(requestBody === undefined ? {} : { requestBody }),
        });
        if (call.kind !== "call") throw new Error("A call event is a call.");
        const summary = {
          ...call.summary,
          operation: "replay" as const,
          method: edited?.method ?? "POST",
          path,
          replay,
        };
        const headers = edited?.headers ?? detail.request.headers;
        return {
          ...bodies,
          detail: { ...call, summary, url: url.origin + path, request: { ...call.request, headers } },
        };
      };
      const number = journal.append(row(null));
      await new Promise((resolve) => setTimeout(resolve, latencyMs));
      const refused: Outcome = { code: "refused", host: url.hostname, port: url.port };
      journal.amend(number, url.port === "9" ? row(refused) : row({ code: "success", message: null }, 204));
      if (target.kind === "listener") {
        const { summary } = detail;
        journal.append(deliveryEvent({ at: now(), facts: summary.facts, replay: { ...replay, by: number } }));
      }
      return { event: journal.find(number).detail as CallDetail };
    },
    cancel: () => ({ cancelled: true }),
  };
}
