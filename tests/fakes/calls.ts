import type { CallRequest, Handlers } from "../../src/shared/contract.ts";
import type { CallDetail, Facts } from "../../src/shared/events.ts";
import { bodyProblem } from "../../src/shared/json/body-problem.ts";
import type { Outcome } from "../../src/shared/outcomes.ts";
import type { Profile } from "../../src/shared/profile.ts";
import type { FakeJournal } from "./journal.ts";
import { FakeRefusal } from "./refusal.ts";
import { callEvent, deliveryEvent, LINK_BODY } from "./sample-events.ts";

interface Dependencies {
  readonly journal: FakeJournal;
  readonly now: () => number;
  readonly latencyMs: number;
  readonly profile: (id: string) => Profile;
  readonly listenerUrl: () => string | null;
  readonly delivered: () => void;
}

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly outcome: Outcome;
}

/** Answers as the sandbox would; the reference `missing`, the amount `0` and what is no JSON are refused, to see those states. */
function answerTo(action: CallRequest["action"], body: Readonly<Record<string, string>>): Answer {
  if (action.operation === "link") {
    if (action.linkId === "missing") return refused(404, "link not found", {});
    return { status: 200, body: LINK_BODY, outcome: { code: "success", message: null } };
  }
  if ("raw" in action.body && bodyProblem(action.body.raw) !== null)
    return refused(422, "The given data was invalid.", {});
  if (body["amount"] === "0") {
    const errors = { amount: ["The amount must be at least 1."] };
    return refused(422, "The given data was invalid.", errors);
  }
  const message = action.operation === "credit" ? "test complete" : "hook sent";
  return { status: 200, body: JSON.stringify({ message }), outcome: { code: "success", message } };
}

function refused(status: number, message: string, errors: Readonly<Record<string, readonly string[]>>): Answer {
  return {
    status,
    body: JSON.stringify(Object.keys(errors).length === 0 ? { message } : { message, errors }),
    outcome: { code: "status", status, message, body: "json", credentials: "sent", errors, retryAfterSeconds: null },
  };
}

/** The fields that a form sent, if it was a form, and the body they make. */
function contentOf(action: CallRequest["action"]): { fields: Record<string, string>; requestBody: string } {
  if (action.operation === "link") return { fields: {}, requestBody: "" };
  if ("raw" in action.body) return { fields: {}, requestBody: action.body.raw };
  return { fields: { ...action.body }, requestBody: JSON.stringify(action.body) };
}

export function createFakeCalls(dependencies: Dependencies): Handlers["calls"] {
  const { journal, now, latencyMs, profile, listenerUrl, delivered } = dependencies;
  const running = new Map<string, () => void>();

  function wait(requestId: string): Promise<"done" | "cancelled"> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve("done"), latencyMs);
      running.set(requestId, () => {
        clearTimeout(timer);
        resolve("cancelled");
      });
    }).finally(() => running.delete(requestId)) as Promise<"done" | "cancelled">;
  }

  return {
    async send({ requestId, profileId, action }) {
      const { id, name, mode } = profile(profileId);
      if (action.operation !== "link" && (mode === "live" || mode === "unset"))
        throw new FakeRefusal("mode-refused", "Simulations go out for sandbox and test profiles only.");
      const { fields, requestBody } = contentOf(action);
      const facts: Facts =
        action.operation === "link"
          ? { subject: "link", linkId: action.linkId }
          : { subject: action.operation, ...fields };
      const base = { at: now(), profile: { id, name, mode }, operation: action.operation, facts, requestBody };
      const row = journal.append(callEvent({ ...base, outcome: null }));
      const ending = await wait(requestId);
      const answer = answerTo(action, fields);
      journal.amend(
        row,
        ending === "cancelled"
          ? callEvent({ ...base, outcome: { code: "cancelled", sent: true }, duration: latencyMs * 1_000 })
          : callEvent({ ...base, ...answer, answerBody: answer.body, duration: latencyMs * 1_000 + 41_000 }),
      );
      if (ending === "done" && answer.status === 200 && action.operation !== "link" && listenerUrl() !== null)
        setTimeout(() => {
          delivered();
          journal.append(deliveryEvent({ at: now(), profile: base.profile, facts }));
        }, latencyMs);
      return { event: journal.find(row).detail as CallDetail };
    },
    async testConnection({ requestId, draft, linkId }) {
      const cancelled = (await wait(requestId)) === "cancelled";
      const action = { operation: "link", linkId } as const;
      const { outcome, status } = cancelled
        ? { outcome: { code: "cancelled", sent: true } as const, status: null }
        : answerTo(action, {});
      return { outcome, url: `${draft.baseUrl}/link/${linkId}`, status, duration: latencyMs * 1_000 };
    },
    cancel({ requestId }) {
      const stop = running.get(requestId);
      stop?.();
      return { cancelled: stop !== undefined };
    },
    curl({ id }) {
      const { detail } = journal.find(id);
      if (detail.kind === "notice") throw new FakeRefusal("no-request", "A notice was no request.");
      const url = detail.kind === "call" ? detail.url : `http://127.0.0.1:8787${detail.summary.path}`;
      return { text: `curl --request '${detail.summary.method}' '${url}' \\\n  --header 'x-api-key: '"$LINKDESK_KEY"` };
    },
  };
}
