import { CircleAlert, MousePointerClick } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { type EventDetail } from "../../../shared/events.ts";
import { type InspectorTab, type Preferences } from "../../../shared/preferences.ts";
import { type EventId } from "../../../shared/primitives.ts";
import { unitsOfEvent } from "../../../shared/text/amount-text.ts";
import { isOfTunnel } from "../../../shared/tunnel-headers.ts";
import { CommandsInstead, commandsStore, listed, pressed, useCommands } from "../../core/commands.ts";
import { useLog, useStore, useStores, useToasts } from "../../core/environment.ts";
import { preferencesStore } from "../../core/preferences.ts";
import { type Stores } from "../../core/store.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { keyNames } from "../../ui/kbd.tsx";
import { Busy } from "../../ui/layout.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { type Tab, Tabs } from "../../ui/tabs.tsx";
import { CompareBar, CompareDialog, compareStore } from "../compare/index.ts";
import { eventLogStore, selectedEventStore, useHiddenSelection, useSelectedEvent } from "../event-log/index.ts";
import {
  BodyViewer,
  BodyWorkContext,
  bodyViewStore,
  type HeaderGroup,
  HeadersView,
  useOwnBodyWork,
} from "../http-message/index.ts";
import { useUnits } from "../profiles/index.ts";
import { DeliveryBody } from "../readings/index.ts";
import { REPLAY_COMMANDS, ReplayDialog } from "../replay/index.ts";
import { SelectionPanel } from "../selection/index.ts";
import { SignatureView } from "../signature/index.ts";
import { AnswerView } from "./answer-view.tsx";
import { CallOverview } from "./call-overview.tsx";
import { DeliveryOverview } from "./delivery-overview.tsx";
import { FoundWords } from "./found-words.tsx";
import { CloseButton, InspectorHead } from "./head/inspector-head.tsx";
import { REPEAT_COMMANDS } from "./head/repeat-button.tsx";
import styles from "./inspector.module.css";
import { NoticeOverview } from "./notice-overview.tsx";
import { TimingView } from "./timing/timing-view.tsx";

/** What a call and a webhook can be told to do by key: there while one is shown, and listed before. */
const OF_EVENTS = [...Object.values(REPEAT_COMMANDS), ...Object.values(REPLAY_COMMANDS)].map((each) =>
  listed({ ...each, id: `listed-${each.id}`, standsInFor: each.id }),
);

/** The right column: everything about the selected event. */
export function Inspector() {
  const stores = useStores();
  const selectedId = useStore(eventLogStore, (state) => state.selectedId);
  const several = useStore(eventLogStore, (state) => state.selectedIds.length > 1);
  const shown = useStore(selectedEventStore, (state) => state.shown);
  const log = useLog();
  const toasts = useToasts();
  const root = useRef<HTMLDivElement>(null);
  const work = useOwnBodyWork();
  const hidden = useHiddenSelection();

  useEffect(() => {
    void stores.get(selectedEventStore).show(selectedId);
  }, [stores, selectedId]);

  useCommands([
    {
      id: "focus-inspector",
      title: "Go to the inspector",
      group: "Inspector",
      keys: "mod+i",
      run() {
        root.current?.scrollIntoView({ inline: "nearest", block: "nearest" });
        root.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus();
      },
    },
    {
      id: "point-at-values",
      title: "Say what the values of this webhook are",
      group: "Inspector",
      keywords: "reading correct amount payer outcome tree",
      run() {
        setTab(stores, "delivery", "body");
        stores.get(bodyViewStore).pointIn(stores.get(eventLogStore).selectedId);
      },
    },
    {
      id: "inspector-overview",
      title: "Overview of the event",
      group: "Inspector",
      keywords: "verdict call",
      run: () => setTab(stores, "call", "overview"),
    },
    {
      id: "inspector-answer",
      title: "Answer to the call",
      group: "Inspector",
      keywords: "body raw error service",
      run: () => setTab(stores, "call", "answer"),
    },
    {
      id: "inspector-signature",
      title: "Signature of the webhook",
      group: "Inspector",
      keywords: "hmac valid reason doctor",
      run: () => setTab(stores, "delivery", "signature"),
    },
    ...OF_EVENTS,
    // Whoever looks for it before anything is selected finds how to.
    !several &&
      log === "own" && {
        id: "repeat-several",
        title: "Send several calls again…",
        group: "Inspector",
        keywords: "repeat resend many",
        run() {
          stores.get(commandsStore).run("focus-log");
          const select = keyNames("mod").join("");
          const send = keyNames(REPEAT_COMMANDS.same.keys).join(" ");
          toasts.hint(`Select the calls with Shift or ${select} and a press, then press ${send}`);
        },
      },
    listed({
      id: "inspector-first",
      title: "In the inspector: from any tab to the overview",
      group: "Inspector",
      keys: "home",
    }),
    listed({
      id: "inspector-back",
      title: "In the inspector: back to the event log",
      group: "Inspector",
      keys: "escape",
    }),
  ]);

  /**
   * Escape leads back to the rows, as Enter led here. What hangs from a part of this (menus, dialogs) keeps its own, and
   * what waits for another event to compare with is ended first.
   */
  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    markAll(event);
    if (
      event.key !== "Escape" ||
      event.defaultPrevented ||
      several ||
      stores.get(compareStore).marked !== null ||
      !event.currentTarget.contains(event.target as Node)
    )
      return;
    event.preventDefault();
    stores.get(commandsStore).run("focus-log");
  }

  return (
    <BodyWorkContext value={work}>
      <div ref={root} className={styles.inspector} onKeyDown={onKeyDown}>
        <CommandsInstead value={hidden}>
          <CompareBar />
        </CommandsInstead>
        {hidden === null ? null : <HiddenLine />}
        <SentLine />
        {work === null ? null : <CompareDialog />}
        <ReplayDialog />
        {several ? (
          <SelectionPanel />
        ) : shown.state === "ready" && work !== null ? (
          <CommandsInstead value={hidden}>
            <Shown key={shown.id} detail={shown.detail} version={shown.version} />
          </CommandsInstead>
        ) : shown.state === "failed" ? (
          <NotShown {...shown} />
        ) : shown.state === "loading" || shown.state === "ready" ? (
          <Busy centred>Reading the event</Busy>
        ) : (
          <EmptyState icon={<MousePointerClick size={20} />} title="Nothing selected">
            Choose an event in the log to see what was sent, what came back and how long it took.
          </EmptyState>
        )}
      </div>
    </BodyWorkContext>
  );
}

/** Of a text that has the focus all is marked, and no more; a tree has more than it draws, so nothing is. */
function markAll(event: KeyboardEvent): void {
  const { target } = event;
  if (event.defaultPrevented || !pressed(event.nativeEvent, "mod+a") || !(target instanceof Element)) return;
  if (!target.matches('[role="tabpanel"], [role="tree"]')) return;
  event.preventDefault();
  if (target.matches('[role="tabpanel"]')) document.getSelection()?.selectAllChildren(target);
}

/** Its row is not to be seen: who filters would take this for what was found. */
function HiddenLine() {
  const stores = useStores();
  return (
    <Line press="Clear filter" onPress={() => void stores.get(eventLogStore).setFilter("")}>
      Hidden by the filter: keyboard shortcuts do not act on it.
    </Line>
  );
}

/** A verdict is awaited where the one before it stood: a pinned event gives way to none. */
function SentLine() {
  const stores = useStores();
  const sent = useStore(eventLogStore, (state) => state.sentBeside);
  const isPinned = useSelectedEvent()?.pinned === true;
  if (sent === null || !isPinned) return null;
  const show = () => {
    stores.get(eventLogStore).showSent(sent);
    // The button goes with the line: its row, from which keys go on, has the focus then.
    stores.get(commandsStore).run("focus-log");
    setTab(stores, "call", "overview");
  };
  return (
    <Line press="Show it" onPress={show}>
      This is pinned, and stays. A newer call was sent.
    </Line>
  );
}

interface LineProps {
  readonly children: string;
  readonly press: string;
  readonly onPress: () => void;
}

/** Why what is shown is not what one looks for, and the way to that. */
function Line({ children, press, onPress }: LineProps) {
  return (
    <div className="flex flex-none items-center gap-2 py-1.5 pr-2 pl-4 border-b border-line" role="status">
      <p className="flex-1 text-secondary type-small">{children}</p>
      <Button size="small" onClick={onPress}>
        {press}
      </Button>
    </div>
  );
}

/** Why an event cannot be shown; of one that was cleared, with the way to have it back. */
function NotShown({
  id,
  message,
  cleared,
}: {
  readonly id: EventId;
  readonly message: string;
  readonly cleared: boolean;
}) {
  const stores = useStores();

  async function bringBack() {
    await stores.get(eventLogStore).bringBack();
    await stores.get(eventLogStore).show(id);
  }

  return (
    <EmptyState
      icon={<CircleAlert size={20} />}
      title={cleared ? "This event was cleared" : "This event cannot be shown"}
      actions={
        <>
          {cleared ? <Button onClick={() => void bringBack()}>Bring it back</Button> : null}
          <CloseButton />
        </>
      }
    >
      {cleared ? "It comes back with all that was cleared since Linkdesk was started." : <OpaqueText text={message} />}
    </EmptyState>
  );
}

function Shown({ detail, version }: { readonly detail: EventDetail; readonly version: number }) {
  const stores = useStores();
  const tabs = useStore(preferencesStore, (state) => state.values.inspectorTabs);
  const unitsOf = useUnits();
  return (
    <>
      <InspectorHead detail={detail} />
      {detail.kind === "notice" ? (
        <div className="flex-1 min-h-0 overflow-auto">
          <NoticeOverview detail={detail} />
        </div>
      ) : (
        <>
          <FoundWords detail={detail} version={version} onTab={(next) => setTab(stores, detail.kind, next)} />
          <Tabs<InspectorTab>
            label="About this event"
            value={tabs[detail.kind]}
            onValueChange={(next) => setTab(stores, detail.kind, next)}
            tabs={tabsOf(detail, version, unitsOfEvent(detail.summary, unitsOf))}
            className="flex-1 min-h-0"
          />
        </>
      )}
    </>
  );
}

function tabsOf(
  detail: Exclude<EventDetail, { kind: "notice" }>,
  version: number,
  units: number | null,
): readonly Tab<InspectorTab>[] {
  const { summary, request } = detail;
  const call = detail.kind === "call";
  const source = { id: summary.id, part: "request", headers: request.headers, size: request.size, version } as const;
  return [
    {
      value: "overview",
      label: "Overview",
      content: call ? <CallOverview detail={detail} source={source} /> : <DeliveryOverview detail={detail} />,
    },
    {
      value: "body",
      label: call ? "Sent" : "Received",
      content: call ? (
        <BodyViewer label="Body of the call" source={source} />
      ) : (
        <DeliveryBody label="Body of the delivery" source={source} units={units} />
      ),
    },
    { value: "headers", label: "Headers", content: <HeadersView id={summary.id} groups={headerGroups(detail)} /> },
    ...(call
      ? []
      : [
          {
            value: "signature",
            label: "Signature",
            content: <SignatureView detail={detail} version={version} />,
          } as const,
        ]),
    { value: "answer", label: "Answer", content: <AnswerView detail={detail} version={version} /> },
    { value: "timing", label: "Timing", content: <TimingView detail={detail} /> },
  ];
}

function headerGroups(detail: Exclude<EventDetail, { kind: "notice" }>): readonly HeaderGroup[] {
  const { summary, request } = detail;
  const version = "httpVersion" in request ? ` HTTP/${request.httpVersion}` : "";
  const through = "through" in request ? request.through : undefined;
  const groups: HeaderGroup[] = [
    {
      title: "Request headers",
      firstLine: `${summary.method} ${summary.path}${version}`,
      headers: request.headers,
      ...(through === undefined ? {} : { isOfTunnel: (name: string) => isOfTunnel(through, name) }),
    },
  ];
  if ("trailers" in request && request.trailers.length > 0)
    groups.push({ title: "Trailers", headers: request.trailers });
  if (detail.answer !== null) {
    const { answer } = detail;
    const line =
      "statusText" in answer ? `HTTP/${answer.httpVersion} ${answer.status} ${answer.statusText}` : undefined;
    groups.push({
      title: "Answer headers",
      headers: answer.headers,
      ...(line === undefined ? {} : { firstLine: line }),
    });
  }
  return groups;
}

function setTab(stores: Stores, kind: keyof Preferences["inspectorTabs"], tab: InspectorTab): void {
  const { values, change } = stores.get(preferencesStore);
  if (values.inspectorTabs[kind] !== tab) change({ inspectorTabs: { ...values.inspectorTabs, [kind]: tab } });
}
