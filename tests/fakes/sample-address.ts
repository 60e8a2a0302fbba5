import type { Notice } from "../../src/shared/notices.ts";
import { PUBLIC_URL } from "./address.ts";
import { deliveryEvent, noticeEvent, type SampleEvent } from "./sample-events.ts";
import { runLogOf, type SampleRunLog } from "./sample-runs.ts";

const SECOND = 1_000_000;
const FORMER = "https://former-name-of-it.trycloudflare.com/webhooks";

/**
 * A log of a public address that was got, lost and got again under another name, with a webhook that came through it, a
 * simulation whose webhook nobody could see, and strangers.
 *
 * @param now in microseconds
 */
export function sampleAddressLog(now: number): SampleRunLog {
  const at = (secondsAgo: number): number => now - secondsAgo * SECOND;
  type Change = Extract<Notice, { code: "public-address" }>;
  const row = (ago: number, change: Change["change"], more: Partial<Change> = {}): SampleEvent =>
    noticeEvent(at(ago), { code: "public-address", change, way: "cloudflared", url: FORMER, ...more });
  const facts = { subject: "credit", amount: "50000", currency: "NGN", userReference: "ref_outside" } as const;
  const log = runLogOf(
    now,
    [
      {
        user: "ref_unseen",
        ago: 300,
        verdict: (startedAt) => ({
          code: "not-seen",
          spans: [{ from: startedAt - 12 * SECOND, until: startedAt + 70 * SECOND, cause: "address-down" }],
        }),
      },
    ],
    [
      row(900, "starting", { url: null }),
      row(893, "ready"),
      fromOutside(deliveryEvent({ at: at(600), facts })),
      row(310, "reconnecting", {
        since: at(312),
        problem: { code: "ended", detail: "It was ended (SIGKILL)." },
      }),
    ],
  );
  return {
    ...log,
    events: [
      ...log.events,
      row(230, "changed", { url: PUBLIC_URL, former: FORMER }),
      noticeEvent(at(120), { code: "outside-unrecorded", from: at(180), until: at(121), count: 1_204 }),
      row(60, "failed", {
        url: PUBLIC_URL,
        problem: {
          code: "quota",
          detail: "Cloudflare gives no quick tunnel now: too many were asked for from here.",
        },
      }),
      row(20, "stopped", { url: PUBLIC_URL }),
    ],
  };
}

/** As it comes by cloudflared, with what that adds. */
function fromOutside(event: SampleEvent): SampleEvent {
  const { detail } = event;
  if (detail.kind !== "delivery") return event;
  const added = [
    ["Cf-Connecting-Ip", "203.0.113.7"],
    ["Cf-Ray", "8f0c1d2e3f4a5b6c-AMS"],
    ["X-Forwarded-For", "203.0.113.7"],
    ["X-Forwarded-Proto", "https"],
  ] as const;
  const headers = [...detail.request.headers, ...added];
  return {
    ...event,
    detail: { ...detail, request: { ...detail.request, headers, through: { way: "cloudflared", peer: null } } },
  };
}
