import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CallSummary, DeliverySummary, EventSummary } from "../events.ts";
import { type Notice, notice } from "../notices.ts";
import { outcome } from "../outcomes.ts";
import { explainNotice } from "./explain-notice.ts";
import { eventSentence } from "./sentences.ts";

const profile = { id: "p", name: "Sandbox", mode: "sandbox" } as const;
const hookSent = { code: "success", message: "hook sent" } as const;

function call(changes: Partial<CallSummary>): CallSummary {
  return {
    id: 1,
    at: 0,
    kind: "call",
    profile,
    operation: "charge",
    method: "POST",
    path: "/test/charge",
    outcome: hookSent,
    status: 200,
    duration: 12_000,
    facts: { subject: "charge", amount: "50000", currency: "NGN", from: "ada", to: "tunde" },
    ...changes,
  };
}

it("calls a forward what the press that sent it is called", () => {
  const replay = { of: 1, by: null, to: "127.0.0.1:3000", edited: false } as const;
  const facts = { amount: "90000", currency: "NGN" };
  const sentence = (mark: CallSummary["replay"]) =>
    eventSentence(call({ operation: "replay", facts, ...(mark && { replay: mark }) }), () => null).text;
  expect(sentence(replay)).toMatch(/^Replay of /);
  expect(sentence({ ...replay, forward: true })).toMatch(/^Forward of .* to /);
});

function delivery(changes: Partial<DeliverySummary>): DeliverySummary {
  return {
    id: 2,
    at: 0,
    kind: "delivery",
    profile,
    method: "POST",
    path: "/webhooks",
    onPath: true,
    completeness: "whole",
    status: 200,
    answerState: "sent",
    size: 1_234,
    duration: 900,
    facts: {},
    ...changes,
  };
}

/** The sentence with its special spaces made plain. */
function text(event: EventSummary): string {
  return eventSentence(event).text.replaceAll(/[\u202f\u00a0]/g, " ");
}

it("says of a test of the address where it came", () => {
  const onPurpose = { does: "proof", choice: { by: "step", step: 1, of: 1 }, ms: 0 } as const;
  const test = "Test of the address on the dashboard, by Linkdesk itself";
  expect(text(delivery({ onPurpose }))).toBe(`${test}: it arrived`);
  expect(text(delivery({ onPurpose, onPath: false, path: "/hook" }))).toBe(
    `${test}: it came to /hook (not the webhook path)`,
  );
});

it("says of a batch what the item says that its verdict is about, and how many there are where that is none", () => {
  const facts = {
    subject: "credit",
    eventName: "wallet.credit",
    amount: "77",
    currency: "EUR",
    userReference: "zed",
    others: [
      { subject: "credit", amount: "1500", userReference: "ada" },
      { eventName: "wallet.refund", amount: "5" },
    ],
  } as const;
  const tied = (item?: number) =>
    text(
      delivery({
        facts,
        tie: { deliveryId: 2, runId: 1, role: "match", certainty: "likely", after: 1, byHand: false, item },
      }),
    );
  expect(tied(0)).toBe("Webhook: credit of 77 EUR to zed, one of 3 items");
  expect(tied(1)).toBe("Webhook: credit of 1 500 to ada, one of 3 items");
  expect(tied(2)).toBe("Webhook: wallet.refund, 5, one of 3 items");
  // As an older version has stored it, which did not say.
  expect(tied()).toBe("Webhook: 3 items");
  expect(text(delivery({ facts }))).toBe("Webhook: 3 items");
  expect(text(delivery({ facts: { ...facts, others: [{ amount: "5" }] } }))).toBe("Webhook: wallet.credit, 2 items");
  expect(text(call({ operation: "replay", facts, outcome: null }))).toMatch(/^Replay of 3 items to /);
});

it("says what an amount stands for wherever its profile does, of calls and webhooks alike", () => {
  const unitsOf = (id: string | undefined) => (id === "p" ? 100 : null);
  const told = (event: EventSummary) => eventSentence(event, unitsOf).text.replaceAll(/[\u202f\u00a0]/g, " ");
  expect(told(call({}))).toBe("Charge of 50 000 = 500.00 NGN from ada to tunde — hook sent");
  const facts = { subject: "charge", amount: "50000", currency: "NGN" } as const;
  expect(told(delivery({ facts }))).toContain("charge of 50 000 = 500.00 NGN");
  expect(told(delivery({ profile: null, facts }))).toContain("charge of 50 000 NGN");
  // What its reading takes in another unit is told in that of the simulations, and as it is written.
  const other = { ...facts, amountMeant: "50000" };
  expect(told(delivery({ facts: { ...other, amount: "500" } }))).toContain(
    "charge of 50 000 = 500.00 NGN, written 500",
  );
  expect(told(delivery({ facts: { ...other, amount: "500.00" } }))).toMatch(/charge of 50 000 = 500.00 NGN$/);
  const cents = { ...facts, amount: "25000", amountMeant: "250" };
  expect(told(delivery({ profile: null, facts: cents }))).toContain("charge of 250 NGN, written 25 000");
});

describe("a call as a sentence", () => {
  it.each([
    [{}, "Charge of 50 000 NGN from ada to tunde — hook sent"],
    [
      { operation: "credit", facts: { amount: "50000", currency: "NGN", userReference: "ada" } },
      "Credit of 50 000 NGN to ada — hook sent",
    ],
    [{ facts: {}, outcome: null }, "Charge — under way"],
    [{ outcome: { code: "success", message: null } }, "Charge of 50 000 NGN from ada to tunde — done"],
    [
      { outcome: { code: "unexpected-message", message: "queued" } },
      "Charge of 50 000 NGN from ada to tunde — unexpected: “queued”",
    ],
    [
      { operation: "link", facts: { linkId: "lnk_1" }, outcome: { code: "success", message: null } },
      "Look-up of link lnk_1 — found",
    ],
    [
      { operation: "link", facts: { linkId: "a/b c" }, outcome: refusal(404) },
      "Look-up of link a/b c — not found (404)",
    ],
    [{ outcome: refusal(422) }, "Charge of 50 000 NGN from ada to tunde — values not accepted (422)"],
    [{ outcome: refusal(503) }, "Charge of 50 000 NGN from ada to tunde — service failed (503)"],
    [{ outcome: refusal(418) }, "Charge of 50 000 NGN from ada to tunde — not accepted (418)"],
    [
      { outcome: { code: "connect-timeout", limitMs: 10_000 } },
      "Charge of 50 000 NGN from ada to tunde — no connection within 10 s",
    ],
    [
      { outcome: { code: "answer-timeout", limitMs: 1_500 } },
      "Charge of 50 000 NGN from ada to tunde — no answer within 1.5 s",
    ],
  ] as readonly (readonly [Partial<CallSummary>, string])[])("%j", (changes, expected) => {
    expect(text(call(changes))).toBe(expected);
  });

  it("has a few words for every outcome there is", () => {
    for (const option of outcome.options) {
      const code = option.shape.code.value;
      const sample = { message: null, limitMs: 1, fault: "expired", status: 302 };
      const result = eventSentence(call({ outcome: { code, ...sample } as unknown as CallSummary["outcome"] })).result;
      expect(result, code).toMatch(/^[^.]{4,40}$/);
    }
  });
});

function refusal(status: number): CallSummary["outcome"] {
  return {
    code: "status",
    status,
    message: "no",
    body: "json",
    credentials: "sent",
    errors: {},
    retryAfterSeconds: null,
  };
}

describe("a delivery as a sentence", () => {
  it.each([
    [{ facts: { subject: "charge", amount: "50000", currency: "NGN" } }, "Webhook: charge of 50 000 NGN"],
    [
      { facts: { subject: "credit", amount: "10.00", currency: "NGN", userReference: "ada" } },
      "Webhook: credit of 10.00 NGN to ada",
    ],
    [{ facts: { eventName: "send.success", amount: "1000" } }, "Webhook: send.success, 1 000"],
    [{ facts: { amount: "7", userReference: "" } }, "Webhook: 7 to (empty)"],
    [{}, "Webhook: POST /webhooks, 1.2 kB"],
    [{ facts: { begins: "note.by: ada, seen: true" } }, "Webhook: note.by: ada, seen: true, 1.2 kB"],
    [{ onPath: false, path: "/other?x=1" }, "Request to /other?x=1 (not the webhook path)"],
    [{ completeness: "malformed", onPath: false }, "A request that is not HTTP, 1.2 kB"],
    [{ completeness: "cut" }, "Webhook: POST /webhooks, 1.2 kB — too large, cut"],
    [{ completeness: "aborted" }, "Webhook: POST /webhooks, 1.2 kB — broken off by the sender"],
    [{ answerState: "failed" }, "Webhook: POST /webhooks, 1.2 kB — sender was gone before the answer"],
  ] as readonly (readonly [Partial<DeliverySummary>, string])[])("%j", (changes, expected) => {
    expect(text(delivery(changes))).toBe(expected);
  });
});

describe("amounts in a sentence", () => {
  const amounts = fc.stringMatching(/^-?(0|[1-9][0-9]{0,39})(\.[0-9]{1,4})?$/);

  it("keep every digit", () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        const { subject } = eventSentence(call({ facts: { amount } }));
        const shown = subject.find((part) => part.kind === "amount")?.text;
        expect(shown?.replaceAll("\u202f", "")).toBe(amount);
      }),
    );
  });

  it("are shown as they came when they are no plain number", () => {
    expect(text(call({ facts: { amount: "1E400", currency: "NGN" } }))).toBe("Charge of 1E400 NGN — hook sent");
  });
});

describe("text from strangers in a sentence", () => {
  it("shows what cannot be seen and takes no more room than a row has", () => {
    const shown = text(call({ operation: "link", facts: { linkId: `gpj.\u202eexe${"x".repeat(1_000_000)}` } }));
    expect(shown).toContain("gpj.[RLO]exexxx");
    expect(shown.length).toBeLessThan(200);
    expect(shown).toMatch(/…/);
  });

  it("is whole beside what a row shows of it", () => {
    const reference = "r".repeat(604);
    const { subject } = eventSentence(call({ facts: { from: reference, to: "tunde" } }));
    expect(subject.flatMap(({ kind, whole }) => (kind === "name" ? [whole] : []))).toEqual([reference, undefined]);
  });

  it("never has a character in its plain text that cannot be seen", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (from, to) => {
        // Half an emoji at the cut would be such a character too.
        expect(eventSentence(call({ facts: { from: from.repeat(9), to } })).text).not.toMatch(
          /[\p{Cc}\u202a-\u202e\u2066-\u2069\p{Cs}]/u,
        );
      }),
    );
  });
});

describe("a notice", () => {
  const samples: readonly Notice[] = [
    { code: "listener-started", url: "http://127.0.0.1:8787/webhooks" },
    { code: "listener-stopped", url: "http://127.0.0.1:8787/webhooks" },
    {
      code: "listener-failed",
      url: "http://127.0.0.1:8787/webhooks",
      reason: "port 8787 is taken",
      nextFreePort: 8788,
    },
    { code: "listener-exposed", url: "http://0.0.0.0:8787/webhooks" },
    { code: "sandbox-started", url: "http://127.0.0.1:4000" },
    { code: "sandbox-failed", reason: "" },
    { code: "settings-set-aside", file: "settings.1.json", reason: "It is not JSON." },
    { code: "journal-set-aside", file: "journal.1.db", reason: "The file is damaged", readable: true },
    { code: "journal-set-aside", file: "journal.1.db", reason: "The file is damaged", readable: false },
    { code: "journal-salvaged", file: "journal.1.db", kept: 600, lost: 0 },
    { code: "journal-salvaged", file: "journal.1.db", kept: 1, lost: 599 },
    { code: "events-expired", count: 3, from: 0, until: 5_000_000, limits: ["events", "age"] },
    { code: "gap", from: 0, until: 1_020_000_000, cause: "asleep" },
    { code: "gap", from: 0, until: 5_000_000, cause: "ended-abruptly" },
    { code: "gap", from: 0, until: 5_000_000, cause: "log-damaged" },
    { code: "not-recorded", from: 0, until: 5_000_000, count: 1, reason: "the disk is full" },
    { code: "outside-unrecorded", from: 0, until: 5_000_000, count: 40 },
    ...(["starting", "ready", "changed", "reconnecting", "failed", "stopped"] as const).map((change) => ({
      code: "public-address" as const,
      change,
      way: "ssh" as const,
      url: "https://hooks.acme.example/webhooks",
      former: "https://former.acme.example/webhooks",
      problem: { code: "ended" as const, detail: "" },
    })),
    { code: "clock-set", by: -3_600_000_000 },
    { code: "secrets-unprotected" },
    { code: "folder-open", folder: "/srv/shared" },
    { code: "window-crashed", reason: "oom" },
    { code: "internal-error", reason: "boom" },
    ...(["starting", "ready", "lost", "removed", "restarted", "failed", "stopped", "answer-taken"] as const).map(
      (change): Notice => ({
        code: "relay",
        change,
        inbox: "0123456789abcdef0123456789abcdef",
        name: "shop",
        relay: "https://relay.example",
        profileId: "p",
        ...(change === "removed" ? { count: 3 } : {}),
        ...(change === "lost" ? { problem: { code: "unreachable", detail: "connect ECONNREFUSED" } } : {}),
        ...(change === "failed" ? { problem: { code: "not-let-in", detail: "" } } : {}),
      }),
    ),
  ];

  it("has a title and whole sentences for every code there is", () => {
    expect(new Set(samples.map((each) => each.code))).toEqual(
      new Set(notice.options.map((option) => option.shape.code.value)),
    );
    for (const sample of samples) {
      const { title, sentence, nextStep } = explainNotice(sample);
      expect(title).toMatch(/^[A-Z][^\n]*[^.]$/);
      expect(sentence).toMatch(/^\S.*[.]$/);
      expect(nextStep).toMatch(/^$|^[A-Z].*[.]$/);
      expect(`${title}${sentence}${nextStep}`).not.toMatch(/undefined|null|NaN|\.\./);
    }
  });

  it("names the free port, and how long nothing was recorded", () => {
    expect(explainNotice(samples[2] as Notice).nextStep).toContain("8788");
    expect(text({ id: 3, at: 0, kind: "notice", notice: samples.find(({ code }) => code === "gap") as Notice })).toBe(
      "Linkdesk did not run for 17 min 00 s",
    );
    const [from, until] = [Date.UTC(2026, 10, 23, 12) * 1_000, Date.UTC(2026, 10, 23, 12, 3) * 1_000];
    const sameDay = explainNotice({ code: "not-recorded", from, until, count: 2, reason: "the disk is full" }).sentence;
    expect(sameDay.match(/2026/g)).toHaveLength(1);
    const later = { code: "gap", from, until: until + 86_400_000_000, cause: "asleep" } as const;
    expect(explainNotice(later).sentence.match(/2026/g)).toHaveLength(2);
    // A clock that went on alone does not tell why, and a webhook may have waited at the door.
    expect(explainNotice(later).sentence).toContain(
      "asleep, or too busy to let it run. Webhooks sent in that time may",
    );
  });
});

describe("where there is little room", () => {
  const brief = (event: EventSummary) =>
    eventSentence(event)
      .subject.map((part) => part.short ?? part.text)
      .join("")
      .replaceAll(/[\u202f\u00a0]/g, " ");

  it("an arrow parts who pays from who is paid, and one alone says which of them it is", () => {
    expect(brief(call({}))).toBe("Charge 50 000 NGN ada → tunde");
    const alone = { subject: "charge", amount: "50000", currency: "NGN", from: "ada" } as const;
    expect(brief(delivery({ facts: alone }))).toBe("Charge 50 000 NGN from ada");
    expect(text(delivery({ facts: alone }))).toBe("Webhook: charge of 50 000 NGN from ada");
  });

  it("a test of the address that came elsewhere says so", () => {
    const onPurpose = { does: "proof", choice: { by: "step", step: 1, of: 1 }, ms: 0 } as const;
    expect(brief(delivery({ onPurpose, onPath: false, path: "/other" }))).toBe("Test came to the wrong path: /other");
  });
});
