import { CircleAlert, MousePointerClick } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { EventDetail } from "../../../shared/events.ts";
import { useApp, useAppStore } from "../../app/slice.ts";
import { useCommands } from "../../core/commands.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { type Tab, Tabs } from "../../ui/tabs.tsx";
import { CompareBar } from "../compare/compare-bar.tsx";
import { CompareDialog } from "../compare/compare-dialog.tsx";
import { BodyViewer } from "../http-message/body-viewer.tsx";
import { type BodyWork, createBodyWork } from "../http-message/body-work.ts";
import { type HeaderGroup, HeadersView } from "../http-message/headers-view.tsx";
import { BodyWorkContext } from "../http-message/use-body.ts";
import { ReplayDialog } from "../replay/replay-dialog.tsx";
import { SignatureView } from "../signature/signature-view.tsx";
import { AnswerView } from "./answer-view.tsx";
import { CloseButton } from "./close-button.tsx";
import styles from "./inspector.module.css";
import { InspectorHead } from "./inspector-head.tsx";
import { CallOverview, DeliveryOverview, NoticeOverview } from "./overview.tsx";
import type { InspectorTab } from "./slice.ts";
import { TimingView } from "./timing-view.tsx";

/** The right column: everything about the selected event. */
export function Inspector() {
  const store = useAppStore();
  const selectedId = useApp((state) => state.eventLog.selectedId);
  const shown = useApp((state) => state.inspector.shown);
  const root = useRef<HTMLDivElement>(null);
  const work = useOwnBodyWork();

  useEffect(() => {
    void store.getState().inspector.show(selectedId);
  }, [store, selectedId]);

  useCommands([
    {
      id: "focus-inspector",
      title: "Go to the inspector",
      group: "Inspector",
      keys: "mod+i",
      run: () => root.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus(),
    },
    {
      id: "inspector-back",
      title: "Back to the event log",
      group: "Inspector",
      keys: "escape",
      local: true,
      run: () => undefined,
    },
  ]);

  /** Escape leads back to the rows, as Enter led here. What hangs from a part of this (menus, dialogs) keeps its own. */
  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (event.key !== "Escape" || event.defaultPrevented || !event.currentTarget.contains(event.target as Node)) return;
    event.preventDefault();
    store.getState().window.run("focus-log");
  }

  return (
    <BodyWorkContext value={work}>
      <div ref={root} className={styles.inspector} onKeyDown={onKeyDown}>
        <CompareBar />
        {work === null ? null : <CompareDialog />}
        <ReplayDialog />
        {shown.state === "ready" && work !== null ? (
          <Shown key={shown.id} detail={shown.detail} version={shown.version} />
        ) : shown.state === "failed" ? (
          <EmptyState icon={<CircleAlert size={20} />} title="This event cannot be shown" actions={<CloseButton />}>
            <OpaqueText text={shown.message} />
          </EmptyState>
        ) : shown.state === "loading" || shown.state === "ready" ? (
          <div className={styles.loading} role="status">
            <Spinner /> Reading the event
          </div>
        ) : (
          <EmptyState icon={<MousePointerClick size={20} />} title="Nothing selected">
            Choose an event in the log to see what was sent, what came back and how long it took.
          </EmptyState>
        )}
      </div>
    </BodyWorkContext>
  );
}

/** The worker lives as long as the inspector: it is warm when the first large body is opened. */
function useOwnBodyWork(): BodyWork | null {
  const [work, setWork] = useState<BodyWork | null>(null);
  useEffect(() => {
    const created = createBodyWork();
    setWork(created);
    return () => created.close();
  }, []);
  return work;
}

function Shown({ detail, version }: { readonly detail: EventDetail; readonly version: number }) {
  const store = useAppStore();
  const tab = useApp((state) => state.inspector.tabs[detail.kind]);
  return (
    <>
      <InspectorHead detail={detail} />
      {detail.kind === "notice" ? (
        <div className={styles.notice}>
          <NoticeOverview detail={detail} />
        </div>
      ) : (
        <Tabs<InspectorTab>
          label="About this event"
          value={tab}
          onValueChange={(next) => store.getState().inspector.setTab(detail.kind, next)}
          tabs={tabsOf(detail, version)}
          className={styles.tabs ?? ""}
        />
      )}
    </>
  );
}

function tabsOf(detail: Exclude<EventDetail, { kind: "notice" }>, version: number): readonly Tab<InspectorTab>[] {
  const { summary, request } = detail;
  const call = detail.kind === "call";
  return [
    {
      value: "overview",
      label: "Overview",
      content: call ? <CallOverview detail={detail} /> : <DeliveryOverview detail={detail} />,
    },
    {
      value: "body",
      label: "Body",
      content: (
        <BodyViewer
          label={call ? "Body of the call" : "Body of the delivery"}
          source={{ id: summary.id, part: "request", headers: request.headers, size: request.size, version }}
        />
      ),
    },
    { value: "headers", label: "Headers", content: <HeadersView groups={headerGroups(detail)} /> },
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
  const groups: HeaderGroup[] = [
    { title: "Request headers", firstLine: `${summary.method} ${summary.path}${version}`, headers: request.headers },
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
