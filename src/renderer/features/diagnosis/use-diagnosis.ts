import { useCallback, useEffect, useRef, useState } from "react";
import type { Diagnosis } from "../../../shared/diagnosis.ts";
import type { EventId, Result } from "../../../shared/primitives.ts";
import { settle } from "../../core/bridge.ts";
import { useBridge, useToasts } from "../../core/environment.ts";

/** `trying`: a test through an address that is proposed. */
export type Work = "checking" | "proving" | "trying" | "saving" | null;

export interface DiagnosisView {
  /** null until the first answer. */
  readonly found: Diagnosis | null;
  readonly failure: string | null;
  /** What is under way. */
  readonly work: Work;
  readonly check: () => Promise<void>;
  /** Through the address on the dashboard, or one that is proposed in its place. */
  readonly prove: (proposed?: string) => Promise<void>;
  /** @returns why the address was refused; null when it was taken. */
  readonly setAddress: (address: string) => Promise<string | null>;
  /** Lets the listener have this path; a toast takes that back. */
  readonly setPath: (path: string) => Promise<void>;
}

/** Milliseconds between two looks while things keep changing. */
const PAUSE_MS = 1_000;

/**
 * The causes of a missing webhook; looked into again whenever something happens that may be one.
 *
 * @param of the simulation whose webhook has not come; "any" where webhooks do not arrive at all, null where nobody asks
 */
export function useDiagnosis(of: EventId | "any" | null): DiagnosisView {
  const runId = of === "any" ? null : of;
  const isAsked = of !== null;
  const bridge = useBridge();
  const toasts = useToasts();
  const [found, setFound] = useState<Diagnosis | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [work, setWork] = useState<Work>("checking");
  // An answer that is overtaken by a later question is dropped. One that somebody has pressed for is not overtaken by a
  // look of our own: it comes with a look that is as new.
  const asked = useRef(0);
  const isPressed = useRef(false);

  const ask = useCallback(async (kind: Work, call: Promise<Result<Diagnosis>>): Promise<Result<Diagnosis> | null> => {
    asked.current += 1;
    const mine = asked.current;
    isPressed.current = kind !== "checking";
    setWork(kind);
    const result = await settle(call);
    if (mine !== asked.current) return null;
    isPressed.current = false;
    setWork(null);
    if (result.ok) setFound(result.value);
    return result;
  }, []);

  const check = useCallback(async () => {
    const result = await ask("checking", bridge.diagnosis.check({ runId }));
    if (result !== null) setFailure(result.ok ? null : result.message);
  }, [ask, bridge, runId]);

  useEffect(() => {
    setFound(null);
    setFailure(null);
    if (!isAsked) return;
    void check();
    let pause: ReturnType<typeof setTimeout> | null = null;
    const again = () => {
      pause ??= setTimeout(() => {
        pause = null;
        if (!isPressed.current) void check();
      }, PAUSE_MS);
    };
    const stops = [
      bridge.on("listener.changed", again),
      bridge.on("address.changed", again),
      bridge.on("sandbox.changed", again),
      bridge.on("profiles.changed", again),
      bridge.on("runs.changed", again),
      // A test that was asked for elsewhere in the window.
      bridge.on("journal.changed", ({ appended }) => {
        if (appended.some((event) => event.kind === "delivery" && event.onPurpose?.does === "proof")) again();
      }),
    ];
    return () => {
      asked.current += 1;
      isPressed.current = false;
      if (pause !== null) clearTimeout(pause);
      for (const stop of stops) stop();
    };
  }, [bridge, check, isAsked]);

  /** @returns the one before; null: it was not changed */
  async function changePath(path: string): Promise<string | null> {
    const status = toasts.outcome("change the path", await settle(bridge.listener.status(null)));
    if (!status.ok) return null;
    const { settings } = status.value;
    // Who can reach it was agreed to before, and stays as it is.
    const change = bridge.listener.configure({ settings: { ...settings, path }, exposureConfirmed: true });
    return toasts.outcome("change the path", await settle(change)).ok ? settings.path : null;
  }

  return {
    found,
    failure,
    work,
    check,
    async prove(proposed) {
      const [kind, through] =
        proposed === undefined ? (["proving", {}] as const) : (["trying", { address: proposed }] as const);
      const result = await ask(kind, bridge.diagnosis.prove({ runId, ...through }));
      if (result !== null) setFailure(result.ok ? null : result.message);
    },
    async setAddress(address) {
      const result = await ask("saving", bridge.diagnosis.setAddress({ runId, address }));
      return result === null || result.ok ? null : result.message;
    },
    async setPath(path) {
      const before = await changePath(path);
      if (before !== null) toasts.done(`Webhooks are taken on ${path} now`, () => void changePath(before));
    },
  };
}
