import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Operation } from "../../../shared/outcomes.ts";
import type { Command } from "../../core/commands.ts";
import { listed, useCommands } from "../../core/commands.ts";
import { useStore, useStores, useToasts } from "../../core/environment.ts";
import { preferencesStore } from "../../core/preferences.ts";
import { Tabs } from "../../ui/tabs.tsx";
import { profilesStore, selectedProfile } from "../profiles/index.ts";
import { actionsStore, formKey } from "./actions-store.ts";
import { ActionForm } from "./form/action-form.tsx";
import { FORMS, OPERATIONS } from "./form/forms.ts";

/** Each form by its own key. */
function formCommands(run: (operation: Operation) => void): readonly Command[] {
  return OPERATIONS.map((operation, index) => ({
    id: `focus-${operation}`,
    title: `${FORMS[operation].submit}…`,
    group: "Actions",
    keys: `mod+${index + 1}`,
    keywords: "form tab focus",
    run: () => run(operation),
  }));
}

/** Stands where the forms are away: their keys say why nothing comes of them. */
export function NoActions() {
  const toasts = useToasts();
  useCommands(
    formCommands((operation) =>
      toasts.failed(
        `Could not open ${FORMS[operation].tab}`,
        "An opened file is shown, and nothing is sent from there. Choose “Your log” above the columns first.",
      ),
    ),
  );
  return null;
}

/** The left column: one tab for each of the three operations. */
export function ActionsColumn() {
  const stores = useStores();
  const tab = useStore(preferencesStore, (state) => state.values.actionTab);
  const view = useStore(profilesStore, selectedProfile);
  const [focusRequest, setFocusRequest] = useState(0);
  const root = useRef<HTMLDivElement>(null);

  const profileId = view?.profile.id;
  useEffect(() => {
    const { memories, load } = stores.get(actionsStore);
    if (profileId !== undefined && memories[profileId] === undefined) void load(profileId);
  }, [stores, profileId]);

  function show(operation: Operation) {
    stores.get(preferencesStore).change({ actionTab: operation });
  }

  useCommands([
    ...formCommands((operation) =>
      // The focus has moved before the next key counts: who types on at once types into the field.
      flushSync(() => {
        show(operation);
        setFocusRequest((count) => count + 1);
      }),
    ),
    {
      id: "submit-form",
      title: "Send the form",
      group: "Actions",
      keys: "mod+enter",
      run() {
        // From wherever it is pressed, but for the forms that hang over the window, such as the listener's.
        if (document.activeElement?.closest("[data-popover]") == null)
          root.current?.querySelector("form")?.requestSubmit();
      },
    },
    listed({ id: "cancel-call", title: "In the form: cancel a call under way", group: "Actions", keys: "escape" }),
  ]);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.defaultPrevented || event.nativeEvent.isComposing || profileId === undefined) return;
    const { calls, cancel } = stores.get(actionsStore);
    const key = formKey(tab, profileId);
    if (event.key !== "Escape" || calls[key]?.state !== "busy") return;
    event.preventDefault();
    void cancel(key);
  }

  if (view === null) return null;
  return (
    // Escape is heard here, whatever of the column has the focus: its tab as well as a field.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={root} className="contents" onKeyDown={onKeyDown}>
      <Tabs
        label="Actions"
        // Its fields stay as wide when an answer below them brings the scroll bar.
        className="[&>[role=tabpanel]]:[scrollbar-gutter:stable] [&>[role=tabpanel]]:scroll-pb-14"
        value={tab}
        onValueChange={(operation) => {
          setFocusRequest(0);
          show(operation);
        }}
        tabs={OPERATIONS.map((operation) => ({
          value: operation,
          label: FORMS[operation].tab,
          content: (
            <ActionForm
              // Another profile is another form: nothing typed for one may go out with the other.
              key={view.profile.id}
              operation={operation}
              view={view}
              focusRequest={focusRequest}
            />
          ),
        }))}
      />
    </div>
  );
}
