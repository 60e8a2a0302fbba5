import { MoveRight } from "lucide-react";
import type { Operation } from "../../../shared/outcomes.ts";
import type { Mode } from "../../../shared/profile.ts";
import styles from "./answer-panel.module.css";

const SANDBOX_HINTS: Readonly<Record<Operation, string>> = {
  link: "Press Look up link: the sandbox answers with a link, drawn as a picture.",
  credit: "Press Simulate credit: the call and the webhook that follows appear in the log.",
  charge: "Press Simulate charge: the call and the webhook that follows appear in the log.",
};

/** Before the first press. On the sandbox it says which one: nothing has to be filled in first. */
export function NothingYet({ operation, mode }: { readonly operation: Operation; readonly mode: Mode }) {
  if (mode !== "sandbox") return <p className={styles.nothing}>The answer appears here.</p>;
  return (
    <p className={styles.hint}>
      <MoveRight size={14} aria-hidden="true" />
      <span>{SANDBOX_HINTS[operation]}</span>
    </p>
  );
}
