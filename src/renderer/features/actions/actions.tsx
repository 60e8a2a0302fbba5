import { useEffect, useState } from "react";
import type { Operation } from "../../../shared/outcomes.ts";
import { useApp, useAppStore } from "../../app/slice.ts";
import { useCommands } from "../../core/commands.ts";
import type { Command } from "../../core/window-slice.ts";
import { Tabs } from "../../ui/tabs.tsx";
import { selectedProfile } from "../profiles/index.ts";
import { ActionForm } from "./action-form.tsx";
import { FORMS, OPERATIONS } from "./forms.ts";

/** The left column: one tab for each of the three operations. */
export function ActionsColumn() {
  const store = useAppStore();
  const tab = useApp((state) => state.preferences.values.actionTab);
  const view = useApp(selectedProfile);
  const [focusRequest, setFocusRequest] = useState(0);

  const profileId = view?.profile.id;
  useEffect(() => {
    const { memories, load } = store.getState().actions;
    if (profileId !== undefined && memories[profileId] === undefined) void load(profileId);
  }, [store, profileId]);

  function show(operation: Operation) {
    store.getState().preferences.change({ actionTab: operation });
  }

  useCommands([
    ...OPERATIONS.map(
      (operation, index): Command => ({
        id: `focus-${operation}`,
        title: `${FORMS[operation].submit}…`,
        group: "Actions",
        keys: `mod+${index + 1}`,
        keywords: "form tab focus",
        run: () => {
          show(operation);
          setFocusRequest((count) => count + 1);
        },
      }),
    ),
    { id: "submit-form", title: "Send the form", group: "Actions", keys: "mod+enter", local: true, run: () => {} },
    {
      id: "cancel-call",
      title: "Cancel a call under way",
      group: "Actions",
      keys: "escape",
      local: true,
      run: () => {},
    },
  ]);

  if (view === null) return null;
  return (
    <Tabs
      label="Actions"
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
  );
}
