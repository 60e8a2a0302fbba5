import { expect, test } from "vitest";
import { type ElectronBinary, usableElectron } from "../../build/steps/electron.ts";

const FOUND: ElectronBinary = { found: true, path: "/electron/dist/electron" };
const APPARMOR = "/proc/sys/kernel/apparmor_restrict_unprivileged_userns";

function usable(given: {
  readonly platform?: NodeJS.Platform;
  readonly isRoot?: boolean;
  readonly setUp?: boolean;
  readonly kernel?: Readonly<Record<string, string>>;
  readonly switches?: readonly string[];
  readonly binary?: ElectronBinary;
}): ElectronBinary {
  return usableElectron(given.binary ?? FOUND, given.switches ?? [], {
    platform: given.platform ?? "linux",
    isRoot: given.isRoot ?? false,
    helperIsSetUp: (file) => file === "/electron/dist/chrome-sandbox" && (given.setUp ?? false),
    kernelSays: (file) => given.kernel?.[file] ?? null,
  });
}

test.each([
  ["Ubuntu from 23.10 on", { kernel: { [APPARMOR]: "1" } }, /user namespaces/],
  ["a hardened Debian", { kernel: { "/proc/sys/kernel/unprivileged_userns_clone": "0" } }, /user namespaces/],
  ["a machine without any", { kernel: { "/proc/sys/user/max_user_namespaces": "0" } }, /user namespaces/],
  ["root", { isRoot: true }, /\broot\b/],
  ["no binary", { binary: { found: false, reason: "its binary is not installed" } as const }, /not installed/],
])("on %s Electron is not started, and a sentence says why", (_name, given, reason) => {
  const found = usable(given);
  expect(found).toEqual({ found: false, reason: expect.stringMatching(reason) });
});

test.each([
  ["where namespaces are open", { kernel: { [APPARMOR]: "0" } }],
  ["where the kernel says nothing of them", {}],
  ["where root has set the helper up", { kernel: { [APPARMOR]: "1" }, setUp: true }],
  ["where the user wants no sandbox", { kernel: { [APPARMOR]: "1" }, isRoot: true, switches: ["--no-sandbox"] }],
  ["on macOS", { platform: "darwin", isRoot: true } as const],
])("%s it is", (_name, given) => {
  expect(usable(given)).toEqual(FOUND);
});
