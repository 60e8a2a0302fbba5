import { FlaskConical, Pencil, Trash2, Undo2 } from "lucide-react";
import { useEffect, useState } from "react";
import type { Output } from "../../../shared/contract.ts";
import { momentText, pluralText } from "../../../shared/measures.ts";
import type { Reading } from "../../../shared/reading.ts";
import { settle, whileWanted } from "../../core/bridge.ts";
import { useBridge, useStore, useStores } from "../../core/environment.ts";
import { panelStore } from "../../core/panels.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Chip } from "../../ui/chip.tsx";
import { Section } from "../../ui/layout.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { eventLogStore } from "../event-log/index.ts";
import { JudgingProgress } from "./judging-progress.tsx";
import { placesText } from "./places-text.ts";
import { ReadingEditor } from "./reading-editor.tsx";
import styles from "./reading-list.module.css";
import { readingsStore } from "./readings-store.ts";
import { type Trial, tryOut } from "./trial.ts";
import { TrialResult } from "./trial-result.tsx";

type Listed = Output<"readings", "list">;

interface ReadingListProps {
  readonly profileId: string;
  /** The profile's readings, newest last. */
  readonly readings: readonly Reading[];
  /** How many units make one of the currency, where the profile says so. */
  readonly units: number | null;
}

/** The readings of a profile: those that were confirmed, and below them those that come with Linkdesk. */
export function ReadingList({ profileId, readings, units }: ReadingListProps) {
  const { listed, failure } = useListed(profileId, readings);
  const counts = new Map(listed?.webhooks.map(({ readingId, count }) => [readingId, count]));
  return (
    <div className="flex flex-col gap-6">
      <JudgingProgress profileId={profileId} />
      {failure === null ? null : (
        <Callout tone="bad" title="The readings could not be counted">
          <OpaqueText text={failure} limit={600} />
        </Callout>
      )}
      <Section
        title="Confirmed here"
        hint="How the webhooks of this profile are read, as you confirmed or corrected it. Saved at once; the last change can be undone until Linkdesk ends."
      >
        <UndoLast profileId={profileId} />
        {readings.length === 0 ? (
          <p className="mt-0.5 text-secondary type-small">
            None yet. When a webhook of a new kind comes, its simulation asks whether it is read correctly.
          </p>
        ) : (
          <ul className="m-0 p-0 overflow-hidden border border-line rounded list-none" aria-label="Confirmed readings">
            {readings.toReversed().map((reading) => (
              <Own
                key={reading.id}
                profileId={profileId}
                reading={reading}
                count={counts.get(reading.id) ?? null}
                units={units}
              />
            ))}
          </ul>
        )}
      </Section>
      <Section
        title="Known to Linkdesk"
        hint="These come with Linkdesk. They are sure from the start and cannot be changed."
      >
        {listed === null ? null : (
          <ul className="m-0 p-0 overflow-hidden border border-line rounded list-none" aria-label="Known readings">
            {listed.known.map((reading) => (
              <li key={reading.id} className={styles.reading}>
                <Words reading={reading} count={counts.get(reading.id) ?? 0} />
              </li>
            ))}
          </ul>
        )}
      </Section>
    </div>
  );
}

/** The message of a change is gone after some seconds; what was changed is seen here. */
function UndoLast({ profileId }: { readonly profileId: string }) {
  const stores = useStores();
  const changed = useStore(readingsStore, (state) => state.changed);
  if (changed === null || changed.profileId !== profileId) return null;
  return (
    <div>
      <Button size="small" icon={<Undo2 />} onClick={() => void stores.get(readingsStore).undo()}>
        <span>
          Undo the last change of “<OpaqueText text={changed.name} limit={60} />”
        </span>
      </Button>
    </div>
  );
}

/** Asked for anew whenever the readings have changed and the log has been read by them. */
function useListed(profileId: string, readings: readonly Reading[]) {
  const bridge = useBridge();
  const judging = useStore(readingsStore, (state) => state.judging.has(profileId));
  const [listed, setListed] = useState<Listed | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- other readings, or a log that was read anew, are asked for anew
  useEffect(() => {
    return whileWanted(settle(bridge.readings.list({ profileId })), (result) => {
      if (result.ok) setListed(result.value);
      setFailure(result.ok ? null : result.message);
    });
  }, [bridge, profileId, readings, judging]);
  return { listed, failure };
}

function Words({ reading, count }: { readonly reading: Reading; readonly count: number | null }) {
  const { name, confirmedAt, purpose } = reading;
  return (
    <div className="flex-1 min-w-0">
      <div className="flex flex-wrap gap-x-2 gap-y-1 items-center">
        <OpaqueText as="span" className="text-plain type-body-strong wrap-anywhere" text={name} limit={120} />
        <Chip>{purposeText(purpose)}</Chip>
        {count === null ? null : (
          <span className="text-secondary type-small">{pluralText(count, "webhook", "webhooks")}</span>
        )}
      </div>
      <p className="mt-0.5 text-secondary type-data-small wrap-anywhere">
        <OpaqueText text={placesText(reading)} limit={400} />
      </p>
      {confirmedAt === undefined ? null : (
        <p className="mt-0.5 text-secondary type-small">Confirmed {momentText(confirmedAt)}</p>
      )}
    </div>
  );
}

/** What webhooks of this kind are about, as far as the words that are known tell. */
function purposeText({ always, places }: Reading["purpose"]): string {
  const told = new Set(places.flatMap(({ words }) => words.map(({ means }) => means)));
  if (always !== null) return always;
  return told.has("credit") === told.has("charge") ? "credit or charge" : told.has("credit") ? "credit" : "charge";
}

interface OwnProps {
  readonly profileId: string;
  readonly reading: Reading;
  readonly count: number | null;
  readonly units: number | null;
}

function Own({ profileId, reading, count, units }: OwnProps) {
  const stores = useStores();
  const bridge = useBridge();
  const [trial, setTrial] = useState<Trial | null>(null);
  const [editing, setEditing] = useState(false);
  const { name } = reading;

  async function test() {
    setTrial({ state: "trying" });
    setTrial(await tryOut(bridge, { profileId, reading, deliveryId: null }));
  }

  return (
    <li className={styles.reading}>
      <div className="flex gap-2 items-start">
        <Words reading={reading} count={count} />
        <div className="flex flex-none gap-1">
          <IconButton
            tip="Try it on the log"
            size="small"
            label={`Try ${name} on the log`}
            icon={<FlaskConical />}
            onClick={() => void test()}
          />
          <IconButton
            tip="Edit"
            size="small"
            label={`Edit ${name}`}
            icon={<Pencil />}
            onClick={() => setEditing(true)}
          />
          <IconButton
            tip="Delete"
            size="small"
            label={`Delete ${name}`}
            icon={<Trash2 />}
            onClick={() => void stores.get(readingsStore).remove(profileId, reading)}
          />
        </div>
      </div>
      {trial === null ? null : (
        <div className="flex flex-col gap-1 items-start p-2 rounded bg-sunken">
          <TrialResult
            trial={trial}
            units={units}
            onShow={(id) => {
              stores.get(panelStore).close();
              void stores.get(eventLogStore).show(id);
            }}
          />
          <Button size="small" variant="quiet" onClick={() => setTrial(null)}>
            Hide
          </Button>
        </div>
      )}
      {editing ? (
        <ReadingEditor profileId={profileId} reading={reading} units={units} onClose={() => setEditing(false)} />
      ) : null}
    </li>
  );
}
