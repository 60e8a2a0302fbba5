import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { durationText } from "../../../../shared/measures.ts";
import { Button } from "../../../ui/button.tsx";
import { Kbd } from "../../../ui/kbd.tsx";
import { Hidden } from "../../../ui/layout.tsx";
import type { FormCall } from "./form-call.ts";
import styles from "./in-flight.module.css";

const TICK = 100;

export interface InFlightProps {
  readonly call: Extract<FormCall, { state: "busy" }>;
  readonly onCancel: () => void;
}

/** A call under way: that it is, for how long, and how to stop it. */
export function InFlight({ call, onCancel }: InFlightProps) {
  const { startedAt, cancelling } = call;
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), TICK);
    return () => clearInterval(timer);
  }, []);
  const words = cancelling ? "Cancelling" : "Waiting for the answer";
  return (
    <div className={styles.flight}>
      <Hidden>
        <output>{words}</output>
      </Hidden>
      <div className="h-0.75 overflow-hidden rounded-full bg-neutral-fill" aria-hidden="true">
        <div className={styles.runner} />
      </div>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-secondary">
        <span>{words}…</span>
        <span className="min-w-12 type-data tabular-nums" role="timer" aria-label="Elapsed time">
          {durationText(Math.max(0, now - startedAt) * 1_000, "tenths")}
        </span>
        <Button size="small" icon={<X />} disabled={cancelling} onClick={onCancel} className="ml-auto">
          Cancel
        </Button>
        <Kbd keys="escape" />
      </div>
    </div>
  );
}
