import { type AddressStatus, NO_ADDRESS } from "../../shared/address.ts";
import type { AddressPart, Check, Proof } from "../../shared/diagnosis.ts";
import { addressForPath } from "../../shared/http-address.ts";
import { isHereOnly, isThisMachine, type ListenerStatus } from "../../shared/listener.ts";
import { addressName } from "../../shared/text/explain-address.ts";
import { portOf } from "../network/index.ts";
import type { Came } from "./look-around.ts";

/** An address on a dashboard, held against the listener's own part by part. */
export interface ComparedAddress {
  readonly parts: readonly AddressPart[];
  readonly check: Pick<Check, "state" | "sentence" | "nextStep" | "addressToSet" | "addressUntried" | "otherwise">;
}

/** Follows an address that is told by one that led to another path: a proxy may look at what stands in front. */
export const UNTRIED = " Nothing has come through that one yet: test it, too.";

/**
 * @param address an address that `dashboardAddressProblem` has nothing against
 * @param isLocal the service that has it runs on this machine, as the sandbox does, and so needs no public address
 * @param own Linkdesk's own public address: one on its host and port is held against it, not against the listener's, for
 *   something else leads from there to the listener; so is one that is to be put right by setting it
 * @param led how a request through the address came here: what is in between may have any host, port and path. null: none
 *   does, and so the listener's own part is right where they differ; undefined: nobody knows
 * @param came what has come here shows of the address's host, which is not the listener's
 */
export function compareAddress(
  address: string,
  listener: ListenerStatus,
  isLocal: boolean,
  own: Pick<AddressStatus, "url" | "state"> = NO_ADDRESS,
  led?: Proof["arrived"],
  came: Came | null = null,
): ComparedAddress {
  const given = new URL(address);
  const here = new URL(listener.url ?? wanted(listener));
  const ownUrl = own.url === null ? null : new URL(own.url);
  const isInUse = !["off", "stopped", "failed"].includes(own.state.name);
  // A service on this machine has no need to go around outside, and one elsewhere cannot use what only this machine
  // reaches.
  const isOfUse = isInUse && isHereOnly(own.url) === isLocal;
  // Another port of this machine is held against the address that is to be set, so that both say the same.
  const isAside =
    isLocal &&
    isOfUse &&
    !led &&
    came === null &&
    ownUrl !== null &&
    isSameHost(given, ownUrl) &&
    !isSamePlace(given, here);
  const isOwn = ownUrl !== null && (isSamePlace(given, ownUrl) || isAside) && !isSamePlace(ownUrl, here);
  const there = isOwn ? ownUrl : here;
  // Until a test has failed, a proxy on this machine may stand on another port.
  const isExact = isOwn || (led === null && came === null ? isSameHost(given, here) : isSamePlace(given, here));
  const toSet = isOwn || isOfUse ? ownUrl : null;
  const isRightPath = led
    ? led.onPath
    : came !== null
      ? came.right === given.href
      : // What stands in front of the path may be taken away in between: a test shows that.
        led === undefined && toSet === null && given.pathname.endsWith(here.pathname);
  // Behind a public name anything may stand; of our own addresses every part must be right.
  const otherwise = isExact ? "wrong" : "elsewhere";
  const part = (name: AddressPart["part"], one: string, other: string, differs: AddressPart["state"]): AddressPart => ({
    part: name,
    given: one,
    here: other,
    state: one === other ? "same" : differs,
  });
  const parts = [
    part("scheme", given.protocol.slice(0, -1), there.protocol.slice(0, -1), otherwise),
    part("host", withoutFinalDot(given), withoutFinalDot(there), isExact ? "same" : "elsewhere"),
    part("port", portOf(given), portOf(there), otherwise),
    part("path", given.pathname, there.pathname, !isExact && isRightPath ? "elsewhere" : "wrong"),
  ];
  return {
    parts,
    check: judge(parts, {
      isOwn,
      isInUse,
      isExact,
      isLocal,
      led,
      came,
      given,
      here,
      toSet,
    }),
  };
}

interface Compared {
  readonly isOwn: boolean;
  /** Linkdesk's public address is not off, so that Linkdesk itself tests whether it leads here. */
  readonly isInUse: boolean;
  readonly isExact: boolean;
  readonly isLocal: boolean;
  readonly led: Proof["arrived"] | undefined;
  readonly came: Came | null;
  readonly given: URL;
  readonly here: URL;
  /** Linkdesk's own public address, where that is the one to set on the dashboard. */
  readonly toSet: URL | null;
}

function judge(
  parts: readonly AddressPart[],
  { isOwn, isInUse, isExact, isLocal, led, came, given, here, toSet }: Compared,
): ComparedAddress["check"] {
  if (!isLocal && isThisMachine(given.hostname)) {
    const sentence = `${given.hostname} means “this machine” to whoever uses it. The service is on another machine and looks for the listener there.`;
    const none = { nextStep: "Get a public address under Listener, and put that on the dashboard." };
    return { state: "problem", sentence, ...(toSet === null || isOwn ? none : setting(toSet)) };
  }
  if (led && !led.onPath && !isExact) return afterOtherPath(led.path, given, here);
  const wrong = parts.filter(({ state }) => state === "wrong");
  if (wrong.length > 0) {
    const sentence = wrong.map((each) => differenceText(each, isOwn ? toSet : null, isExact)).join(" ");
    if (came !== null && came.right !== null && !isExact) {
      const right = new URL(came.right);
      if (!came.onPath) return { state: "problem", sentence, ...trying(right) };
      const through = `What came here through ${given.host} shows that its path is to be ${right.pathname}. The dashboard has ${given.pathname}.`;
      return { state: "problem", sentence: through, ...setting(right) };
    }
    if (toSet !== null) return { state: "problem", sentence, ...setting(toSet) };
    if (!isExact) return { state: "problem", sentence, ...pathStep(given, here) };
    return wrong.every(({ part }) => part === "path")
      ? { state: "problem", sentence, ...setting(here), otherwise: { sentence: OWN_PATH, path: given.pathname } }
      : { state: "problem", sentence, ...setting(here, ", or change the listener to fit") };
  }
  if (isOwn) {
    const name = addressName(given.href);
    const sentence = isInUse
      ? `It is Linkdesk’s own ${name}, under Listener.`
      : `It is the ${name} that Linkdesk had under Listener, and that is off.`;
    return { state: isInUse ? "fine" : "not-tested", sentence: `${sentence}${addedText(given)}`, nextStep: "" };
  }
  if (isExact) return { state: "fine", sentence: `${ownText(given, here)}${addedText(given)}`, nextStep: "" };
  const other = toSet === null ? "" : ` Linkdesk’s own ${addressName(toSet.href)} is another one: ${toSet.href}.`;
  const path = parts.find(({ part }) => part === "path");
  if (led === undefined && came === null && path?.state === "elsewhere")
    return { state: "not-tested", sentence: differenceText(path, null, isExact), ...pathStep(given, here) };
  const leads = led
    ? "A request through it came to the webhook path."
    : came !== null
      ? `Requests came here through ${given.host}, and its path fits.`
      : `The path is the listener’s. Whether its host, ${given.host}, leads here is tested below.`;
  return {
    state: "not-tested",
    sentence: `${leads}${other}${addedText(given)}`,
    nextStep: "",
  };
}

/** Only the path can be told to be another one: what is in front of the listener may change it. */
function pathStep(given: URL, here: URL): Pick<ComparedAddress["check"], "nextStep" | "otherwise"> {
  return given.pathname.endsWith(here.pathname)
    ? {
        nextStep: `If something in between takes away what stands in front of ${here.pathname}, it is right: press “Test the address”.`,
      }
    : {
        nextStep: `Let the address on the dashboard end in ${here.pathname}, and press “Test the address”.`,
        otherwise: {
          sentence: "Or, if nothing in between changes the path, let the listener have that of the dashboard.",
          path: given.pathname,
        },
      };
}

const OWN_PATH = "Or let the listener have the path of the dashboard.";

/**
 * It leads here, but to another path than that of webhooks; where the address is no help, the rule in between is, as
 * said below.
 */
function afterOtherPath(path: string, given: URL, here: URL): ComparedAddress["check"] {
  const came = path.split("?", 1)[0] ?? "";
  const sentence = `It leads here, but ${given.pathname} on the dashboard comes as ${came}, and the webhook path is ${here.pathname}.`;
  const right = addressForPath(given.href, path, here.pathname);
  return right === null
    ? { state: "problem", sentence, nextStep: "" }
    : {
        state: "problem",
        sentence,
        ...trying(new URL(right)),
        otherwise: { sentence: "Or let the listener have the path that it comes as.", path: came },
      };
}

function trying(right: URL): Pick<ComparedAddress["check"], "nextStep" | "addressToSet" | "addressUntried"> {
  const { nextStep, addressToSet } = setting(right);
  return { nextStep: `${nextStep}${UNTRIED}`, addressToSet, addressUntried: true };
}

function setting({ href }: URL, otherwise = "") {
  return { nextStep: `Set ${href} on the dashboard${otherwise}.`, addressToSet: href };
}

function isSameHost(one: URL, other: URL): boolean {
  return (
    withoutFinalDot(one) === withoutFinalDot(other) || (isThisMachine(one.hostname) && isThisMachine(other.hostname))
  );
}

export function isSamePlace(one: URL, other: URL): boolean {
  return isSameHost(one, other) && portOf(one) === portOf(other);
}

/** Two names of one machine lead to the same place. */
function ownText(given: URL, here: URL): string {
  return withoutFinalDot(given) === withoutFinalDot(here)
    ? "Every part of it is the listener’s own address."
    : `It leads to the listener: ${given.hostname} and ${here.hostname} are both this machine.`;
}

/** What may stand behind the path and changes nothing about where a webhook goes. */
function addedText({ search, hash }: URL): string {
  const query = search === "" ? "" : ` Its query, ${search}, comes with each webhook and is recorded.`;
  return hash === "" ? query : `${query} What follows # is never sent.`;
}

const NAMES = { scheme: "scheme", host: "host", port: "port", path: "path" } as const;

function differenceText({ part, given, here }: AddressPart, own: URL | null, isExact: boolean): string {
  if (own !== null)
    return `The ${NAMES[part]} is ${given} on the dashboard and ${here} in Linkdesk’s own ${addressName(own.href)}.`;
  if (part === "scheme" && isExact) return `The address says ${given}, and the listener itself speaks ${here} only.`;
  return `The ${NAMES[part]} is ${given} on the dashboard and ${here} here.`;
}

/** Where it would listen. */
function wanted({ settings }: ListenerStatus): string {
  const host = settings.host.includes(":") && !settings.host.startsWith("[") ? `[${settings.host}]` : settings.host;
  return `http://${host}:${settings.port}${settings.path}`;
}

function withoutFinalDot({ hostname }: URL): string {
  return hostname.replace(/\.$/, "");
}
