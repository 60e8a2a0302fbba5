import { describe, expect, it } from "vitest";
import {
  type Explanation,
  isUnclear,
  type Operation,
  type Outcome,
  proxyFault,
  redirectReason,
  tlsFault,
} from "../outcomes.ts";
import { type HeaderList, SECRET_MASK } from "../primitives.ts";
import type { Verdict } from "../run.ts";
import { authenticationIn, explainOutcome } from "./explain-outcome.ts";

type Status = Extract<Outcome, { code: "status" }>;

function status(code: number, more: Partial<Status> = {}): Status {
  return {
    code: "status",
    status: code,
    message: null,
    body: "json",
    credentials: "sent",
    errors: {},
    retryAfterSeconds: null,
    ...more,
  };
}

const EVERY: readonly Outcome[] = [
  { code: "success", message: "test complete" },
  { code: "unexpected-message", message: "done" },
  { code: "unexpected-shape", expected: "a text under the key “message”" },
  { code: "not-json", status: 204, body: "empty", detail: "The body is empty.", message: null },
  { code: "not-json", status: 200, body: "page", detail: "Expected a value here.", message: "Sign in" },
  { code: "too-large", limitBytes: 10 * 1_048_576 },
  { code: "dns", host: "api.example.test", detail: "ENOTFOUND" },
  { code: "dns", host: "api.example.test", detail: "EAI_AGAIN" },
  { code: "refused", host: "127.0.0.1", port: "81" },
  { code: "unreachable", host: "10.0.0.1", detail: "EHOSTUNREACH" },
  ...tlsFault.options.map((fault): Outcome => ({ code: "tls", fault, host: "api.example.test", detail: "DETAIL" })),
  ...proxyFault.options.map(
    (fault): Outcome => ({ code: "proxy", fault, proxy: "http://proxy:3128", detail: "DETAIL" }),
  ),
  { code: "connect-timeout", limitMs: 10_000 },
  { code: "answer-timeout", limitMs: 1_500 },
  { code: "reset", sent: true, detail: "ECONNRESET" },
  { code: "reset", sent: false, detail: "ECONNRESET" },
  { code: "protocol", detail: "DETAIL" },
  { code: "cancelled", sent: true },
  { code: "cancelled", sent: false },
  { code: "interrupted" },
  ...redirectReason.options.map((reason): Outcome => ({ code: "redirect", status: 302, location: "/x", reason })),
  ...[400, 401, 403, 404, 405, 406, 418, 422, 429, 500, 502, 503, 304, 600].map((code) => status(code)),
  status(401, { credentials: "missing" }),
  status(401, { credentials: "none" }),
  status(404, { body: "text" }),
  status(422, { errors: { amount: ["too small"] } }),
  status(429, { retryAfterSeconds: 30 }),
  status(503, { retryAfterSeconds: 7_201 }),
  { code: "internal", detail: "DETAIL" },
];

const OPERATIONS: readonly Operation[] = ["link", "credit", "charge"];

function whole(explanation: Explanation): string {
  return [explanation.title, explanation.sentence, explanation.nextStep].join(" | ");
}

describe("how a call ended, in words", () => {
  it.each(OPERATIONS)("has words of its own for every way a %s can end", (operation) => {
    const seen = new Map<string, Outcome>();
    for (const outcome of EVERY) {
      const text = whole(explainOutcome(outcome, operation));
      expect([text, seen.get(text)]).toEqual([text, undefined]);
      seen.set(text, outcome);
    }
  });

  it("writes whole sentences, with something to do next for whatever went wrong", () => {
    for (const operation of OPERATIONS)
      for (const outcome of EVERY) {
        const { tone, title, sentence, nextStep } = explainOutcome(outcome, operation);
        expect(title).toMatch(/^[A-Z][^.]*[^.]$/);
        expect(sentence).toMatch(/^[A-Z].*([.”)]|DETAIL)$/s);
        expect(sentence).not.toMatch(/ {2}|undefined|null|\[object/);
        expect(tone === "bad" ? nextStep : "Nothing.").toMatch(/^[A-Z].*\.$/s);
      }
  });

  it("says of “hook sent” that it is no proof of arrival", () => {
    const { title, sentence } = explainOutcome({ code: "success", message: "hook sent" }, "charge");
    expect(title).toBe("Hook sent");
    expect(sentence).toContain("only that a hook was sent");
    expect(sentence).toContain("not say that the hook arrived");
  });

  it("shows another message as odd, not as failed", () => {
    const odd = explainOutcome({ code: "unexpected-message", message: "queued" }, "credit");
    expect(odd.tone).toBe("odd");
    expect(odd.sentence).toContain("“queued”");
    expect(odd.sentence).toContain("“test complete”");
  });

  it("tells the reasons of a 401 and of a 404 apart", () => {
    expect(explainOutcome(status(401, { credentials: "missing" }), "link").sentence).toContain("none set");
    const refused = (...headers: HeaderList) =>
      explainOutcome(status(401), "link", { authentication: authenticationIn(headers) }).nextStep;
    expect(refused(["accept", "*/*"], ["x-key", SECRET_MASK])).toContain("as it is in the header x-key");
    expect(refused(["authorization", `Token ${SECRET_MASK}`])).toContain("with the word “Token” before it");
    expect(refused(["authorization", SECRET_MASK])).toContain("with no word before it");
    expect(refused(["authorization", `Basic ${SECRET_MASK}`])).toContain("the password");
    expect(refused(["x-key", SECRET_MASK], ["x-more", SECRET_MASK])).toContain("see Authentication there");
    const unknown = explainOutcome(status(404), "link");
    const elsewhere = explainOutcome(status(404, { body: "text" }), "link", { url: "https://a.test/v1/link/x" });
    expect(unknown.nextStep).toContain("the mode of this key");
    expect(explainOutcome(status(404), "link", { mode: "sandbox" }).nextStep).not.toContain("key");
    expect(elsewhere.nextStep).toContain("base URL");
    expect(elsewhere.nextStep).toContain("https://a.test/v1/link/x");
  });

  it("says how long to wait, never less than asked", () => {
    const wait = (seconds: number) => explainOutcome(status(429, { retryAfterSeconds: seconds }), "credit").sentence;
    expect(wait(1)).toContain("wait 1 second.");
    expect(wait(30)).toContain("wait 30 seconds.");
    expect(wait(121)).toContain("wait 3 minutes.");
    expect(wait(7_201)).toContain("wait 3 hours.");
  });

  it("quotes nothing a second time that stands beside a field", () => {
    const of = (errors: Record<string, string[]>, besideFields: string[]) =>
      explainOutcome(
        {
          code: "status",
          status: 422,
          message: "amount is odd.",
          body: "json",
          credentials: "sent",
          errors,
          retryAfterSeconds: null,
        },
        "credit",
        { besideFields },
      ).sentence;
    expect(of({}, ["amount is odd."])).toBe(
      "The service refused what was sent (422). The reason stands beside its field.",
    );
    const two = of({ amount: ["Odd."], mood: ["Bad."] }, ["Odd."]);
    expect(two).toContain("It objects: mood “Bad”. The rest stands beside its field.");
    expect(two).not.toContain("“Odd");
  });

  it("speaks of one value or of several", () => {
    const next = (errors: Record<string, string[]>) => explainOutcome(status(422, { errors }), "credit").nextStep;
    expect(next({ amount: ["Odd."] })).toMatch(/^Correct this value,/);
    expect(next({ amount: ["Odd."], mood: ["Bad."] })).toMatch(/^Correct these values,/);
  });

  it("quotes what the service says, and its messages by field", () => {
    const sentence = explainOutcome(
      status(422, { message: "invalid", errors: { amount: ["too small", "odd"], "": ["general"] } }),
      "credit",
    ).sentence;
    expect(sentence).toContain("It objects: amount “too small odd”.");
    expect(sentence).toContain("The service says: “invalid” and “general”.");
  });

  it("says a field’s name, and what the service says twice, once", () => {
    const to = "The selected to is not an indexed user.";
    const { sentence } = explainOutcome(
      status(422, {
        message: to,
        errors: { to: [to], user_reference: ["The user reference is required."], at: ["Look at it."] },
      }),
      "charge",
    );
    expect(sentence).toContain(
      "It objects: “The selected to is not an indexed user”; “The user reference is required”; at “Look at it”.",
    );
    expect(sentence).not.toContain("The service says");
  });

  it("warns of every way that leaves open whether a simulation was acted on, and of no other; a look-up needs no warning", () => {
    for (const outcome of EVERY) {
      const { sentence, nextStep } = explainOutcome(outcome, "charge");
      const text = whole(explainOutcome(outcome, "charge"));
      expect([sentence.includes("may have acted"), text]).toEqual([isUnclear(outcome), text]);
      expect([nextStep.startsWith("Look for its webhook"), text]).toEqual([isUnclear(outcome), text]);
      expect(whole(explainOutcome(outcome, "link"))).not.toMatch(/may have acted|its webhook/);
    }
  });
});

it("a link that is not whole is no good news, and says what is missing", () => {
  const explained = explainOutcome({ code: "success", message: null, missing: ["ID", "user", "peer"] }, "link");
  expect(explained).toMatchObject({
    tone: "neutral",
    sentence: "The service returned a link without ID, user and peer.",
  });
});

it("what has come is not to be looked for: once the webhook is there, the verdict says what follows", () => {
  const unclear = EVERY.filter(isUnclear);
  const odd = EVERY.filter(({ code }) => code === "unexpected-message" || code === "unexpected-shape");
  for (const outcome of [...unclear, ...odd]) {
    const step = (verdict: Verdict) => explainOutcome(outcome, "charge", { verdict }).nextStep;
    expect(step({ code: "matched", after: 180_000 })).toBe("");
    expect(step({ code: "waiting", until: 1, downtime: null })).toMatch(/its webhook|the webhook/);
  }
  // What was refused is to be mended, whatever comes.
  const refused = status(422);
  expect(explainOutcome(refused, "charge", { verdict: { code: "matched", after: 1 } })).toEqual(
    explainOutcome(refused, "charge"),
  );
});

it("says of a sent hook that nothing says it arrived, until one is there", () => {
  const sent = (verdict: Verdict) =>
    explainOutcome({ code: "success", message: "hook sent" }, "charge", { verdict }).sentence;
  expect(sent({ code: "waiting", until: 1, downtime: null })).toMatch(/does not say that the hook arrived/);
  expect(sent({ code: "matched", after: 1 })).not.toMatch(/arrived/);
});

it("quotes a sentence of what a service says, and nobody looks for what follows below a page of it", () => {
  const said = (message: string) => explainOutcome(status(500, { message }), "credit").sentence;
  expect(said(`Cannot invoke x ${"at com.acme.Handler.call(Handler.java:120) ".repeat(20)}`)).toBe(
    "It reports a fault of its own (500). The service says: “Cannot invoke x…”. The service may have acted on it all the same.",
  );
  expect(said("no such thing ".repeat(70)).length).toBeLessThan(380);
  expect(said("no such thing ".repeat(70))).toMatch(
    /no such thing…”\. The service may have acted on it all the same\.$/,
  );
  // Of data a code is quoted, and no more.
  expect(said('{"code":17,"kind":null}')).toContain("“{");
  const data = said(`{"code":17,"parts":[${'{"rule":"min"},'.repeat(20)}…`);
  expect(data).toContain("It says why in data of its own and not in words: see its answer.");
  expect(data).not.toContain("{");
});

it("where the body that was sent is no JSON, correcting it is what to do about a refusal", () => {
  const nextStep = (code: number, sentBody = '{"amount": "50000",}') =>
    explainOutcome(status(code), "credit", { sentBody }).nextStep;
  for (const code of [400, 422]) expect(nextStep(code)).toMatch(/not valid JSON: correct line 1, column 20/);
  expect(nextStep(422, '{"amount": "50000"}')).not.toContain("JSON");
  expect(explainOutcome(status(400), "link", { sentBody: "" }).nextStep).not.toContain("JSON");
  expect(nextStep(403)).not.toContain("JSON");
});
