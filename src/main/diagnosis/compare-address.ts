import type { AddressPart, Check } from "../../shared/diagnosis.ts";
import { isThisMachine, type ListenerStatus } from "../../shared/listener.ts";
import { addressName } from "../../shared/text/explain-address.ts";
import { portOf } from "../network/index.ts";

/** An address on a dashboard, held against the listener's own part by part. */
export interface ComparedAddress {
  readonly parts: readonly AddressPart[];
  readonly check: Pick<Check, "state" | "sentence" | "nextStep" | "addressToSet">;
}

/**
 * @param address an address that `dashboardAddressProblem` has nothing against
 * @param isLocal the service that has it runs on this machine, as the sandbox does, and so needs no public address
 * @param own Linkdesk's own public address; of that, something else leads to the listener, whatever its parts are
 */
export function compareAddress(
  address: string,
  listener: ListenerStatus,
  isLocal: boolean,
  own: string | null = null,
): ComparedAddress {
  const given = new URL(address);
  const here = new URL(listener.url ?? wanted(listener));
  const isOwn = address === own && given.href !== here.href;
  const isHere =
    !isOwn &&
    (withoutFinalDot(given) === withoutFinalDot(here) ||
      (isThisMachine(given.hostname) && isThisMachine(here.hostname)));
  // Behind a public name anything may stand; of our own address every part must be right.
  const otherwise = isHere ? "wrong" : "elsewhere";
  const part = (name: AddressPart["part"], one: string, other: string, differs: AddressPart["state"]): AddressPart => ({
    part: name,
    given: one,
    here: other,
    state: one === other ? "same" : differs,
  });
  const host = part("host", withoutFinalDot(given), withoutFinalDot(here), isHere ? "same" : "elsewhere");
  const parts = [
    part("scheme", given.protocol.slice(0, -1), here.protocol.slice(0, -1), otherwise),
    host,
    part("port", portOf(given), portOf(here), otherwise),
    part("path", given.pathname, here.pathname, isOwn ? "elsewhere" : "wrong"),
  ];
  return { parts, check: judge(parts, { isHere, isOwn, isLocal, given, here }) };
}

interface Compared {
  readonly isHere: boolean;
  readonly isOwn: boolean;
  readonly isLocal: boolean;
  readonly given: URL;
  readonly here: URL;
}

function judge(
  parts: readonly AddressPart[],
  { isHere, isOwn, isLocal, given, here }: Compared,
): ComparedAddress["check"] {
  if (!isLocal && isThisMachine(given.hostname))
    return {
      state: "problem",
      sentence: `${given.hostname} means “this machine” to whoever uses it. The service is on another machine and looks for the listener there.`,
      nextStep: "Get a public address under Listener, and put that on the dashboard.",
    };
  if (isOwn)
    return {
      state: "fine",
      sentence: `It is Linkdesk's own ${addressName(given.href)}, under Listener: it need not be the listener's part by part.${addedText(given)}`,
      nextStep: "",
    };
  const wrong = parts.filter(({ state }) => state === "wrong");
  if (wrong.length > 0)
    return {
      state: "problem",
      sentence: wrong.map((each) => differenceText(each, isHere)).join(" "),
      nextStep: isHere
        ? `Set ${here.href} on the dashboard, or change the listener to fit.`
        : `Let the address on the dashboard end in ${here.pathname}, or change the listener's path to ${given.pathname}.`,
      ...(isHere ? { addressToSet: here.href } : {}),
    };
  if (isHere) return { state: "fine", sentence: `${ownText(given, here)}${addedText(given)}`, nextStep: "" };
  return {
    state: "fine",
    sentence: `The path is the listener's. Whether its host, ${given.host}, leads here is tested below.${addedText(given)}`,
    nextStep: "",
  };
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

function differenceText({ part, given, here }: AddressPart, isHere: boolean): string {
  if (part === "scheme" && isHere) return `The address says ${given}, and the listener itself speaks ${here} only.`;
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
