import { clockText } from "../../../shared/measures.ts";
import type { SandboxAttempt } from "../../../shared/sandbox.ts";
import { Chip } from "../../ui/chip.tsx";
import styles from "./attempts.module.css";

/** What the sandbox's sender saw when it delivered webhooks, newest first. */
export function Attempts({ attempts }: { readonly attempts: readonly SandboxAttempt[] }) {
  if (attempts.length === 0) return <p className={styles.none}>No webhook has been sent yet.</p>;
  return (
    <ul className={styles.list} aria-label="Last attempts to deliver a webhook">
      {attempts.toReversed().map((each) => (
        <li key={`${each.at}-${each.attempt}-${each.operation}`} className={styles.line}>
          <span className={styles.time}>{clockText(each.at)}</span>
          <span>
            {each.operation === "credit" ? "Credit" : "Charge"}
            {each.attempt === 1 ? "" : `, attempt ${each.attempt}`}
          </span>
          <span className={styles.url}>{each.url}</span>
          {each.status === null ? (
            <Chip tone="bad">{each.problem ?? "no answer"}</Chip>
          ) : (
            <Chip tone={each.status === 200 ? "good" : "bad"} data>
              {each.status}
            </Chip>
          )}
        </li>
      ))}
    </ul>
  );
}
