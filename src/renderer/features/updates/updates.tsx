import { Download } from "lucide-react";
import { type UpdateConsent, type UpdateOffer, type UpdateStatus } from "../../../shared/updates.ts";
import { useStore, useStores } from "../../core/environment.ts";
import { preferencesStore } from "../../core/preferences.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Section } from "../../ui/layout.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { Switch } from "../../ui/switch.tsx";
import { updatesStore } from "./updates-store.ts";

/** The preferences' part on updates: whether to look, what was found, and each step with its button. */
export function UpdatesSection() {
  const status = useStore(updatesStore, (state) => state.status);
  return (
    <Section title="Updates">
      {status === null ? null : status.state === "unavailable" ? (
        <p className="text-secondary">{status.reason}</p>
      ) : (
        <>
          <Consent source={status.source} />
          <div className="flex flex-col items-start gap-2.5 [&>*]:max-w-full" role="status">
            <Step status={status} />
          </div>
        </>
      )}
    </Section>
  );
}

type Possible = Exclude<UpdateStatus, { readonly state: "unavailable" }>;

function Consent({ source }: { readonly source: string }) {
  const stores = useStores();
  const consent = useStore(preferencesStore, (state) => state.values.updates);
  const change = (updates: "on" | "off") => stores.get(preferencesStore).change({ updates });
  const hint = `Asks ${source} for the newest version, and sends nothing about you or your work. Nothing is downloaded or installed until you say so.`;
  if (consent === "ask")
    return (
      <Callout
        tone="accent"
        title="May Linkdesk look for updates?"
        actions={
          <>
            <Button variant="primary" onClick={() => change("on")}>
              Yes, once a day
            </Button>
            <Button onClick={() => change("off")}>No</Button>
          </>
        }
      >
        {hint}
      </Callout>
    );
  return (
    <Switch
      label="Look for updates once a day"
      hint={hint}
      checked={consent === "on"}
      onCheckedChange={(checked) => change(checked ? "on" : "off")}
    />
  );
}

function Step({ status }: { readonly status: Possible }) {
  const stores = useStores();
  const { check, download, install } = stores.get(updatesStore);
  switch (status.state) {
    case "idle":
      return (
        <>
          <p className="text-secondary">
            {status.checkedAt === null
              ? "Not looked for yet since Linkdesk was started."
              : `You have the newest version (${new Date(status.checkedAt).toLocaleTimeString([], { timeStyle: "short" })}).`}
          </p>
          <Button size="small" onClick={() => void check()}>
            Look now
          </Button>
        </>
      );
    case "checking":
      return (
        <Button size="small" busy>
          Looking…
        </Button>
      );
    case "available":
      return (
        <>
          <Offer offer={status} />
          <Button size="small" variant="primary" onClick={() => void download()}>
            Download
          </Button>
        </>
      );
    case "downloading":
      return (
        <>
          <Offer offer={status} />
          <label className="flex items-center gap-2.5 text-secondary tabular-nums">
            <progress className="w-45 accent-accent" max={100} value={status.percent} />
            Downloading, {status.percent} %
          </label>
        </>
      );
    case "ready":
      return (
        <>
          <Offer offer={status} />
          <p className="text-secondary">
            It is downloaded and checked. Installing ends Linkdesk, and starts the new version; webhooks that arrive in
            between are missed. Without it, nothing changes when you quit.
          </p>
          <Button size="small" variant="primary" onClick={() => void install()}>
            Quit and install
          </Button>
        </>
      );
    case "installing":
      return (
        <Button size="small" busy>
          Installing {status.version}…
        </Button>
      );
    case "failed":
      return (
        <Callout
          tone="bad"
          title={FAILED[status.during]}
          actions={
            <Button onClick={() => void (status.during === "check" || status.offer === null ? check() : download())}>
              Try again
            </Button>
          }
        >
          {status.message}
        </Callout>
      );
  }
}

const FAILED = {
  check: "Could not look for a newer version",
  download: "Could not download the newer version",
  install: "Could not install the newer version",
} as const;

/** Somebody else's text: shown as text, its line breaks kept, what cannot be seen in it marked. */
function Offer({ offer }: { readonly offer: UpdateOffer }) {
  return (
    <div>
      <h4 className="type-body-strong">
        Version <OpaqueText text={offer.version} limit={40} />
      </h4>
      {offer.notes === "" ? (
        <p className="text-secondary">This version came without notes.</p>
      ) : (
        <section
          className="max-h-45 mt-1.5 py-2 px-3 overflow-auto border border-line rounded-small text-secondary wrap-anywhere"
          aria-label={`What is new in ${offer.version}`}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by key
          tabIndex={0}
        >
          {offer.notes.split("\n").map((line, index) => (
            // The lines of one text never change places.
            <p key={index}>{line === "" ? "\u00a0" : <OpaqueText text={line} limit={2_000} />}</p>
          ))}
        </section>
      )}
    </div>
  );
}

/** What the status line says of updates, if there is anything to say: a word that leads to the preferences. */
export function UpdatesItem({
  className,
  onOpen,
}: {
  readonly className: string | undefined;
  readonly onOpen: () => void;
}) {
  const status = useStore(updatesStore, (state) => state.status);
  const consent = useStore(preferencesStore, (state) => state.values.updates);
  const words = status === null ? null : wordsFor(status, consent);
  if (words === null) return null;
  return (
    <button type="button" className={className} onClick={onOpen}>
      <Download size={14} />
      {words}
    </button>
  );
}

function wordsFor(status: UpdateStatus, consent: UpdateConsent): string | null {
  switch (status.state) {
    case "unavailable":
    case "checking":
      return null;
    case "idle":
      return consent === "ask" ? "Look for updates?" : null;
    case "available":
      return `Version ${status.version} is there`;
    case "downloading":
      return `Downloading ${status.version}: ${status.percent} %`;
    case "ready":
      return `Version ${status.version} is ready to install`;
    case "installing":
      return "Installing…";
    case "failed":
      // A failure is shown only to a user who asked to look for a new version.
      return status.during === "check" ? null : "The update failed";
  }
}
