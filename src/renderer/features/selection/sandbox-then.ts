import { useEffect, useState } from "react";
import type { CallSummary } from "../../../shared/events.ts";
import { countText, listText } from "../../../shared/measures.ts";
import { isSameFaults, NO_FAULTS, type SandboxFaults } from "../../../shared/sandbox.ts";
import { ANSWER_FAULTS, faultName, WEBHOOK_FAULTS } from "../../../shared/text/fault-words.ts";
import { settle } from "../../core/bridge.ts";
import { useBridge, useStore } from "../../core/environment.ts";
import { sandboxStore } from "../sandbox/index.ts";

/** Each call is read by itself: for more of them it would take too long. */
const READ_AT_MOST = 200;

/** Says that the sandbox is set otherwise now than when these calls went out to it; null where it is set the same. */
export function sandboxThenText(then: readonly SandboxFaults[], now: SandboxFaults): string | null {
  const others = then.filter((each) => !isSameFaults(each, now));
  if (others.length === 0) return null;
  const which = others.length === then.length ? "" : ` of ${countText(others.length)} of them`;
  const did = [...new Set(others.map(faultsText))].join("; ");
  return `The sandbox is set otherwise now (${faultsText(now)}) than at the time${which} (${did}). Sent again, calls meet what is set now; “Make a playbook” sets it as it was for each.`;
}

function faultsText({ answerFault, webhookFault }: SandboxFaults): string {
  const parts = [
    ...(answerFault === "none" ? [] : [`answer: ${faultName(ANSWER_FAULTS[answerFault])}`]),
    ...(webhookFault === "none" ? [] : [`webhook: ${faultName(WEBHOOK_FAULTS[webhookFault])}`]),
  ];
  return parts.length === 0 ? "nothing wrong" : listText(parts);
}

/** The same for calls that are selected, read from their details. */
export function useSandboxThen(calls: readonly CallSummary[]): string | null {
  const bridge = useBridge();
  const now = useStore(sandboxStore, (state) => state.status.settings.behaviour);
  const [then, setThen] = useState<{ readonly of: string; readonly faults: readonly SandboxFaults[] } | null>(null);
  const ids = calls.filter(({ profile }) => profile.mode === "sandbox").map(({ id }) => id);
  const key = ids.slice(0, READ_AT_MOST).join();

  useEffect(() => {
    let isGone = false;
    async function read() {
      const faults: SandboxFaults[] = [];
      for (const id of key === "" ? [] : key.split(",").map(Number)) {
        const detail = await settle(bridge.journal.detail({ id }));
        if (isGone) return;
        if (detail.ok && detail.value.kind === "call") faults.push(detail.value.sandboxFaults ?? NO_FAULTS);
      }
      setThen({ of: key, faults });
    }
    void read();
    return () => {
      isGone = true;
    };
  }, [bridge, key]);

  return then === null || then.of !== key ? null : sandboxThenText(then.faults, now);
}
