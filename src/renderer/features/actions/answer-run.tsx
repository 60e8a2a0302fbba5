import type { RunSummary } from "../../../shared/run.ts";
import { explainRun, verdictText } from "../../text/explain-run.ts";
import { classes } from "../../ui/classes.ts";
import { Countdown } from "../../ui/countdown.tsx";
import { RunSign } from "../../ui/run-sign.tsx";
import styles from "./answer-panel.module.css";

/** What has become of the webhook so far, in a line under the answer; the inspector has the whole picture. */
export function AnswerRun({ run }: { readonly run: RunSummary }) {
  const { verdict } = run;
  const { tone, title } = explainRun(run);
  return (
    <p className={classes(styles.run, styles[tone])} title={title}>
      <RunSign sign={verdict.code} size={14} />
      <span>
        Webhook: {verdictText(verdict)}
        {verdict.code === "waiting" ? (
          // Read out once and not with every second.
          <span aria-hidden="true">
            {" "}
            <Countdown until={verdict.until} />
          </span>
        ) : null}
      </span>
    </p>
  );
}
