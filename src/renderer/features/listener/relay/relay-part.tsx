import { FileInput } from "lucide-react";
import { type ChangeEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { InboxState, InboxStatus } from "../../../../shared/inbox.ts";
import { countText, pluralText, shortClockText } from "../../../../shared/measures.ts";
import { explainInboxProblem } from "../../../../shared/text/explain-inbox.ts";
import { useStore, useStores } from "../../../core/environment.ts";
import { Button } from "../../../ui/button.tsx";
import { Callout } from "../../../ui/callout.tsx";
import { StatusDot } from "../../../ui/chip.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Countdown } from "../../../ui/countdown.tsx";
import { Confirm } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { Form } from "../../../ui/layout.tsx";
import { OpaqueText } from "../../../ui/opaque-text.tsx";
import { Select } from "../../../ui/select.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import type { Tone } from "../../../ui/tone.ts";
import { profilesStore, selectedProfile, viewOf } from "../../profiles/index.ts";
import styles from "../panel/listener-panel.module.css";
import { AnswerOfInbox } from "./answer-of-inbox.tsx";
import { relayStore } from "./relay-store.ts";

/** No invitation is longer than a line or two. */
const FILE_BYTES = 10_000;

/** A team's server that keeps webhooks: which inboxes come to which profile, and what state each is in. */
export function RelayPart() {
  const stores = useStores();
  const inboxes = useStore(relayStore, (state) => state.inboxes);
  useEffect(() => {
    void stores.get(relayStore).load();
  }, [stores]);
  const [leaving, setLeaving] = useState<InboxStatus | null>(null);
  if (inboxes === null) return null;
  const others = inboxes.filter(({ membership }) => membership === leaving?.membership).length - 1;
  return (
    <JoinPart>
      {inboxes.length === 0 ? (
        <p className="text-secondary">
          A relay is a small server of your team. It keeps every webhook for all of you, also while your machines are
          off, and each Linkdesk gets all of them in order. Whoever runs it gives you an invitation.
        </p>
      ) : (
        <ul className="flex flex-col gap-3" aria-label="Inboxes">
          {inboxes.map((each) => (
            <Inbox key={`${each.membership} ${each.inbox.id}`} status={each} leave={() => setLeaving(each)} />
          ))}
        </ul>
      )}
      <Confirm
        open={leaving !== null}
        danger
        title="Leave this relay?"
        confirm="Leave"
        onClose={() => setLeaving(null)}
        onConfirm={() => {
          if (leaving !== null) void stores.get(relayStore).leave(leaving.membership);
        }}
      >
        Its key is deleted from this machine
        {others > 0 ? `, and ${pluralText(others, "other inbox goes", "other inboxes go")} with it` : ""}. What is in
        the log stays. To come back, you need a new invitation.
      </Confirm>
    </JoinPart>
  );
}

const TONES: Readonly<Record<InboxState["name"], Tone>> = {
  off: "neutral",
  connecting: "odd",
  "catching-up": "odd",
  ready: "good",
  reconnecting: "bad",
  failed: "bad",
};
const NOBODY = "";

function Inbox({ status, leave }: { readonly status: InboxStatus; readonly leave: () => void }) {
  const stores = useStores();
  const profiles = useStore(profilesStore, (state) => state.profiles);
  const { inbox, relay, member, state, profileId, webhooks, keepDays } = status;
  const receiver = viewOf(profileId)({ profiles })?.profile;
  const problem = state.name === "reconnecting" || state.name === "failed" ? explainInboxProblem(state.problem) : null;
  return (
    <li className="flex flex-col gap-3 p-3 border border-line rounded-large">
      <div className="flex items-center gap-2" role="status">
        <StatusDot tone={TONES[state.name]} pulse={state.name !== "ready" && state.name !== "off"} />
        <OpaqueText as="span" className="type-body-strong min-w-0 truncate" text={inbox.name} />
        <span className="ml-auto text-secondary whitespace-nowrap">
          <StateText state={state} />
        </span>
      </div>
      {problem === null ? null : (
        <Callout
          tone={state.name === "failed" ? "bad" : "odd"}
          title={problem.title}
          live
          actions={<Button onClick={() => void stores.get(relayStore).tryNow()}>Try now</Button>}
        >
          <OpaqueText as="p" className="break-words" text={problem.sentence} limit={600} />
          <p>{problem.nextStep}</p>
        </Callout>
      )}
      <div>
        <div className="text-secondary">Set this as the webhook URL on the dashboard:</div>
        <div className={styles.copy}>
          <OpaqueText as="code" text={inbox.url} />
          <CopyButton label={`Copy the address of ${inbox.name}`} text={inbox.url} />
        </div>
      </div>
      <Field
        label="Webhooks come to"
        hint={`From ${relay} as ${member}.${keepDays === null ? "" : ` It keeps webhooks for ${pluralText(keepDays, "day", "days")}.`}`}
      >
        <Select
          value={profileId ?? NOBODY}
          onValueChange={(next) => void stores.get(relayStore).receive(status, next === NOBODY ? null : next)}
          options={[
            ...profiles.map(({ profile }) => ({ value: profile.id, label: profile.name })),
            { value: NOBODY, label: "No profile: do not receive" },
          ]}
        />
      </Field>
      {receiver === undefined || receiver.mode === "sandbox" ? null : (
        <Switch
          label="Only by the relay"
          hint={
            receiver.relayOnly
              ? "Whether this machine’s own listener is open makes no difference to its simulations."
              : "This machine’s own listener goes on receiving for it as well."
          }
          checked={receiver.relayOnly}
          onCheckedChange={(only) => void stores.get(relayStore).setRelayOnly(receiver.id, only)}
        />
      )}
      <AnswerOfInbox status={status} />
      <div className="flex items-center gap-2">
        <span className="flex-1 type-small text-muted">
          {webhooks === 0
            ? "No webhook since Linkdesk was started"
            : `${pluralText(webhooks, "webhook", "webhooks")} since Linkdesk was started`}
        </span>
        <Button size="small" onClick={leave}>
          Leave relay…
        </Button>
      </div>
    </li>
  );
}

function StateText({ state }: { readonly state: InboxState }) {
  switch (state.name) {
    case "off":
      return "Not received";
    case "connecting":
      return "Connecting";
    case "catching-up":
      return `Catching up: ${countText(state.left)} to come`;
    case "ready":
      return `Up to date since ${shortClockText(state.since)}`;
    case "reconnecting":
      return state.nextTry === null ? (
        "Connecting again"
      ) : (
        <>
          Away, next try in <Countdown until={state.nextTry} />
        </>
      );
    case "failed":
      return "Not received any more";
  }
}

/** Pasting an invitation, or opening its file, below what is there already: that has forms of its own. */
function JoinPart({ children }: { readonly children: ReactNode }) {
  const form = useId();
  const stores = useStores();
  const invitation = useStore(relayStore, (state) => state.invitation);
  const profile = useStore(profilesStore, (state) => selectedProfile(state)?.profile.name ?? "");
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const file = useRef<HTMLInputElement>(null);

  function change(text: string) {
    setProblem("");
    stores.get(relayStore).setInvitation(text);
  }

  async function submit() {
    if (invitation.trim() === "") {
      setProblem("Paste the invitation, or open its file.");
      return;
    }
    setBusy(true);
    const result = await stores.get(relayStore).join();
    setBusy(false);
    setProblem(result.ok ? "" : result.message);
  }

  async function read(event: ChangeEvent<HTMLInputElement>) {
    const chosen = event.target.files?.[0];
    event.target.value = "";
    if (chosen === undefined) return;
    if (chosen.size > FILE_BYTES) setProblem("This file is no invitation: it is too long.");
    else change((await chosen.text()).trim());
  }

  return (
    <div className={styles.part}>
      <div className={styles.body}>
        {children}
        <Form id={form} aria-label="Join a relay" onSubmit={submit}>
          <Field
            label="Invitation"
            error={problem}
            hint={
              <>
                A link that can be used once. Its webhooks then come to <OpaqueText text={profile} />.
              </>
            }
          >
            <TextInput
              data
              value={invitation}
              placeholder="https://relay.example.com/join#…"
              autoComplete="off"
              onChange={(event) => change(event.target.value)}
            />
          </Field>
        </Form>
      </div>
      <div className={styles.end}>
        <span className="flex-1" />
        <Button icon={<FileInput />} onClick={() => file.current?.click()}>
          Open invitation file…
        </Button>
        <input ref={file} type="file" hidden aria-label="Invitation file" onChange={(event) => void read(event)} />
        <Button variant="primary" submit form={form} busy={busy}>
          Join relay
        </Button>
      </div>
    </div>
  );
}
