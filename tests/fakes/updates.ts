import type { Handlers } from "../../src/shared/contract.ts";
import type { UpdateStatus } from "../../src/shared/updates.ts";
import type { PushOut } from "./program.ts";
import { FakeRefusal } from "./refusal.ts";

const UNAVAILABLE: UpdateStatus = {
  state: "unavailable",
  reason: "This Linkdesk was started from its source. Get the newer source to update it.",
};
const SOURCE = { source: "github.com/acme/linkdesk" };

/** What a release of some length says, a trap for the eye among it. */
export const SAMPLE_OFFER = {
  version: "0.2.0",
  notes:
    "New\n• Compare two events, with what is expected to differ left out.\n• The sandbox can send a webhook twice.\n\nMended\n• Amounts of more than twenty digits keep their place in the row.\n• <b>Text</b> from a release is text, \u202eand stays so.",
};

/** Each step succeeds at once; a newer version is found always. */
export function createFakeUpdates(push: PushOut, first: UpdateStatus = UNAVAILABLE): Handlers["updates"] {
  let status = first;
  function become(next: UpdateStatus): UpdateStatus {
    if (status.state === "unavailable") throw new FakeRefusal("no-updates", status.reason);
    status = next;
    push("updates.changed", next);
    return next;
  }
  return {
    status: () => status,
    check: () => become({ state: "available", ...SOURCE, ...SAMPLE_OFFER }),
    download: () => become({ state: "ready", ...SOURCE, ...SAMPLE_OFFER }),
    install: () => become({ state: "installing", ...SOURCE, version: SAMPLE_OFFER.version }),
  };
}
