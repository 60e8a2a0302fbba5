import { type ReactNode } from "react";
import { Group, type Layout, Panel, Separator, useGroupRef } from "react-resizable-panels";
import { useShallow } from "zustand/react/shallow";
import { announcementsStore } from "../core/announcements.ts";
import { useCommands } from "../core/commands.ts";
import { useLog, useStore, useStores } from "../core/environment.ts";
import { panelStore } from "../core/panels.ts";
import { preferencesStore } from "../core/preferences.ts";
import { ActionsColumn, NoActions } from "../features/actions/index.ts";
import { EventLog } from "../features/event-log/index.ts";
import { ExportDialog } from "../features/evidence/index.ts";
import { Inspector } from "../features/inspector/index.ts";
import { listenerStore } from "../features/listener/index.ts";
import { NoteDialog } from "../features/notes/index.ts";
import { OpenDialog, OpenedBanner } from "../features/opened/index.ts";
import { Palette, ShortcutsDialog } from "../features/palette/index.ts";
import { PlaybooksDialog } from "../features/playbooks/index.ts";
import { PreferencesDialog } from "../features/preferences/index.ts";
import { OfferDialog, ProfileDialog, profilesStore, selectedProfile, useUnits } from "../features/profiles/index.ts";
import { AskDialog, useReadingCommands } from "../features/readings/index.ts";
import { ChooseDialog, useRunCommands, useRunEvents } from "../features/runs/index.ts";
import { SandboxDialog } from "../features/sandbox/index.ts";
import { RemovalDialog } from "../features/selection/index.ts";
import { Button } from "../ui/button.tsx";
import { ErrorBoundary } from "../ui/error-boundary.tsx";
import { Hidden } from "../ui/layout.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { Footer } from "./footer.tsx";
import { PANE, rememberFocus, usePanes } from "./panes.ts";
import styles from "./shell.module.css";
import { TopBar } from "./top-bar.tsx";
import { useWindowCommands } from "./window-commands.ts";

/** The window: bar on top, three columns, status line below. `isReading`: an opened file, which then has the columns. */
export function Shell({ isReading = false }: { readonly isReading?: boolean }) {
  return (
    <div className={styles.shell}>
      <div>
        <TopBar />
        <OpenedBanner />
        {isReading ? null : <ColumnSwitcher />}
      </div>
      {isReading ? <ReadingFile /> : <Columns />}
      <Footer />
      <Panels />
      <Announcements />
    </div>
  );
}

function ReadingFile() {
  return (
    <main className="flex items-center justify-center min-h-0">
      <p className="flex items-center gap-2 text-muted" role="status">
        <Spinner />
        Reading the file
      </p>
    </main>
  );
}

/** The widths that the columns begin with, in percent. */
const OWN = { actions: 23, "event-log": 43, inspector: 34 };
const OPENED = { "event-log": 55, inspector: 45 };

function Columns() {
  const stores = useStores();
  const remembered = useStore(preferencesStore, (state) => state.values.columns);
  const [actions = OWN.actions, log = OWN["event-log"], inspector = OWN.inspector] = remembered ?? [];
  const isOwn = useLog() === "own";
  const group = useGroupRef();
  const first = isOwn ? OWN : OPENED;
  useCommands([
    {
      id: "columns-reset",
      title: "Reset the widths of the columns",
      group: "Window",
      keywords: "layout divider default",
      run() {
        group.current?.setLayout(first);
        if (isOwn) stores.get(preferencesStore).change({ columns: null });
      },
    },
  ]);

  function remember(layout: Layout) {
    if (!isOwn) return;
    const share = (name: string) => Math.round((layout[name] ?? 0) * 100) / 100;
    stores.get(preferencesStore).change({ columns: [share("actions"), share("event-log"), share("inspector")] });
  }

  return (
    <main className={styles.columns}>
      <Group
        groupRef={group}
        defaultLayout={isOwn ? { actions, "event-log": log, inspector } : OPENED}
        onLayoutChanged={(layout, { isUserInteraction }) => (isUserInteraction ? remember(layout) : undefined)}
        // A double click on a divider was taken already, and is not told as the user's.
        onDoubleClick={({ defaultPrevented }) => {
          if (defaultPrevented && group.current !== null) remember(group.current.getLayout());
        }}
        resizeTargetMinimumSize={{ fine: 12, coarse: 28 }}
      >
        {/* Nothing is sent from what somebody else has recorded. */}
        {isOwn ? (
          <>
            <Column id="actions" label="Actions" width={OWN.actions} minSize={272} maxSize={480}>
              <ActionsColumn />
            </Column>
            <Divider label="Width of the actions" />
          </>
        ) : (
          <NoActions />
        )}
        <Column id="event-log" label="Event log" minSize={340}>
          <LogColumn />
        </Column>
        <Divider label="Width of the inspector" />
        <Column id="inspector" label="Inspector" width={first.inspector} minSize={320}>
          <Inspector />
        </Column>
      </Group>
    </main>
  );
}

/** Where the columns have no room side by side, each is one press away. */
function ColumnSwitcher() {
  const isOwn = useLog() === "own";
  const names = isOwn ? (["Actions", "Event log", "Inspector"] as const) : (["Event log", "Inspector"] as const);
  return (
    <nav className={styles.switcher} aria-label="Columns">
      {names.map((name) => (
        <Button
          key={name}
          size="small"
          onClick={() => {
            const column = document.querySelector(`section[aria-label="${name}"]`);
            column?.scrollIntoView({ inline: "start", block: "nearest" });
          }}
        >
          {name}
        </Button>
      ))}
    </nav>
  );
}

/** The log knows neither runs nor the listener nor profiles: what it shows of them is handed in here. */
function LogColumn() {
  const runEvents = useRunEvents();
  const listenerUrl = useStore(listenerStore, (state) => state.status.url);
  const profileNames = useStore(
    profilesStore,
    useShallow((state) => state.profiles.map(({ profile }) => profile.name)),
  );
  const unitsOf = useUnits();
  return <EventLog runEvents={runEvents} listenerUrl={listenerUrl} profileNames={profileNames} unitsOf={unitsOf} />;
}

interface ColumnProps {
  readonly id: string;
  readonly label: string;
  /** In percent: what a double click on its divider goes back to. */
  readonly width?: number;
  readonly minSize: number;
  readonly maxSize?: number;
  readonly children: ReactNode;
}

function Column({ id, label, width, minSize, maxSize, children }: ColumnProps) {
  return (
    <Panel
      id={id}
      {...(width === undefined ? {} : { defaultSize: `${width}%` })}
      minSize={minSize}
      maxSize={maxSize}
      className="overflow-hidden"
      groupResizeBehavior="preserve-relative-size"
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only follows the focus */}
      <section
        className="flex flex-col h-full min-w-0 min-h-0 overflow-hidden bg-panel"
        aria-label={label}
        tabIndex={-1}
        {...{ [PANE]: "" }}
        onFocus={({ currentTarget, target }) => {
          rememberFocus(currentTarget, target);
          // In a narrow window: all of the column, not only the part that has the focus. A press moves nothing away.
          if (target.matches(":focus-visible")) currentTarget.scrollIntoView({ inline: "nearest", block: "nearest" });
        }}
      >
        <ErrorBoundary part={label.toLowerCase()}>{children}</ErrorBoundary>
      </section>
    </Panel>
  );
}

function Divider({ label }: { readonly label: string }) {
  return <Separator className={styles.divider} aria-label={label} />;
}

/** What happens where the eye sees it and the ear would not: read out, once, when there is a pause. */
function Announcements() {
  const { text, count } = useStore(announcementsStore, (state) => state.announced);
  return (
    <Hidden>
      {/* The same words twice in a row are two texts, or the second would not be read out. */}
      <span aria-live="polite" data-announcements="">
        {count % 2 === 0 ? text : `${text}\u00a0`}
      </span>
    </Hidden>
  );
}

/** Exports know no profiles: whose rules they follow is handed in here. */
function Exporting() {
  const stores = useStores();
  const profile = useStore(profilesStore, (state) => selectedProfile(state)?.profile ?? null);
  return (
    <ExportDialog
      profile={profile}
      saveRules={(rules) => stores.get(profilesStore).amend(profile?.id ?? "", { redactionRules: [...rules] })}
    />
  );
}

/** What can lie over the window. The listener's panel hangs from its button in the bar. */
function Panels() {
  const stores = useStores();
  const panel = useStore(panelStore, (state) => state.panel);
  const close = () => stores.get(panelStore).close();
  useWindowCommands();
  usePanes();
  useRunCommands();
  useReadingCommands();
  const unitsOf = useUnits();
  return (
    <>
      <OfferDialog />
      <OpenDialog />
      <ProfileDialog open={panel === "profiles"} onClose={close} />
      <PlaybooksDialog open={panel === "playbooks"} onClose={close} />
      <SandboxDialog open={panel === "sandbox"} onClose={close} />
      <PreferencesDialog open={panel === "preferences"} onClose={close} />
      <ChooseDialog />
      <RemovalDialog />
      <NoteDialog />
      <AskDialog unitsOf={unitsOf} />
      <Exporting />
      <ShortcutsDialog open={panel === "shortcuts"} onClose={close} />
      <Palette open={panel === "palette"} onClose={close} />
    </>
  );
}
