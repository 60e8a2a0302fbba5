import { expect, it } from "vitest";
import { type AddressStatus, NO_ADDRESS } from "../../../../shared/address.ts";
import { firstSettings } from "./way-words.ts";

const beginsWith = (changes: Partial<AddressStatus>) => firstSettings({ ...NO_ADDRESS, ...changes }).way;

it("begins with a way that can be used on this machine, unless one was used before", () => {
  expect(beginsWith({ programs: { cloudflared: true, ngrok: false } })).toBe("cloudflared");
  // Not with a free service of somebody else: that is chosen.
  expect(beginsWith({})).toBe("ssh");
  expect(beginsWith({ agreed: ["cloudflared"] })).toBe("cloudflared");
});
