import { Check, CircleDashed, CircleHelp, X } from "lucide-react";
import type { CheckState } from "../../../shared/diagnosis.ts";
import styles from "./check-mark.module.css";

const LOOKS = {
  fine: { label: "Fine", icon: Check },
  problem: { label: "Problem", icon: X },
  "cannot-test": { label: "Cannot be tested", icon: CircleHelp },
  "not-tested": { label: "Not tested yet", icon: CircleDashed },
} as const;

/** How one check came out. */
export function CheckMark({ state }: { readonly state: CheckState }) {
  const { label, icon: Icon } = LOOKS[state];
  return (
    <span className={styles.mark} data-state={state} title={label}>
      <Icon size={14} role="img" aria-label={label} />
    </span>
  );
}
