import { createContext, useContext, useEffect, useState } from "react";
import type { BodyPart } from "../../../../shared/events.ts";
import { type EventId, errorText, firstHeader, type HeaderList } from "../../../../shared/primitives.ts";
import { bodyBytes, decodedBytes } from "../../../core/body-bytes.ts";
import { type LogName, useBridgeTo, useLog } from "../../../core/environment.ts";
import type { ReadBody } from "./body-task.ts";
import { type BodyWork, createBodyWork } from "./body-work.ts";
import { charsetOf } from "./reading.ts";

/** Which body of which event. */
export interface BodySource {
  readonly id: EventId;
  readonly part: BodyPart;
  readonly headers: HeaderList;
  /** Bytes as received. */
  readonly size: number;
  /** Grows when the event has gone on: the body may be another one by now. */
  readonly version: number;
}

export type LoadedBody =
  | { readonly state: "loading" }
  | { readonly state: "failed"; readonly message: string }
  | ({
      readonly state: "ready";
      /** How the bytes were decoded, `gzip` or `gzip, br`; null when they are as received. */
      readonly decodedFrom: string | null;
      /** Why an encoded body could not be decoded, as a sentence. */
      readonly notDecoded: string | null;
    } & ReadBody);

export const BodyWorkContext = createContext<BodyWork | null>(null);

/** The worker lives as long as the inspector: it is warm when the first large body is opened. */
export function useOwnBodyWork(): BodyWork | null {
  const [work, setWork] = useState<BodyWork | null>(null);
  useEffect(() => {
    const created = createBodyWork();
    setWork(created);
    return () => created.close();
  }, []);
  return work;
}

export function useBodyWork(): BodyWork {
  const work = useContext(BodyWorkContext);
  if (work === null) throw new Error("There is no BodyWorkContext around this component.");
  return work;
}

/**
 * A body, read. Of a compressed one the decoded bytes are asked for first.
 *
 * @param raw as received, whatever its encoding
 * @param log the log that it is from; the one that is shown when left out
 */
export function useBody(source: BodySource, raw: boolean, log?: LogName): LoadedBody {
  const shown = useLog();
  const bridge = useBridgeTo(log ?? shown);
  const work = useBodyWork();
  const [body, setBody] = useState<LoadedBody>({ state: "loading" });
  const { id, part, size, version } = source;
  const encoding = contentEncoding(source.headers);
  const charset = charsetOf(firstHeader(source.headers, "content-type"));

  // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new version is asked for anew
  useEffect(() => {
    const abort = new AbortController();
    async function load(): Promise<LoadedBody> {
      let notDecoded: string | null = null;
      if (encoding !== null && !raw && size > 0) {
        const decoded = await decodedBytes(bridge, { id, part });
        if (decoded.ok) {
          const read = await work.read(decoded.value.bytes, charset, abort.signal);
          return { state: "ready", decodedFrom: decoded.value.encoding, notDecoded, ...read };
        }
        notDecoded = decoded.message;
      }
      const received = await bodyBytes(bridge, { id, part });
      if (!received.ok) return { state: "failed", message: received.message };
      const read = await work.read(received.value, charset, abort.signal);
      return { state: "ready", decodedFrom: null, notDecoded, ...read };
    }

    async function show(): Promise<void> {
      let next: LoadedBody;
      try {
        next = await load();
      } catch (error) {
        next = { state: "failed", message: errorText(error) };
      }
      if (!abort.signal.aborted) setBody(next);
    }

    void show();
    return () => abort.abort();
  }, [bridge, work, id, part, size, version, encoding, charset, raw]);

  return body;
}

/** The codings of a body; null when there are none to take off (RFC 9110 section 8.4). */
export function contentEncoding(headers: HeaderList): string | null {
  const codings = headers
    .filter(([name]) => name.toLowerCase() === "content-encoding")
    .flatMap(([, value]) => value.split(","))
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== "" && coding !== "identity");
  return codings.length === 0 ? null : codings.join(", ");
}
