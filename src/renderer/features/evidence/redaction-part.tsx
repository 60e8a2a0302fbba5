import { useState } from "react";
import {
  type ExportPreview,
  type RedactionGroup,
  type RedactionKind,
  redactionKind,
} from "../../../shared/evidence.ts";
import { pluralText } from "../../../shared/measures.ts";
import { useStore, useStores } from "../../core/environment.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Confirm } from "../../ui/dialog.tsx";
import { Section } from "../../ui/layout.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { Switch } from "../../ui/switch.tsx";
import { exportStore } from "./export-store.ts";
import { type RulesOf, RulesPart } from "./rules-part.tsx";

const KINDS: Readonly<Record<RedactionKind, string>> = {
  note: "Notes and tags",
  name: "Names and references",
  email: "E-mail addresses",
  phone: "Phone numbers",
  account: "Account and card numbers",
  token: "Tokens",
  identifier: "Identifiers",
  text: "Remarks and addresses",
  own: "By your rules",
};

/** What is left out: what, where, and how often, with a switch for each place. */
export function RedactionPart({ preview, ...rules }: RulesOf & { readonly preview: ExportPreview }) {
  const stores = useStores();
  const unredacted = useStore(exportStore, (state) => state.unredacted);
  const [asking, setAsking] = useState(false);
  const { choose } = stores.get(exportStore);
  const kinds = redactionKind.options.flatMap((kind) => {
    const groups = preview.groups.filter((group) => group.kind === kind);
    return groups.length === 0 ? [] : [{ kind, groups }];
  });
  if (unredacted)
    return (
      <Callout
        tone="bad"
        title="Everything but secrets is in it"
        live
        actions={<Button onClick={() => choose({ unredacted: false })}>Leave personal values out</Button>}
      >
        {inItText(preview)}
      </Callout>
    );
  return (
    <Section title="Left out">
      <p className="text-secondary type-small">
        Secrets always are
        {preview.secrets === 0 ? "" : `: ${pluralText(preview.secrets, "event", "events")} repeated one`}. Equal values
        get equal marks, in this export only. Each place below can be switched off.
      </p>
      {kinds.length === 0 ? (
        <p className="text-secondary type-small">Nothing else was found that would have to be.</p>
      ) : null}
      {kinds.map(({ kind, groups }) => (
        <div key={kind} role="group" aria-label={KINDS[kind]} className="flex flex-col gap-2">
          <h4 className="type-small-strong">{KINDS[kind]}</h4>
          {groups.map((group) => (
            <GroupSwitch key={group.id} group={group} />
          ))}
        </div>
      ))}
      <RulesPart {...rules} />
      {preview.moreGroups ? (
        <p className="text-secondary type-small">Values at further places are left out as well.</p>
      ) : null}
      <div>
        <Button size="small" variant="quiet" onClick={() => setAsking(true)}>
          Export unredacted…
        </Button>
      </div>
      <Confirm
        open={asking}
        title="Export it unredacted?"
        confirm="Export unredacted"
        danger
        onClose={() => setAsking(false)}
        onConfirm={() => choose({ unredacted: true })}
      >
        <p>{inItText(preview)}</p>
        <p>Whoever gets the file can read all of it. Secrets are masked all the same.</p>
      </Confirm>
    </Section>
  );
}

/** "It has names and references (12), e-mail addresses (3)." */
function inItText({ groups }: ExportPreview): string {
  const counts = redactionKind.options.flatMap((kind) => {
    const times = groups.filter((group) => group.kind === kind).reduce((sum, group) => sum + group.times, 0);
    return times === 0 ? [] : [`${KINDS[kind].toLowerCase()} (${times})`];
  });
  return counts.length === 0 ? "Nothing personal was found in it." : `It has ${counts.join(", ")} in clear.`;
}

function GroupSwitch({ group }: { readonly group: RedactionGroup }) {
  const stores = useStores();
  const kept = useStore(exportStore, (state) => state.keep.includes(group.id));
  const times = pluralText(group.times, "time", "times");
  const values = group.values < 2 ? "" : `, ${pluralText(group.values, "value", "values")}`;
  return (
    <Switch
      label={`${group.part}: ${group.place}`}
      hint={<OpaqueText text={`${times}${values}, such as ${group.example}`} limit={200} />}
      checked={!kept}
      onCheckedChange={(on) => stores.get(exportStore).setKept(group.id, !on)}
    />
  );
}
