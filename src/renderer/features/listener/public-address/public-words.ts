import type { AddressStatus } from "../../../../shared/address.ts";
import { isHereOnly } from "../../../../shared/listener.ts";
import { capital } from "../../../../shared/measures.ts";
import { addressName, explainAddressProblem } from "../../../../shared/text/explain-address.ts";
import type { Tone } from "../../../ui/tone.ts";
import type { ListenerWords } from "../panel/address-form.ts";

/** Whether the public address is wanted: somebody pressed, and nobody has stopped it. */
export function isWanted({ state }: AddressStatus): boolean {
  return state.name === "starting" || state.name === "ready" || state.name === "reconnecting";
}

/** The public address in the few words of the bar; null while the listener's own address stands there. */
export function publicWords(status: AddressStatus): ListenerWords | null {
  const { state, url, changed, settings } = status;
  const here = isHereOnly(url);
  switch (state.name) {
    case "off":
    case "stopped":
      return null;
    case "starting":
      return {
        tone: "odd",
        busy: true,
        text: settings.way === "own" ? "Testing the address…" : "Getting a public address…",
        address: null,
      };
    case "ready":
      return {
        tone: changed === null && !here ? "good" : "odd",
        busy: false,
        text: capital(`${changed === null ? "" : "now "}${here ? "on this machine only:" : "public on"}`),
        address: url,
      };
    case "reconnecting":
      return { tone: "bad", busy: true, text: `${capital(addressName(url))} down`, address: url };
    case "failed":
      return {
        tone: "bad",
        busy: false,
        text: `No public address: ${short(explainAddressProblem(state.problem).title)}`,
        address: null,
      };
  }
}

function short(title: string): string {
  return title.charAt(0).toLowerCase() + title.slice(1);
}

export const STATE_TONES: Readonly<Record<AddressStatus["state"]["name"], Tone>> = {
  off: "neutral",
  starting: "odd",
  ready: "good",
  reconnecting: "bad",
  failed: "bad",
  stopped: "neutral",
};
