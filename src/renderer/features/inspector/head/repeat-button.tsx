import { PencilLine, RotateCw } from "lucide-react";
import { useState } from "react";
import { type CallDetail } from "../../../../shared/events.ts";
import { lowered } from "../../../../shared/measures.ts";
import { type Operation } from "../../../../shared/outcomes.ts";
import { subjectText } from "../../../../shared/text/sentences.ts";
import { visibleText } from "../../../../shared/visible-text.ts";
import { commandsStore, useCommands } from "../../../core/commands.ts";
import { useBridge, useStore, useStores, useToasts } from "../../../core/environment.ts";
import { IconButton } from "../../../ui/button.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import {
  actionsStore,
  byOtherProfile,
  FORMS,
  reasonItIsOff,
  sentText,
  withOtherProfiles,
} from "../../actions/index.ts";
import { useMakePlaybookItem } from "../../playbooks/index.ts";
import { profilesStore, useUnits, viewOf } from "../../profiles/index.ts";

interface Repeatable {
  readonly detail: CallDetail;
  /** As the call's own: of the service's operations, not a replay. */
  readonly operation: Operation;
}

/** Their titles and keys, which are listed also while no call is shown. */
export const REPEAT_COMMANDS = {
  same: { id: "repeat", title: "Send the same call again", group: "Inspector", keys: "shift+r" },
  changed: { id: "repeat-changed", title: "Change values of this call and send it", group: "Inspector", keys: "r" },
} as const;

/** Sends a call once more: the same bytes at once, or with other values from its form. */
export function RepeatButton({ detail, operation }: Repeatable) {
  const { same, changed } = REPEAT_COMMANDS;
  const { repeat, change, off, busy, elsewhere } = useRepeat(detail, operation);
  const note = off ?? (elsewhere === "" ? null : `Sent again it goes out${elsewhere} as before, whichever is in use.`);
  const makePlaybook = useMakePlaybookItem([detail.summary.id]);
  useCommands([
    off === null && {
      ...same,
      title: `${same.title}${elsewhere}`,
      keywords: "repeat resend",
      run: repeat,
    },
    off === null && { ...changed, keywords: "repeat edit resend", run: change },
  ]);
  return (
    <Menu
      align="end"
      trigger={<IconButton label="Repeat" title="Repeat" icon={<RotateCw />} aria-busy={busy || undefined} />}
    >
      {note === null ? null : <p className="max-w-70 py-1.5 px-2 text-secondary type-small wrap-anywhere">{note}</p>}
      <MenuItem icon={<RotateCw />} keys={same.keys} disabled={off !== null || busy} onSelect={repeat}>
        Send the same again
      </MenuItem>
      <MenuItem icon={<PencilLine />} keys={changed.keys} disabled={off !== null} onSelect={change}>
        {`Change values in “${FORMS[operation].tab}”`}
      </MenuItem>
      {makePlaybook}
    </Menu>
  );
}

function useRepeat(detail: CallDetail, operation: Operation) {
  const bridge = useBridge();
  const toasts = useToasts();
  const stores = useStores();
  const unitsOf = useUnits();
  const [busy, setBusy] = useState(false);
  const { summary } = detail;
  const { facts } = summary;
  const profileId = summary.profile.id;
  // As the profile is now: it may have become a live one since.
  const profile = useStore(profilesStore, viewOf(profileId))?.profile ?? null;
  const elsewhere = useStore(profilesStore, ({ selectedId }) =>
    withOtherProfiles([profile ?? summary.profile], selectedId),
  );
  const off =
    profile === null
      ? `The profile “${visibleText(summary.profile.name)}” no longer exists.`
      : (reasonItIsOff(operation, profile.mode)?.sentence ?? null);

  async function repeat() {
    if (busy) return;
    setBusy(true);
    const sent = toasts.outcome("repeat the call", await stores.get(actionsStore).repeat(detail));
    // The selection stays: moving it would have the same key, pressed again, send the new call once more.
    if (sent.ok) {
      const by = byOtherProfile([sent.value.event], stores.get(profilesStore).selectedId);
      toasts.done(`Sent again${by}: ${lowered(subjectText(summary, unitsOf))}`);
    }
    setBusy(false);
  }

  async function change() {
    const text = toasts.outcome("open the form", await sentText(bridge, detail));
    if (!text.ok) return;
    const profiles = stores.get(profilesStore);
    const actions = stores.get(actionsStore);
    if (profiles.selectedId !== profileId) await profiles.select(profileId);
    actions.fill(operation, profileId, operation === "link" ? { linkId: facts.linkId ?? "" } : text.value);
    stores.get(commandsStore).run(`focus-${operation}`);
  }

  return { off, busy, elsewhere, repeat: () => void repeat(), change: () => void change() };
}
