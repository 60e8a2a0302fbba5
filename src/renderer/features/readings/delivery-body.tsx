import { useMemo } from "react";
import type { EventId } from "../../../shared/primitives.ts";
import type { WebhookReading } from "../../../shared/reading.ts";
import { useStore } from "../../core/environment.ts";
import { questionTitle, readByText } from "../../text/explain-reading.ts";
import { Chip } from "../../ui/chip.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { type BodyAnnotations, type BodySource, BodyViewer } from "../http-message/index.ts";
import { DraftBar } from "./draft-bar.tsx";
import { payloadMarks } from "./payload-marks.ts";
import { ConfirmReading, useReading, YesMeans } from "./reading-question.tsx";
import { readingsStore } from "./readings-store.ts";
import { ValueList } from "./value-list.tsx";
import { ValueMenu } from "./value-menu.tsx";

interface DeliveryBodyProps {
  readonly label: string;
  readonly source: BodySource;
  /** How many units make one of the currency, where the profile says so. */
  readonly units: number | null;
}

/** The body of a webhook with what is read in it drawn beside its values, which can be pointed at. */
export function DeliveryBody({ label, source, units }: DeliveryBodyProps) {
  const { id } = source;
  const loaded = useReading(id);
  const draft = useStore(readingsStore, (state) => (state.draft?.deliveryId === id ? state.draft : null));
  const saving = useStore(readingsStore, (state) => state.saving === id);
  const says = loaded.state === "ready" ? loaded.says : null;
  const webhook = draft?.trial.state === "tried" ? (draft.trial.here ?? says?.webhook) : says?.webhook;
  const annotations = useMemo((): BodyAnnotations | undefined => {
    if (says === null || webhook === undefined || says.profileId === null) return undefined;
    const marks = payloadMarks(webhook);
    const rolesAt = (path: string) => marks.find((mark) => mark.path === path)?.roles ?? [];
    return {
      id,
      marks,
      menu: (value) => <ValueMenu deliveryId={id} value={value} roles={rolesAt(value.path)} />,
      list: <ValueList deliveryId={id} values={says.values} marks={marks} />,
    };
  }, [says, webhook, id]);
  if (says === null || webhook === undefined) return <BodyViewer label={label} source={source} />;
  return (
    <div className="flex flex-1 flex-col min-h-0 h-full">
      {draft === null || webhook.newWords.length > 0 ? (
        <Legend deliveryId={id} webhook={webhook} marks={annotations?.marks.length ?? 0} isDraft={draft !== null} />
      ) : null}
      {draft === null ? null : <DraftBar draft={draft} saving={saving} units={units} brief />}
      {source.size === 0 && says.values.length > 0 && annotations !== undefined ? (
        annotations.list
      ) : (
        <BodyViewer label={label} source={source} annotations={annotations} />
      )}
    </div>
  );
}

interface LegendProps {
  readonly deliveryId: EventId;
  readonly webhook: WebhookReading;
  readonly marks: number;
  /** What is drawn is a correction that is not saved, as its bar says. */
  readonly isDraft: boolean;
}

/** Whose reading is drawn below, and what is asked about it. */
function Legend({ deliveryId, webhook, marks, isDraft }: LegendProps) {
  const { by, newWords } = webhook;
  const { label, tone } = readByText(webhook);
  return (
    <div className="flex flex-none flex-wrap gap-2 items-center pt-2 pr-2 pb-2 pl-3 border-b border-line">
      {isDraft ? null : <Chip tone={tone}>{label}</Chip>}
      <span className="flex-[1_1_180px] min-w-0 text-secondary type-small">
        {newWords.length > 0 || (!isDraft && by === "proposed") ? (
          <>
            <OpaqueText text={questionTitle(webhook, null)} limit={300} />
            {isDraft ? null : <YesMeans webhook={webhook} />}
          </>
        ) : marks === 0 ? (
          "Nothing in it is read. Say in the tree what its values are."
        ) : (
          "What is read in it is marked below."
        )}
      </span>
      {!isDraft && by === "proposed" && newWords.length === 0 && marks > 0 ? (
        <ConfirmReading deliveryId={deliveryId} size="small" />
      ) : null}
    </div>
  );
}
