import { readFileSync } from "node:fs";
import { pino } from "pino";
import { errorText } from "../shared/primitives.ts";
import type { Options } from "./arguments.ts";
import { createMembers } from "./delivery/members.ts";
import { openFront } from "./front.ts";
import { limitsOf, openKeeping } from "./keeping.ts";
import { createLiveAnswers } from "./live/answers.ts";
import { createMetrics } from "./metrics.ts";
import { createSenderOf } from "./sender.ts";
import { daysKept } from "./storage/store.ts";

/** How often what is beyond the limits is removed. */
const RETAIN_MS = 60_000;

/** A relay that runs. */
export interface Relay {
  /** Where it listens: this machine's address. */
  readonly url: string;
  /** Takes nothing more, answers what is under way, closes the connections of the desktops. */
  close(): Promise<void>;
}

/** @throws whatever keeps it from starting: a folder, a port, a certificate */
export async function startRelay(options: Options): Promise<Relay> {
  // A line of JSON each, about the relay itself: nothing of a webhook, no token and no inbox's name is in it.
  const logger = pino({ name: "linkdesk-relay" });
  const log = (message: string, about: object): void => logger.info(about, message);
  const senderOf = createSenderOf(options["trust-proxy"]);
  const tls =
    options["tls-cert"] === undefined || options["tls-key"] === undefined
      ? null
      : { cert: readFileSync(options["tls-cert"]), key: readFileSync(options["tls-key"]) };
  const keeping = await openKeeping(options, log);
  const { registry, store } = keeping;
  const metrics = createMetrics([
    { name: "relay_desktops", help: "Desktops that are connected.", value: () => members.connected() },
    { name: "process_resident_memory_bytes", help: "Memory of the process.", value: () => process.memoryUsage.rss() },
    { name: "relay_waiting", help: "Webhooks that wait to be kept.", value: () => store.waiting() },
  ]);
  const live = createLiveAnswers({
    bus: keeping.bus,
    metrics,
    changed: (inbox) => members.holderChanged(inbox),
    tell: (inbox, said) => members.tell(inbox, said),
  });
  const limits = limitsOf(options);
  let here = "";
  let isDraining = false;
  const members = createMembers({
    store,
    registry,
    metrics,
    senderOf,
    live,
    url: () => registry.setting("url") ?? here,
    daysKept: ({ keepDays }) => daysKept(keepDays, limits.maxAgeDays),
    log,
  });
  const front = await openFront({
    host: options.host,
    port: options.port,
    tls,
    bodyCapBytes: Math.min(options["max-body"], keeping.longestBody),
    perAddress: options["address-rate"],
    perInbox: options["inbox-rate"],
    store,
    registry,
    metrics,
    senderOf,
    live,
    upgrades: members,
    isDraining: () => isDraining,
    log,
  });
  const { address, port, family } = front.address;
  here = `${tls === null ? "http" : "https"}://${family === "IPv6" ? `[${address}]` : address}:${port}`;
  if (options.url !== undefined || options.nats.length === 0) await registry.set("url", options.url ?? here);
  const retain = async (): Promise<void> => {
    try {
      const removed = await store.retain(limits, registry.inboxes());
      if (removed > 0) log("old webhooks were removed", { removed });
    } catch (error) {
      log("old webhooks cannot be removed", { reason: errorText(error) });
    }
  };
  const retaining = setInterval(() => void retain(), RETAIN_MS);
  void retain();
  log("listening", { url: here, ...keeping.about });

  return {
    url: here,
    async close() {
      clearInterval(retaining);
      // It takes whatever still comes meanwhile.
      isDraining = true;
      await new Promise((resolve) => setTimeout(resolve, options.drain * 1_000));
      await Promise.all([front.close(), members.close()]);
      live.close();
      await keeping.close();
      log("stopped", {});
    },
  };
}
