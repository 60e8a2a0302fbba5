import { Component, type ReactNode } from "react";
import { Button } from "./button.tsx";
import { CopyButton } from "./copy-button.tsx";

interface Props {
  /** The part of the window that is guarded, such as "event log"; left out: the whole window. */
  readonly part?: string;
  readonly children: ReactNode;
}

interface State {
  readonly error: Error | null;
}

/**
 * Keeps a fault in one part of the window from taking the rest along. Nothing recorded is lost by it: the log is
 * kept by main, and the listener goes on.
 */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    const { part } = this.props;
    return (
      <div className="flex flex-col items-start justify-center gap-2 max-w-140 min-h-full mx-auto p-6" role="alert">
        <h2 className="type-title">
          {part === undefined ? "The window ran into a fault" : `The ${part} ran into a fault`}
        </h2>
        <p className="text-secondary">
          Nothing recorded is lost: the log is on disk, and the listener keeps on recording. Reload to go on.
        </p>
        <pre className="max-w-full max-h-40 my-2 py-2 px-3 overflow-auto border border-line rounded bg-sunken whitespace-pre-wrap wrap-anywhere">
          {error.message}
        </pre>
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" onClick={() => location.reload()}>
            Reload
          </Button>
          {part === undefined ? null : <Button onClick={() => this.setState({ error: null })}>Try again</Button>}
          <CopyButton label="Copy details" text={error.stack ?? error.message} size="medium" withText />
        </div>
      </div>
    );
  }
}
