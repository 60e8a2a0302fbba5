import {
  isLoopback,
  type ListenerProblem,
  type ListenerSettings,
  type ListenerStatus,
  listenerSettings,
} from "../../../../shared/listener.ts";
import { assertNever, MEBIBYTE } from "../../../../shared/primitives.ts";
import { type Reading, readText, wholeNumber } from "../../../ui/form-text.ts";
import type { Tone } from "../../../ui/tone.ts";

/** The listener's settings as they are typed. */
export interface AddressText {
  host: string;
  port: string;
  path: string;
  /** In MiB, with a decimal point or comma. */
  bodyCapBytes: string;
}

export function addressText(settings: ListenerSettings): AddressText {
  return {
    host: settings.host,
    port: String(settings.port),
    path: settings.path,
    bodyCapBytes: String(Math.round((settings.bodyCapBytes / MEBIBYTE) * 1_000) / 1_000),
  };
}

export function readAddressText(text: AddressText): Reading<ListenerSettings> {
  const cap = /^\s*\d{1,5}([.,]\d{1,6})?\s*$/.test(text.bodyCapBytes)
    ? Math.round(Number(text.bodyCapBytes.replace(",", ".")) * MEBIBYTE)
    : Number.NaN;
  const reading = readText<ListenerSettings>(listenerSettings, {
    // Brackets belong to an address in a URL, and are often copied along with it.
    host: text.host.trim().replace(/^\[(.*)\]$/, "$1"),
    port: wholeNumber(text.port),
    path: text.path.trim(),
    bodyCapBytes: cap,
  });
  if (reading.ok || !Number.isNaN(cap)) return reading;
  return { ok: false, problems: new Map([...reading.problems, ["bodyCapBytes", "Enter a number."]]) };
}

/** Whether other machines could reach an address that is typed; nothing typed yet is no reason to warn. */
export function wouldExpose(host: string): boolean {
  const name = host.trim();
  return name !== "" && !isLoopback(name);
}

/** What keeps the listener from its work, as a sentence. */
export function problemSentence(problem: ListenerProblem): string {
  switch (problem.code) {
    case "port-taken":
      return `Another program is listening on port ${problem.port} already.`;
    case "port-forbidden":
      return `The system does not let Linkdesk use port ${problem.port}. Ports from 1024 up are free to use.`;
    case "address-unknown":
      return `${problem.host} is not an address of this machine. 127.0.0.1 always is.`;
    case "cannot-record":
      return `What arrives cannot be kept: ${problem.reason} Senders are answered 503 until it can.`;
    case "other":
      return problem.reason;
    default:
      return assertNever(problem);
  }
}

export interface ListenerWords {
  readonly tone: Tone;
  readonly busy: boolean;
  /** Before the address, or in its place. */
  readonly text: string;
  readonly address: string | null;
}

/** The listener's state in the few words of the bar. */
export function listenerWords(status: ListenerStatus): ListenerWords {
  switch (status.state) {
    case "listening":
      if (status.problem !== null) return { tone: "bad", busy: false, text: "Cannot record on", address: status.url };
      return { tone: status.exposed ? "odd" : "good", busy: false, text: "Listening on", address: status.url };
    case "starting":
      return { tone: "odd", busy: true, text: "Starting to listen…", address: null };
    case "stopping":
      return { tone: "neutral", busy: true, text: "Stopping…", address: null };
    case "stopped":
      return { tone: "neutral", busy: false, text: "Not listening", address: null };
    case "failed":
      return { tone: "bad", busy: false, text: `Not listening: ${shortProblem(status)}`, address: null };
    default:
      return assertNever(status.state);
  }
}

function shortProblem({ problem, settings }: ListenerStatus): string {
  switch (problem?.code) {
    case "port-taken":
      return `port ${problem.port} is taken`;
    case "port-forbidden":
      return `port ${problem.port} is not allowed`;
    case "address-unknown":
      return `${problem.host} is not an address of this machine`;
    case "cannot-record":
    case "other":
    case undefined:
      return `port ${settings.port} cannot be used`;
    default:
      return assertNever(problem);
  }
}
