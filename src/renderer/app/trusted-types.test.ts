import { expect, test } from "vitest";
import { ownScript } from "./trusted-types.ts";

const ORIGIN = "https://linkdesk.invalid";

test.each(["/assets/body.worker-C0mpar3_.js", `${ORIGIN}/assets/compare.worker-a-b.js`])(
  "a worker of our own is started: %s",
  (address) => expect(ownScript(address, ORIGIN)).toBe(new URL(address, ORIGIN).href),
);

test.each([
  "https://example.com/assets/body.worker.js",
  "//example.com/assets/body.worker.js",
  "data:text/javascript,alert(1)",
  "blob:https://linkdesk.invalid/1",
  "javascript:alert(1)",
  "/assets/../body.worker.js",
  "/assets/body.worker.js/more",
  "/assets/picture.svg",
])("nothing else is: %s", (address) => expect(() => ownScript(address, ORIGIN)).toThrow(TypeError));
