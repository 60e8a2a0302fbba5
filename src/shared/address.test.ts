import { expect, it } from "vitest";
import {
  type AddressSettings,
  addressOfServer,
  DEFAULT_ADDRESS_SETTINGS,
  serverIn,
  settingsProblem,
} from "./address.ts";

const { ssh } = DEFAULT_ADDRESS_SETTINGS;

it.each([
  ["ada@hooks.example.com", { host: "hooks.example.com", user: "ada" }],
  [" ada@hooks.example.com:2222\n", { host: "hooks.example.com", user: "ada", port: 2222 }],
  ["hooks.example.com:22", { host: "hooks.example.com", port: 22 }],
  ["ssh://ada@[2001:db8::1]:22/", { host: "2001:db8::1", user: "ada", port: 22 }],
  ["ada@host:70000", { host: "host", user: "ada" }],
  ["hooks.example.com", null],
  ["2001:db8::1", null],
  ["ada:word@hooks.example.com", null],
  ["https://hooks.example.com", null],
  ["", null],
])("%j is a server, user and port", (text, parts) => {
  expect(serverIn(text)).toEqual(parts);
});

it.each<[Partial<AddressSettings["ssh"]>, string | null]>([
  [{ host: "hooks.example.com" }, "http://hooks.example.com:8080/"],
  [{ host: "2001:db8::1", bindPort: 80 }, "http://[2001:db8::1]:80/"],
  [{ host: "hooks.example.com", publicUrl: "https://a.example/in" }, "https://a.example/in"],
  // Which port a server chooses is not known before.
  [{ host: "hooks.example.com", bindPort: 0 }, null],
  [{ host: "" }, null],
  [{ host: "a b" }, null],
])("the address that leads to the port of %j", (changes, address) => {
  const settings = { ...ssh, user: "ada", ...changes };
  expect(addressOfServer(settings)).toBe(address);
  const problem = settingsProblem({ ...DEFAULT_ADDRESS_SETTINGS, way: "ssh", ssh: settings });
  expect(problem === null).toBe(address !== null);
});
