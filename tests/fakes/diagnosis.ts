import type { Handlers } from "../../src/shared/contract.ts";
import type { Check, Diagnosis, Proof } from "../../src/shared/diagnosis.ts";
import { dashboardAddressProblem } from "../../src/shared/diagnosis.ts";
import type { Profile } from "../../src/shared/profile.ts";
import { explainProof } from "../../src/shared/text/explain-proof.ts";
import type { FakeJournal } from "./journal.ts";
import { FakeRefusal } from "./refusal.ts";

const QUESTION = `A simulated credit has not led to a webhook at our receiver.

- Sent (UTC): 2026-11-20T14:03:07.412305Z
- Call: POST https://api.peerlink.example/test/credit
- Answer: 200
- Amount: 50000
- Currency: NGN
- User reference: ref_ada
- Call in our log: No. 41

What arrived at our receiver in that time:
- 2026-11-20T14:03:09.120441Z: POST /hooks, 812 bytes, answered 404

Please tell us:
1. Was a webhook sent for this call, and when (UTC)?
2. To which address was it sent?
`;

const check = (code: Check["code"], state: Check["state"], sentence: string, nextStep = "", events: number[] = []) => ({
  code,
  state,
  sentence,
  nextStep,
  events,
});

/** The answer of a call, a request that went astray, and an address that is compared by its path alone. */
export function createFakeDiagnosis(profile: () => Profile, journal: FakeJournal): Handlers["diagnosis"] {
  let address = "";
  const strays = () =>
    journal
      .all()
      .flatMap(({ detail }) => (detail.kind === "delivery" && !detail.summary.onPath ? [detail.summary.id] : []))
      .toReversed();
  let proof: Proof | null = null;
  let tried: string | null = null;

  function proposal(): Partial<Check> {
    const addressToSet = "https://proxy.example/in/webhooks";
    return tried === addressToSet
      ? { addressToSet, addressTested: { state: "fine", sentence: "A request through this address arrived here." } }
      : { addressToSet, addressUntried: true };
  }

  function found(runId: number | null): Diagnosis {
    const { id, mode } = profile();
    const sandbox = mode === "sandbox";
    const shown = sandbox ? "http://127.0.0.1:8787/webhooks" : address;
    const url = shown === "" ? null : new URL(shown);
    const wrong = url !== null && url.pathname !== "/webhooks";
    return {
      runId,
      profileId: id,
      checks: [
        ...(sandbox
          ? [
              check(
                "on-purpose",
                "problem",
                "The sandbox was told to drop its webhooks: none was sent.",
                "Go back to normal under Sandbox behaviour, and simulate it again.",
              ),
            ]
          : []),
        ...(runId === null
          ? []
          : [
              check(
                "call",
                "fine",
                "The service answered the call with success (200). That does not say that it has sent a webhook.",
              ),
            ]),
        check("listener", "fine", "It was listening all the time, and is now: http://127.0.0.1:8787/webhooks."),
        url === null
          ? check(
              "address",
              "not-tested",
              "Which address is on the dashboard is not known here.",
              "Copy the webhook URL from the dashboard and paste it below.",
            )
          : {
              ...check(
                "address",
                wrong ? "problem" : "fine",
                wrong
                  ? `The path is ${url.pathname} on the dashboard and /webhooks here.`
                  : "The path is the listener’s.",
                wrong ? "Set http://127.0.0.1:8787/webhooks on the dashboard." : "",
              ),
              ...(wrong
                ? {
                    addressToSet: "http://127.0.0.1:8787/webhooks",
                    otherwise: { sentence: "Or let the listener have the path of the dashboard.", path: url.pathname },
                  }
                : {}),
            },
        proof === null
          ? check(
              "public-address",
              "not-tested",
              "Whether this address leads here shows when a request goes through it.",
            )
          : { code: "public-address" as const, events: [], ...explainProof(proof, "/webhooks") },
        {
          ...check(
            "elsewhere",
            "problem",
            "1 request came to another path than /webhooks: /hooks.",
            // Without the dashboard's address only the path is known, as in the program.
            url === null
              ? "If it is the webhook, let the address on the dashboard end in /webhooks."
              : "If it is the webhook, set http://127.0.0.1:8787/webhooks on the dashboard.",
            strays(),
          ),
          ...(url === null ? {} : { addressToSet: "http://127.0.0.1:8787/webhooks" }),
          // Behind a proxy the address is told by what came, and nothing has come through it yet.
          ...(url?.host === "proxy.example" ? proposal() : {}),
          otherwise: { sentence: "Or let the listener have the path that it came to.", path: "/hooks" },
        },
        ...(runId === null ? [] : [check("untied", "fine", "No whole webhook came to the right path in that time.")]),
      ],
      address: shown,
      addressKnown: sandbox,
      parts:
        url === null
          ? []
          : [
              { part: "scheme", given: url.protocol.slice(0, -1), here: "http", state: sandbox ? "same" : "elsewhere" },
              { part: "host", given: url.hostname, here: "127.0.0.1", state: sandbox ? "same" : "elsewhere" },
              { part: "port", given: url.port || "443", here: "8787", state: sandbox ? "same" : "elsewhere" },
              { part: "path", given: url.pathname, here: "/webhooks", state: wrong ? "wrong" : "same" },
            ],
      proof,
      question: QUESTION,
    };
  }

  return {
    check: ({ runId }) => found(runId),
    setAddress({ runId, address: next }) {
      const problem = dashboardAddressProblem(next);
      if (problem !== null) throw new FakeRefusal("address-wrong", problem);
      address = next;
      proof = null;
      return found(runId);
    },
    async prove({ runId, address: proposed }) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      if (proposed !== undefined) {
        tried = proposed;
        return found(runId);
      }
      proof = {
        address,
        at: 0,
        arrived: null,
        answer: { kind: "other", status: 200, location: null, page: "warning", tunnelCode: null },
      };
      return found(runId);
    },
  };
}
