import { describe, expect, it } from "vitest";
import { isThisMachine } from "./listener.ts";
import { isOwnListener, targetPath, targetProblem } from "./replay-target.ts";

describe("where a delivery is sent to", () => {
  it.each([
    ["http://127.0.0.1:3000", "/webhooks?a=1", "/webhooks?a=1"],
    ["http://127.0.0.1:3000/", "/webhooks", "/webhooks"],
    ["http://127.0.0.1:3000/hooks", "/webhooks?a=%2F", "/hooks?a=%2F"],
    ["http://127.0.0.1:3000/hooks?", "/webhooks?a=1", "/hooks?"],
    ["http://127.0.0.1:3000/a/../b?x=1", "/webhooks?a=1", "/a/../b?x=1"],
    ["http://127.0.0.1:3000?x", "/webhooks", "/?x"],
    ["http://127.0.0.1:3000/ä b", "*", "/%C3%A4%20b"],
    ["http://127.0.0.1:3000", "*", "/"],
  ])("%s of %s is %s", (address, received, path) => {
    expect(targetPath(address, received)).toBe(path);
  });

  it.each(["", "localhost:3000", "ftp://x", "http://a:b@x", "http://x/#y", "nonsense"])("refuses %j", (address) => {
    expect(targetProblem(address)).toMatch(/\.$/);
  });

  it.each([
    ["http://localhost:1", true],
    ["http://app.localhost", true],
    ["http://127.9.9.9", true],
    ["http://[::1]:3000", true],
    ["http://0.0.0.0:3000", true],
    ["http://[::]:3000", true],
    ["http://127.0.0.1.example.com", false],
    ["http://localhost.example.com", false],
    ["http://192.168.0.1", false],
  ])("%s stays on this machine: %s", (address, here) => {
    expect(targetProblem(address)).toBeNull();
    expect(isThisMachine(new URL(address).hostname)).toBe(here);
  });

  it.each([
    ["http://127.0.0.1:8787", true],
    ["http://0.0.0.0:8787", true],
    ["http://WORKSTATION:8787/other", true],
    ["http://192.168.1.20:8787", true],
    ["http://[fd00::7]:8787", true],
    ["http://workstation:3000", false],
    ["http://192.168.1.21:8787", false],
    ["workstation:8787", false],
  ])("%s is the listener itself: %s", (address, own) => {
    const names = ["workstation", "192.168.1.20", "fd00::7"];
    expect(isOwnListener(address, "http://127.0.0.1:8787/webhooks", names)).toBe(own);
    expect(isOwnListener(address, null, names)).toBe(false);
  });
});
