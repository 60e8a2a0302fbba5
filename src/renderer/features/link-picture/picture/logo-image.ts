import { useEffect, useState } from "react";
import type { Bridge } from "../../../../shared/contract.ts";
import type { Result } from "../../../../shared/primitives.ts";
import { settle, whileWanted } from "../../../core/bridge.ts";
import { useBridge } from "../../../core/environment.ts";
import type { LinkField } from "../link.ts";

/** A business's logo on its way. `none`: the answer names no address to fetch it from. */
export type LogoImage =
  | { readonly state: "none" | "loading" }
  | { readonly state: "ready"; readonly dataUrl: string }
  | { readonly state: "failed"; readonly reason: string };

type Fetched = Promise<Result<{ readonly dataUrl: string }>>;

// The same logo stands in several places of one window: it is fetched once, and once more only after a failure.
const fetched = new WeakMap<Bridge, Map<string, Fetched>>();

/** Logos that are kept. */
const MOST_LOGOS = 30;

/** Asks for a logo, unless it is one of the last that were asked for. */
export function fetchLogo(bridge: Bridge, url: string, profileId: string): Fetched {
  const known = fetched.get(bridge) ?? new Map<string, Fetched>();
  fetched.set(bridge, known);
  const key = `${profileId} ${url}`;
  const started = known.get(key) ?? settle(bridge.logos.fetch({ url, profileId }));
  // Put in again, it is the newest; the one not looked at for longest goes, with up to a megabyte of text.
  known.delete(key);
  known.set(key, started);
  const [oldest] = known.keys();
  if (known.size > MOST_LOGOS && oldest !== undefined) known.delete(oldest);
  void started.then((result) => {
    if (!result.ok) known.delete(key);
  });
  return started;
}

/** Asks main for a logo: the page itself never fetches what an answer points it to. */
export function useLogo(field: LinkField, profileId: string): LogoImage {
  const bridge = useBridge();
  const url = field.state === "text" ? field.text : null;
  const [image, setImage] = useState<{ readonly url: string; readonly image: LogoImage } | null>(null);
  useEffect(() => {
    if (url === null) return;
    return whileWanted(fetchLogo(bridge, url, profileId), (result) => setImage({ url, image: readLogo(result) }));
  }, [bridge, url, profileId]);
  if (url === null) return { state: "none" };
  return image?.url === url ? image.image : { state: "loading" };
}

function readLogo(result: Awaited<Fetched>): LogoImage {
  if (!result.ok) return { state: "failed", reason: result.message };
  const { dataUrl } = result.value;
  if (dataUrl.startsWith("data:image/")) return { state: "ready", dataUrl };
  return { state: "failed", reason: "The logo cannot be shown: what came is not an image." };
}
