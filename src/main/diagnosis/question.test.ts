import { expect, it } from "vitest";
import type { CallDetail, DeliverySummary } from "../../shared/events.ts";
import type { RunDetail } from "../../shared/run.ts";
import { questionText } from "./question.ts";

const AT = 1_763_647_387_412_305;

const call = {
  kind: "call",
  url: "https://api.example/test/credit?token=marker-secret",
  summary: { id: 41, method: "POST", status: 200, operation: "credit" },
  request: { headers: [["x-api-key", "marker-secret"]], size: 2 },
  answer: {
    headers: [
      ["X-Request-Id", "req-7"],
      ["Set-Cookie", "marker-secret"],
    ],
  },
} as unknown as CallDetail;

const run = {
  summary: { id: 41, startedAt: AT, deadline: AT + 30_000_000 },
  expectation: {
    operation: "credit",
    amount: "50000",
    currency: "NGN",
    user: "ref\u202Eada",
    from: null,
    to: null,
    remark: "rent for May",
  },
} as unknown as RunDetail;

const delivery = {
  profile: { id: "acme", name: "Acme", mode: "test" },
  at: AT + 2_000_000,
  method: "POST",
  path: "/hooks?key=marker-secret",
  size: 812,
  status: 404,
} as unknown as DeliverySummary;

it("asks with everything that the business needs to look it up, in UTC, and without a secret", () => {
  const text = questionText({
    run,
    call,
    listenerUrl: "http://127.0.0.1:8787/webhooks",
    address: "https://acme.tunnel.example/webhooks?token=marker-secret",
    cameHereAt: null,
    profileId: "acme",
    deliveries: [delivery],
    lookedFrom: null,
    until: AT + 30_000_000,
    now: AT + 60_000_000,
  });
  for (const part of [
    "simulated credit",
    "2025-11-20T14:03:07.412305Z",
    "POST https://api.example/test/credit",
    "Answer: 200",
    "Request id of the answer: req-7",
    "Amount: 50000",
    "Remark: rent for May",
    "POST /hooks, 812 bytes, answered 404",
    "https://acme.tunnel.example/webhooks",
  ])
    expect(text).toContain(part);
  expect(text).not.toContain("marker-secret");
  // A name that would turn the line around is written out.
  expect(text).not.toContain("\u202E");
});

it("asks without a simulation, too, and says when nothing is known", () => {
  const nothing = {
    run: null,
    call: null,
    listenerUrl: null,
    address: "",
    cameHereAt: null,
    profileId: "acme",
    deliveries: [],
    lookedFrom: null,
    until: AT,
    now: AT,
  };
  const text = questionText(nothing);
  expect(text).toContain("No webhooks arrive");
  // No call is named, so none is asked about.
  expect(text).not.toContain("this call");
  expect(text).toContain("- nothing");
  expect(text).toContain("not known; please tell us");
  // The list of causes says that it led here, and must not be contradicted.
  const led = questionText({ ...nothing, cameHereAt: AT });
  expect(led).toContain("not known (a webhook came through it on 2025-11-20T14:03:07.412305Z); please tell us");
});

it("lists nothing that another profile received, but of one call what came while another one was in use", () => {
  const of = (id: string, mode: string, path: string) => ({ ...delivery, path, profile: { id, name: id, mode } });
  const deliveries = [
    of("acme", "test", "/own"),
    of("sandbox", "sandbox", "/sandbox"),
    of("other", "test", "/other"),
    { ...delivery, path: "/nobody", profile: null },
  ] as DeliverySummary[];
  const parts = {
    listenerUrl: null,
    address: "",
    cameHereAt: null,
    profileId: "acme",
    deliveries,
    lookedFrom: null,
    until: AT,
    now: AT,
  };
  const listed = (text: string) => ["/own", "/sandbox", "/other", "/nobody"].filter((path) => text.includes(path));
  expect(listed(questionText({ ...parts, run: null, call: null }))).toEqual(["/own", "/nobody"]);
  expect(listed(questionText({ ...parts, run, call }))).toEqual(["/own", "/other", "/nobody"]);
  // Where nothing else came, nothing did.
  const [, ofSandbox = delivery] = deliveries;
  expect(questionText({ ...parts, deliveries: [ofSandbox], run: null, call: null })).toContain("No webhooks arrive");
});

it("lists the newest, in their order, and says how far back it was looked", () => {
  const deliveries = [9, 8, 7, 6, 5, 4, 3].map((nth) => ({ ...delivery, at: AT + nth, path: `/${nth}` }));
  const parts = {
    run: null,
    call: null,
    listenerUrl: null,
    address: "",
    cameHereAt: null,
    profileId: "acme",
    until: AT,
    now: AT,
  };
  const text = questionText({ ...parts, deliveries, lookedFrom: AT });
  expect(text).toContain("in that time, from 2025-11-20T14:03:07.412305Z on:\n- 2 earlier, not listed here\n");
  expect(text.match(/(?<=POST )\S+(?=,)/g)).toEqual(["/5", "/6", "/7", "/8", "/9"]);
  // What was not looked at may be there.
  expect(questionText({ ...parts, deliveries: [], lookedFrom: AT })).not.toContain("No webhooks arrive");
});

it("asks only for what a webhook that went astray does not show", () => {
  const parts = {
    listenerUrl: null,
    address: "",
    cameHereAt: null,
    profileId: "acme",
    lookedFrom: null,
    until: AT,
    now: AT,
  };
  const asked = (stray: object, address = "") =>
    questionText({
      ...parts,
      address,
      run,
      call,
      deliveries: [{ ...delivery, tie: { runId: 41 }, ...stray } as DeliverySummary],
    });
  const elsewhere = asked({ onPath: false });
  expect(elsewhere).toContain(
    "The webhook of a simulated credit came to our receiver, but to /hooks, where none is taken.",
  );
  expect(elsewhere).toContain(
    "1. From where does the webhook have the path /hooks: does the address on the dashboard end in it?",
  );
  expect(asked({ onPath: true })).toContain("came to our receiver, but not as it should.");
  for (const text of [elsewhere, asked({ onPath: true })])
    for (const known of ["has not led to", "Was a webhook sent", "To which address", "What did the receiver answer"])
      expect(text).not.toContain(known);
  // Where the dashboard's address is known to end in it, nothing is asked but what comes next.
  expect(asked({ onPath: false }, "https://acme.example/hooks")).toContain("tell us:\n1. Will it be sent again");
  // Whose the others are, nobody knows: the same is asked as ever.
  expect(questionText({ ...parts, run, call, deliveries: [delivery] })).toContain(
    "1. Was a webhook sent for this call",
  );
  expect(questionText({ ...parts, run: null, call: null, deliveries: [delivery] })).toContain("1. Beside these, which");
});
