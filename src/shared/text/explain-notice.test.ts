import { expect, it } from "vitest";
import { explainNotice } from "./explain-notice.ts";

it("calls no address public before it is there: one of one's own may be of this machine only", () => {
  const starting = { code: "public-address", change: "starting", url: null } as const;
  expect(explainNotice({ ...starting, way: "own" }).title).toBe("Testing the address");
  expect(explainNotice({ ...starting, way: "ssh" }).title).toBe("Getting an address");
});
