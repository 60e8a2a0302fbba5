import type { ArrivedThrough } from "../../shared/address.ts";
import type { ProfileStamp } from "../../shared/events.ts";
import type { ListenerSettings } from "../../shared/listener.ts";
import type { EventId, HeaderList, Instant } from "../../shared/primitives.ts";
import type { ReplayMark } from "../../shared/replay.ts";
import type { AnswerFor } from "./answer.ts";
import type { MemoryBudget } from "./collected-body.ts";
import type { ListenerLimits } from "./limits.ts";
import type { Recorder } from "./recorder.ts";

/** Known by the connection, or by the `Host` that was asked for. */
export type ThroughOf = (remoteAddress: string, remotePort: number, headers: HeaderList) => ArrivedThrough | null;

/** What all requests of a listener share. */
export interface Listening {
  readonly limits: ListenerLimits;
  readonly budget: MemoryBudget;
  readonly recorder: Recorder;
  /** As they are now: path and cap may change while it listens. */
  readonly settings: () => ListenerSettings;
  readonly profile: () => ProfileStamp | null;
  /** By which way a request came from outside; null for what comes from this machine or its network. */
  readonly throughOf: ThroughOf;
  /** Told of every whole webhook from outside, once it is on disk. */
  readonly onThrough: (through: ArrivedThrough) => void;
  readonly replayOf: (remoteAddress: string, remotePort: number) => ReplayMark | null;
  /** Whether what arrives now is to be handed on; recorded with it, so that a kill cannot make it forgotten. */
  readonly handsOn: (profileId: string) => boolean;
  /** Told of a delivery that is to be handed on, once it is on disk. */
  readonly onKept: (id: EventId, profileId: string) => void;
  /** The time, in microseconds since the epoch. */
  readonly clock: () => Instant;
  readonly answerFor: AnswerFor;
}
