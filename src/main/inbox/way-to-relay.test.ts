import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createJournals } from "../../../tests/journal/samples.ts";
import { certificate } from "../../../tests/support/calls.ts";
import { startProxy } from "../../../tests/support/proxy.ts";
import { openRelayDesktop } from "../../../tests/support/relay-desktop.ts";
import { until } from "../../../tests/support/until.ts";
import { readCommand } from "../../relay/arguments.ts";
import type { Registry } from "../../relay/people/registry.ts";
import { openRegistry } from "../../relay/people/sqlite-registry.ts";
import { type Relay, startRelay } from "../../relay/relay.ts";
import type { InboxState } from "../../shared/inbox.ts";
import { machineClock } from "../clock.ts";
import type { OpenedJournal } from "../journal/index.ts";
import { createNetwork } from "../network/index.ts";
import type { Inboxes } from "./index.ts";

const CERTIFICATES = new URL("../../../tests/fixtures/certificates/", import.meta.url).pathname;
const trusted = (): readonly string[] => [certificate("root")];
const journals = createJournals();

let folder: string;
let relay: Relay;
let people: Registry;
let inbox: string;
let journal: OpenedJournal;
let inboxes: Inboxes | null = null;

/** A relay that speaks TLS by itself, with a certificate of the authority of our tests. */
async function startSecureRelay(name = "server-good"): Promise<void> {
  const files = ["--tls-cert", join(CERTIFICATES, `${name}.pem`), "--tls-key", join(CERTIFICATES, "server-key.pem")];
  const command = readCommand(["--data", folder, "--port", "0", ...files]);
  if (command.do !== "run") throw new Error("not to be run");
  relay = await startRelay(command.options);
}

const port = (): string => new URL(relay.url).port;

/** Joins the relay by the address that is given. */
async function joinAt(
  address: string,
  { environment = {}, certificates = trusted }: { environment?: NodeJS.ProcessEnv; certificates?: typeof trusted } = {},
): Promise<void> {
  inboxes = openRelayDesktop(journal, {
    network: createNetwork({ environment, certificates, resolveProxy: async () => null }),
  });
  await inboxes.join(`${address}/join#${await people.invite("ada", [inbox], Number.MAX_SAFE_INTEGER)}`, "p");
}

const state = (): InboxState["name"] | undefined => inboxes?.status().inboxes[0]?.state.name;
const webhooks = (): number => inboxes?.status().inboxes[0]?.webhooks ?? 0;

/** From a sender that trusts the authority, too. */
function post(body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request(`https://localhost:${port()}/in/${inbox}`, { method: "POST", ca: certificate("root") }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    })
      .on("error", reject)
      .end(body);
  });
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "linkdesk-relay-"));
  people = openRegistry(folder);
  inbox = (await people.addInbox("shop", { status: 200, body: "" })).id;
  journal = await journals.open();
});

afterEach(async () => {
  await inboxes?.close();
  inboxes = null;
  await relay.close();
  await people.close();
  await journals.dispose();
  rmSync(folder, { recursive: true, force: true });
});

it("is TLS where the relay speaks it, by a certificate that is trusted", async () => {
  await startSecureRelay();
  await joinAt(`https://localhost:${port()}`);
  expect(await post("one")).toBe(200);
  await until(() => state() === "ready" && webhooks() === 1);
});

it.each(["server-expired", "server-wrong-host", "server-self-signed", "server-unknown-issuer"])(
  "is not taken to a relay whose certificate is no good: %s",
  async (name) => {
    await startSecureRelay(name);
    await expect(joinAt(`https://localhost:${port()}`)).rejects.toThrow(/could not be reached: .*certificate/i);
    expect(inboxes?.status().inboxes).toEqual([]);
    // The invitation is not used up by that.
    expect(people.members(machineClock.now()).map((member) => member.state)).toEqual(["invited"]);
  },
);

it("leads through a proxy by CONNECT, which sees neither token nor invitation, and goes on after a cut", async () => {
  await startSecureRelay();
  const proxy = await startProxy(`https://127.0.0.1:${port()}`, "ann:secret");
  const address = proxy.url.replace("http://", "http://ann:secret@");
  // A name that only the proxy knows.
  await joinAt("https://service.test", { environment: { HTTPS_PROXY: address } });
  await until(() => state() === "ready");
  await post("one");
  await until(() => webhooks() === 1);
  proxy.cut();
  await post("two");
  await until(() => state() === "ready" && webhooks() === 2);
  expect(new Set(proxy.seen.map(({ method, target }) => `${method} ${target}`))).toEqual(
    new Set(["CONNECT service.test:443"]),
  );
  expect(JSON.stringify(proxy.seen)).not.toMatch(/Bearer|Invitation/);
});

it("says what a proxy has against it", async () => {
  await startSecureRelay();
  const proxy = await startProxy(`https://127.0.0.1:${port()}`, "ann:secret");
  await expect(joinAt("https://service.test", { environment: { HTTPS_PROXY: proxy.url } })).rejects.toThrow(
    /The proxy answered 407/,
  );
  await expect(
    joinAt("https://forbidden.test", { environment: { HTTPS_PROXY: "http://127.0.0.1:1" } }),
  ).rejects.toThrow(/ECONNREFUSED/);
});
