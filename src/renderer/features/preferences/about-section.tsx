import { useEffect, useState } from "react";
import { fingerprintText } from "../../../shared/case-file.ts";
import type { Output } from "../../../shared/contract.ts";
import { dayText, pluralText } from "../../../shared/measures.ts";
import type { SelfCheckReport } from "../../../shared/self-check.ts";
import { appInfoStore } from "../../core/app-info.ts";
import { settle, whileWanted } from "../../core/bridge.ts";
import { useBridge, useStore, useToasts } from "../../core/environment.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Section } from "../../ui/layout.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import styles from "./about-section.module.css";

/** What runs here, whether this machine has what it needs, and what to give to somebody who helps. */
export function AboutSection() {
  const info = useStore(appInfoStore, (state) => state.info);
  const bridge = useBridge();
  const toasts = useToasts();
  const [logProblem, setLogProblem] = useState<string | null>(null);

  async function showLog() {
    const result = await settle(bridge.app.showLog(null));
    setLogProblem(result.ok ? null : result.message);
  }

  async function diagnostics(): Promise<string | null> {
    const result = toasts.outcome("gather the diagnostics", await settle(bridge.app.diagnostics(null)));
    return result.ok ? result.value.text : null;
  }

  return (
    <Section title="About">
      <Facts>
        <Fact name="Linkdesk">{info === null ? "…" : `Version ${info.version}`}</Fact>
        <Fact name="Runs in">
          {info === null ? "…" : `${info.host === "electron" ? "Electron" : "Chromium"} on ${info.platform}`}
        </Fact>
        <Fact name="Data folder">
          <span className="inline-flex items-center gap-1.5">
            <code>{info?.dataFolder ?? "…"}</code>
            {info === null ? null : <CopyButton label="Copy data folder" text={info.dataFolder} />}
          </span>
        </Fact>
        <Fact name="Signs case files as">
          <Signer />
        </Fact>
      </Facts>
      <MachineCheck />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 mt-3">
        <Button onClick={() => void showLog()}>Show log file</Button>
        <CopyButton label="Copy diagnostics" text={diagnostics} size="medium" withText />
        <span className="text-muted type-small">
          For who helps you: no secret and no body of a webhook is in either.
        </span>
      </div>
      {logProblem === null ? null : (
        <p role="alert" className="text-bad">
          <OpaqueText text={logProblem} />
        </p>
      )}
    </Section>
  );
}

/** The fingerprint to be told to who gets case files of this installation. */
function Signer() {
  const bridge = useBridge();
  const [signer, setSigner] = useState<Output<"opened", "signer">>(null);
  useEffect(() => {
    return whileWanted(settle(bridge.opened.signer(null)), (result) => result.ok && setSigner(result.value));
  }, [bridge]);
  if (signer === null) return "nobody yet: the key is made with the first case file";
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <code>{fingerprintText(signer.fingerprint)}</code>
      <CopyButton label="Copy fingerprint" text={signer.fingerprint} />
      {signer.lasts ? null : "until Linkdesk ends: this machine keeps no secrets"}
    </span>
  );
}

/** What was found missing here, each with what it costs; made at the first start of each version, and on demand. */
function MachineCheck() {
  const bridge = useBridge();
  const [report, setReport] = useState<SelfCheckReport | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  useEffect(() => bridge.on("app.self-checked", setReport), [bridge]);
  useEffect(() => {
    return whileWanted(settle(bridge.app.selfCheck(null)), (result) => {
      if (result.ok) setReport((newer) => newer ?? result.value);
      else setProblem(result.message);
    });
  }, [bridge]);

  async function check() {
    setBusy(true);
    const result = await settle(bridge.app.runSelfCheck(null));
    setBusy(false);
    setProblem(result.ok ? null : result.message);
    if (result.ok) setReport(result.value);
  }

  const missing = report?.findings.filter(({ state }) => state === "missing") ?? [];
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 mt-3">
        <Button onClick={() => void check()} busy={busy}>
          Check this machine
        </Button>
        <span className="text-muted type-small" role="status">
          {busy ? "Checking…" : summary(report, missing.length)}
        </span>
      </div>
      {problem === null ? null : (
        <p role="alert" className="text-bad">
          <OpaqueText text={problem} />
        </p>
      )}
      {missing.map(({ what, detail }) => (
        <Callout key={what} tone="odd" title={`Missing here: ${what}`}>
          {detail}
        </Callout>
      ))}
      {report === null ? null : (
        <details className={styles.details}>
          <summary>What was looked at</summary>
          <Facts>
            {report.findings.map(({ what, state, detail }) => (
              <Fact key={what} name={what}>
                {state === "not-here" ? `Not here: ${detail}` : detail}
              </Fact>
            ))}
          </Facts>
        </details>
      )}
    </>
  );
}

function summary(report: SelfCheckReport | null, missing: number): string {
  if (report === null) return "Not checked yet by this version.";
  const found =
    missing === 0 ? "nothing that is needed is missing" : `${pluralText(missing, "thing is", "things are")} missing`;
  return `Checked on ${dayText(report.at)}: ${found}.`;
}
