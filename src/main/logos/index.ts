import { lookup as resolve } from "node:dns";
import { lookup } from "node:dns/promises";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { isThisMachine } from "../../shared/listener.ts";
import { lowered } from "../../shared/measures.ts";
import type { Outcome } from "../../shared/outcomes.ts";
import { joinedHeader, MEBIBYTE } from "../../shared/primitives.ts";
import type { Profile } from "../../shared/profile.ts";
import { explainOutcome } from "../../shared/text/explain-outcome.ts";
import { type Network, plainLines } from "../network/index.ts";
import { contentEncodingOf, decodeBody } from "../payload/index.ts";
import { Refusal } from "../refusal.ts";
import { drawingProblem, sniffImage } from "./image.ts";

const MAX_BYTES = MEBIBYTE;
const MAX_MS = 5_000;
const MAX_HOPS = 3;
/** Characters of all logos that are kept in memory. */
const CACHE_SIZE = 16 * MEBIBYTE;
/** How long a name is looked up here when a proxy will resolve it: behind some, this machine knows no names. */
const LOOKUP_MS = 1_000;

const HEADERS = [
  ["accept", "image/*"],
  ["accept-encoding", "identity"],
] as const;

export interface LogosDependencies {
  readonly network: Network;
  readonly profile: (id: string) => Profile | null;
}

/** Fetches the logos of businesses, so that the page never has to. */
export interface Logos {
  /**
   * A logo as a `data:` URL. Fetched without credentials or cookies: at most 1 MiB in 5 s over three redirects, an
   * image by its bytes, and from the public internet only. The address comes from the service's answer, and must not
   * turn Linkdesk into a way to reach this network from outside.
   *
   * @throws Refusal `logo`, with the reason
   */
  fetch(url: string, profileId: string): Promise<string>;
}

export function createLogos({ network, profile }: LogosDependencies): Logos {
  const cache = createCache(CACHE_SIZE);
  const underWay = new Map<string, Promise<string>>();

  return {
    async fetch(url, profileId) {
      const loopbackAllowed = isLocal(profile(profileId));
      const key = `${loopbackAllowed} ${url}`;
      const kept = cache.get(key);
      if (kept !== undefined) return kept;
      const fetching = underWay.get(key) ?? fetchLogo(network, url, loopbackAllowed);
      underWay.set(key, fetching);
      try {
        const dataUrl = await fetching;
        cache.set(key, dataUrl);
        return dataUrl;
      } finally {
        underWay.delete(key);
      }
    },
  };
}

/** Where the service itself is on this machine, its logos may be too. */
function isLocal(profile: Profile | null): boolean {
  if (profile === null) return false;
  return (
    profile.mode === "sandbox" || (URL.canParse(profile.baseUrl) && isThisMachine(new URL(profile.baseUrl).hostname))
  );
}

async function fetchLogo(network: Network, address: string, loopbackAllowed: boolean): Promise<string> {
  const started = performance.now();
  let url = httpUrl(address);
  for (let hop = 0; ; hop += 1) {
    if (hop > MAX_HOPS) throw refused("it was pointed on too often.");
    const guard = createGuard(loopbackAllowed);
    await guard.check(url, network);
    const left = Math.ceil(MAX_MS - (performance.now() - started));
    if (left <= 0) throw refused("it took too long.");
    const request = {
      target: url,
      path: url.pathname + url.search,
      method: "GET" as const,
      headers: plainLines(HEADERS),
      body: null,
    };
    const { head, body, failure } = await network.exchange(request, {
      connectMs: left,
      totalMs: left,
      maxAnswerBytes: MAX_BYTES,
      signal: new AbortController().signal,
      elapsed: () => 0,
      lookup: guard.lookup,
    });
    if (guard.blocked()) throw refused("its address is inside this machine or this network.");
    if (failure?.code === "too-large") throw refused("it is larger than 1 MiB.");
    if (failure !== null) throw refused(failureText(failure));
    if (head === null) throw refused("there was no answer.");
    if (head.status >= 300 && head.status < 400) {
      url = httpUrl(joinedHeader(head.headers, "location") ?? "", url.href);
      continue;
    }
    if (head.status < 200 || head.status > 299) throw refused(`the server answered with the status ${head.status}.`);
    return toDataUrl(body, contentEncodingOf(head.headers));
  }
}

/** It need not be the service that has the logo: named by its host. */
function failureText(failure: Outcome): string {
  if (failure.code === "dns") return `the name ${failure.host} is not known.`;
  if (failure.code === "unreachable") return `${failure.host} cannot be reached.`;
  return `${lowered(explainOutcome(failure, "link").title)}.`;
}

function refused(reason: string): Refusal {
  return new Refusal("logo", `The logo cannot be shown: ${reason}`);
}

function httpUrl(text: string, base?: string): URL {
  if (!URL.canParse(text, base)) throw refused("its address cannot be read.");
  const url = new URL(text, base);
  if (url.protocol !== "http:" && url.protocol !== "https:") throw refused("its address is not http or https.");
  return url;
}

async function toDataUrl(body: Uint8Array, encoding: string): Promise<string> {
  const { bytes } = await decodeBody(body, encoding, MAX_BYTES).catch((error: Error) => {
    throw refused(error.message);
  });
  const type = sniffImage(bytes);
  if (type === null) throw refused("what came is no PNG, JPEG, GIF, WebP or SVG.");
  const problem = drawingProblem(bytes, type);
  if (problem !== null) throw refused(problem);
  return `data:${type};base64,${Buffer.from(bytes).toString("base64")}`;
}

interface Guard {
  /** @throws Refusal for an address, or a name that a proxy would resolve, that is not to be fetched from */
  readonly check: (url: URL, network: Network) => Promise<void>;
  /** Looks at the addresses at the moment of connecting, so that a name cannot change its meaning in between. */
  readonly lookup: LookupFunction;
  readonly blocked: () => boolean;
}

function createGuard(loopbackAllowed: boolean): Guard {
  let blocked = false;
  const allowed = (addresses: readonly { readonly address: string }[]): boolean => {
    blocked ||= !addresses.every(({ address }) => mayFetchFrom(address, loopbackAllowed));
    return !blocked;
  };
  return {
    async check(url, network) {
      const host = url.hostname.replace(/^\[|\]$/g, "");
      const isAddress = isIP(host) !== 0;
      if (isAddress) allowed([{ address: host }]);
      else if (!isThisMachine(host) && (await network.usesProxy(url).catch(() => false))) {
        // A name that cannot be told here is the proxy's business.
        const patience = new Promise<[]>((done) => setTimeout(done, LOOKUP_MS, []).unref());
        allowed(await Promise.race([lookup(host, { all: true }).catch((): [] => []), patience]));
      }
      if (blocked) throw refused("its address is inside this machine or this network.");
    },
    lookup(hostname, options, callback) {
      resolve(hostname, { ...options, all: true }, (error, addresses) => {
        if (error !== null) return callback(error, "", 0);
        if (!allowed(addresses)) return callback(new Error("Not an address to fetch from."), "", 0);
        if (options.all === true) return callback(null, addresses);
        const [first] = addresses;
        callback(null, first?.address ?? "", first?.family ?? 0);
      });
    },
    blocked: () => blocked,
  };
}

/** Not addresses of the public internet (IANA's special-purpose registries, RFC 6890). */
const IPV4_RANGES: readonly (readonly [string, number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
];
const IPV6_RANGES: readonly (readonly [string, number])[] = [
  ["::", 128],
  ["::1", 128],
  ["100::", 64],
  ["2001:db8::", 32],
  // 6to4 carries an IPv4 address of any kind, and nobody serves logos there.
  ["2002::", 16],
  ["fc00::", 7],
  ["fe80::", 9],
  ["ff00::", 8],
];

const special = new BlockList();
const loopback = new BlockList();
for (const [address, prefix] of IPV4_RANGES) {
  special.addSubnet(address, prefix, "ipv4");
  // The same within IPv6: mapped (RFC 4291), compatible, and as NAT64 translates it (RFC 6052).
  for (const within of ["::ffff:", "::", "64:ff9b::"]) special.addSubnet(within + address, 96 + prefix, "ipv6");
}
for (const [address, prefix] of IPV6_RANGES) special.addSubnet(address, prefix, "ipv6");
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addSubnet("::ffff:127.0.0.0", 104, "ipv6");
loopback.addAddress("::1", "ipv6");

/** Whether a logo may be fetched from an address: public ones, and loopback where the service itself is there. */
export function mayFetchFrom(address: string, loopbackAllowed: boolean): boolean {
  const version = isIP(address);
  if (version === 0) return false;
  const family = version === 4 ? "ipv4" : "ipv6";
  return (loopbackAllowed && loopback.check(address, family)) || !special.check(address, family);
}

/** Logos that were fetched, up to so many characters of them; the one not looked at for longest goes first. */
export function createCache(capacity: number) {
  const kept = new Map<string, string>();
  let size = 0;
  return {
    get(key: string): string | undefined {
      const value = kept.get(key);
      if (value === undefined) return undefined;
      // A map keeps the order of insertion: put in again, it is the newest.
      kept.delete(key);
      kept.set(key, value);
      return value;
    },
    set(key: string, value: string): void {
      size += value.length - (kept.get(key)?.length ?? 0);
      kept.delete(key);
      kept.set(key, value);
      for (const [oldest, { length }] of kept) {
        if (size <= capacity) break;
        kept.delete(oldest);
        size -= length;
      }
    },
  };
}
