import { expect, it } from "vitest";
import { type AddressStatus, NO_ADDRESS } from "../../../../shared/address.ts";
import { explainNotice } from "../../../../shared/text/explain-notice.ts";
import { publicWords } from "./public-words.ts";
import { firstSettings } from "./way-words.ts";

const beginsWith = (changes: Partial<AddressStatus>) => firstSettings({ ...NO_ADDRESS, ...changes }).way;

it("begins with a way that can be used on this machine, unless one was used before", () => {
  expect(beginsWith({ programs: { cloudflared: true, ngrok: false } })).toBe("cloudflared");
  // Not with a free service of somebody else: that is chosen.
  expect(beginsWith({})).toBe("ssh");
  expect(beginsWith({ agreed: ["cloudflared"] })).toBe("cloudflared");
});

it.each([
  ["http://localhost:9634/webhooks", false],
  ["http://127.0.0.1:8787/webhooks", false],
  ["https://hooks.acme.example/webhooks", true],
])("%s is called public: %s", (url, isPublic) => {
  const told = { code: "public-address", way: "own", url } as const;
  const words = [
    publicWords({ ...NO_ADDRESS, url, state: { name: "ready", since: 0, provenAt: 0 } })?.text,
    explainNotice({ ...told, change: "ready" }).title,
    explainNotice({ ...told, change: "changed" }).title,
  ];
  for (const each of words) expect(/public/i.test(each ?? "")).toBe(isPublic);
  expect(/dashboard elsewhere/.test(explainNotice({ ...told, change: "ready" }).nextStep)).toBe(!isPublic);
});
