import { useEffect, useState } from "react";
import { type AddressProblem, type AddressState, toldAddress, triedAddress } from "../../../../shared/address.ts";
import { isHereOnly } from "../../../../shared/listener.ts";
import { pluralText, shortClockText } from "../../../../shared/measures.ts";
import { addressName, explainAddressProblem, WAITS, WAY_NAMES } from "../../../../shared/text/explain-address.ts";
import { useStore, useStores } from "../../../core/environment.ts";
import { Button } from "../../../ui/button.tsx";
import { Callout } from "../../../ui/callout.tsx";
import { StatusDot } from "../../../ui/chip.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Countdown } from "../../../ui/countdown.tsx";
import { Confirm } from "../../../ui/dialog.tsx";
import { Fact, Facts } from "../../../ui/facts.tsx";
import { OpaqueText } from "../../../ui/opaque-text.tsx";
import styles from "../panel/listener-panel.module.css";
import { addressStore } from "./address-store.ts";
import { HereOnly } from "./here-only.tsx";
import { isWanted, STATE_TONES } from "./public-words.ts";
import { WayForm } from "./way-form.tsx";

/** An address that a real service can reach: choosing a way to it, and what state it is in. */
export function PublicPart() {
  const status = useStore(addressStore, (state) => state.status);
  const changing = useStore(addressStore, (state) => state.changing);
  const { state } = status;
  const wanted = isWanted(status);
  if (wanted && !changing) return <WantedAddress />;
  return (
    <WayForm changing={wanted}>
      {wanted ? (
        <>
          <StateLine />
          <TriedAddress />
        </>
      ) : state.name === "failed" ? (
        <>
          <Problem problem={state.problem} />
          <TriedAddress />
        </>
      ) : (
        <p className="text-secondary">
          The sandbox sends its webhooks here by itself, and so can a service on this machine. One elsewhere cannot: the
          listener’s address exists on this machine only. Get one that the outside can reach, and put it on the
          dashboard.
        </p>
      )}
    </WayForm>
  );
}

function WantedAddress() {
  const stores = useStores();
  const { state, url, changed, settings, webhooks } = useStore(addressStore, (each) => each.status);
  const here = isHereOnly(url);
  return (
    <div className={styles.part}>
      <div className={styles.body}>
        <StateLine />
        {changed === null || state.name !== "ready" ? null : (
          <Callout tone="odd" title={`The address has changed${here ? "" : ": tell the dashboard"}`} live>
            <p className="pb-2">This stays until a webhook has come through the new one.</p>
            <Facts>
              <Fact name="Before" data>
                <OpaqueText text={changed.from} />
              </Fact>
              <Fact name="Now" data>
                <OpaqueText text={changed.to} />
              </Fact>
            </Facts>
          </Callout>
        )}
        <TriedAddress />
        {url === null || state.name === "starting" ? null : (
          <div className={styles.copy}>
            <OpaqueText as="code" text={url} />
            <CopyButton label={`Copy ${addressName(url)}`} text={url} withText />
          </div>
        )}
        {here && state.name === "ready" ? <HereOnly /> : null}
        {state.name === "starting" && state.problem === null ? (
          <p className="text-secondary">
            Ready is said once a request of Linkdesk’s own has gone out to the address and come back through it. After
            two minutes at the latest it says what is wrong.
          </p>
        ) : null}
        {(state.name === "reconnecting" || state.name === "starting") && state.problem !== null ? (
          <Problem problem={state.problem} />
        ) : null}
        {state.name === "ready" ? (
          <ol className={styles.steps}>
            <li className={styles.step}>
              <div className="type-body-strong">
                {here ? "Set it at a service on this machine" : "Set it as the webhook URL on the dashboard"}
              </div>
              <div className="text-secondary">The whole of it, path included.</div>
            </li>
            <li className={styles.step}>
              <div className="type-body-strong">Simulate with a test profile</div>
              <div className="text-secondary">
                {webhooks === 0
                  ? "The webhook appears in the log a moment later. If none comes, see “Nothing arrives?”."
                  : `${pluralText(webhooks, "webhook has", "webhooks have")} come through it since Linkdesk was started.`}
              </div>
            </li>
          </ol>
        ) : null}
        {/* To an address of one's own somebody else leads: there is no tunnel of Linkdesk's. */}
        {settings.way === "own" ? null : <SaidByTunnel />}
      </div>
      <div className={styles.end}>
        <output className="flex-1 text-muted type-small">By {WAY_NAMES[settings.way]}</output>
        {state.name === "reconnecting" ? (
          <Button onClick={() => void stores.get(addressStore).tryNow()}>Try now</Button>
        ) : null}
        {state.name === "ready" ? null : (
          <Button onClick={() => stores.get(addressStore).setChanging(true)}>
            {triedAddress(settings) === null ? "Change the way…" : "Change the address…"}
          </Button>
        )}
        <Button onClick={() => void stores.get(addressStore).stop()}>
          {/* To what has never led here there is nothing to stop but the tests. */}
          {settings.way === "own" && state.name === "starting"
            ? "Stop testing"
            : `Stop ${addressName(toldAddress(settings) ?? url)}`}
        </Button>
      </div>
    </div>
  );
}

/** What the public address is doing, in one line. */
function StateLine() {
  const { state, url, settings } = useStore(addressStore, (each) => each.status);
  const here = isHereOnly(url);
  return (
    <div className="flex items-center gap-2" role="status">
      <StatusDot
        tone={here && state.name === "ready" ? "odd" : STATE_TONES[state.name]}
        pulse={state.name !== "ready"}
      />
      <span className="type-body-strong">
        <StateTitle state={state} here={here} own={settings.way === "own"} />
      </span>
    </div>
  );
}

/** The address that was typed, until it is proven: a slip in it is seen here, beside what came of it. */
function TriedAddress() {
  const { state, url, settings } = useStore(addressStore, (each) => each.status);
  const tried = triedAddress(settings);
  if (tried === null || state.name === "ready" || (state.name === "reconnecting" && isSameHost(tried, url)))
    return null;
  return (
    <Facts>
      <Fact name={state.name === "failed" ? "Tried" : "Trying"} data>
        <OpaqueText text={tried} />
      </Fact>
    </Facts>
  );
}

function isSameHost(one: string, other: string | null): boolean {
  return URL.canParse(one) && other !== null && new URL(one).host === new URL(other).host;
}

interface StateTitleProps {
  readonly state: AddressState;
  readonly here: boolean;
  /** The address is there already: it is tested, not got. */
  readonly own: boolean;
}

function StateTitle({ state, here, own }: StateTitleProps) {
  switch (state.name) {
    case "starting":
      if (own && state.problem !== null) return "Not proven yet: testing the address again";
      return `${own ? "Testing the address" : "Getting an address"}: waiting for ${WAITS[state.waitingFor]}`;
    case "ready":
      return `${here ? "Leads here" : "Ready"}: last proven at ${shortClockText(state.provenAt)}`;
    case "reconnecting":
      return (
        <>
          Down since {shortClockText(state.since)}:{" "}
          {state.nextTry === null ? (
            "connecting again"
          ) : (
            <>
              next try in <Countdown until={state.nextTry} />
            </>
          )}
        </>
      );
    case "off":
    case "stopped":
    case "failed":
      return null;
  }
}

/** What is wrong, and what can be done about it by a press. */
function Problem({ problem }: { readonly problem: AddressProblem }) {
  const stores = useStores();
  const [asking, setAsking] = useState(false);
  const failed = useStore(addressStore, (state) => state.status.state.name === "failed");
  const { title, sentence, nextStep, keys = [] } = explainAddressProblem(problem);
  const isQuestion = problem.code === "host-key-unknown";
  return (
    <>
      <Callout
        tone={isQuestion ? "odd" : "bad"}
        title={title}
        live
        actions={
          isQuestion ? (
            <Button variant="primary" onClick={() => void stores.get(addressStore).trust(problem)}>
              Trust this key
            </Button>
          ) : problem.code === "host-key-changed" ? (
            <Button onClick={() => setAsking(true)}>Forget the former key…</Button>
          ) : failed ? (
            <Button onClick={() => void stores.get(addressStore).tryNow()}>Try again</Button>
          ) : undefined
        }
      >
        <OpaqueText as="p" className="break-words" text={sentence} limit={1_200} />
        {keys.length === 0 ? null : (
          <div className="py-1">
            <Facts>
              {keys.map(([name, fingerprint]) => (
                <Fact key={name} name={name} data>
                  {fingerprint}
                </Fact>
              ))}
            </Facts>
          </div>
        )}
        {nextStep === "" ? null : <p>{nextStep}</p>}
      </Callout>
      <Confirm
        open={asking}
        danger
        title="Forget the key of this server?"
        confirm="Forget it"
        onClose={() => setAsking(false)}
        onConfirm={() => void stores.get(addressStore).forget(problem)}
      >
        Only if whoever runs the server says that it has a new key. You are shown the new one before anything is sent.
      </Confirm>
    </>
  );
}

/** The last words of the tunnel, for who wants to know more; asked for when it is opened. */
function SaidByTunnel() {
  const stores = useStores();
  const said = useStore(addressStore, (state) => state.said);
  const state = useStore(addressStore, (each) => each.status.state);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (open) void stores.get(addressStore).readSaid();
  }, [open, state, stores]);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="text-secondary">What the tunnel says</summary>
      <pre
        className="mt-2 p-3 max-h-40 overflow-auto bg-sunken rounded type-data-small whitespace-pre-wrap break-all"
        aria-label="What the tunnel says"
      >
        {said === null || said.length === 0 ? "Nothing yet." : said.join("\n")}
      </pre>
    </details>
  );
}
