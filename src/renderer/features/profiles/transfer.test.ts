import { expect, test } from "vitest";
import { exportName } from "./transfer.ts";

test.each([
  ["Acme Payments", "acme-payments.linkdesk"],
  ["  Ọlá & Söhne  ", "ọlá-söhne.linkdesk"],
  ["../../etc/passwd", "etc-passwd.linkdesk"],
  ["..\\..\\autoexec.bat", "autoexec-bat.linkdesk"],
  ["invoice\u202egnp.exe", "invoice-gnp-exe.linkdesk"],
  ["a\u0000b\r\nSet-Cookie: x", "a-b-set-cookie-x.linkdesk"],
  ['"; filename="x.exe', "filename-x-exe.linkdesk"],
  ["\u200b\u202e-- ", "profile.linkdesk"],
  ["CON", "profile-con.linkdesk"],
  ["com1", "profile-com1.linkdesk"],
  ["=cmd|' /C calc'!A0", "cmd-c-calc-a0.linkdesk"],
])("the file for the profile %j", (name, file) => expect(exportName(name)).toBe(file));

test("no letter is cut through, and no file system finds the name too long", () => {
  const name = exportName("𝒜".repeat(80));
  expect(name.isWellFormed()).toBe(true);
  expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(255);
});
