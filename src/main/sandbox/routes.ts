/** What a request asks for. */
export type Route =
  | { readonly to: "link"; readonly linkId: string }
  | { readonly to: "credit" | "charge" }
  | { readonly to: "logo"; readonly name: string }
  | { readonly to: "wrong-method"; readonly allowed: string }
  | { readonly to: "nowhere" }
  | { readonly to: "malformed" };

/**
 * Finds the route of a request target. Segments are cut before they are decoded (RFC 3986 section 2.4), so that an
 * escaped slash stays part of an id, and nothing is normalised: `..` is an id like any other.
 *
 * @param target the request target exactly as on the request line
 */
export function routeOf(method: string, target: string): Route {
  const path = withoutOrigin(target).replace(/[?#].*/s, "");
  let segments: readonly string[];
  try {
    segments = path.split("/").slice(1).map(decodeURIComponent);
  } catch {
    return { to: "malformed" };
  }
  const [first, second = ""] = segments;
  if (segments.length !== 2) return { to: "nowhere" };
  if (first === "link" && second !== "") return only("GET", method, { to: "link", linkId: second });
  if (first === "test" && (second === "credit" || second === "charge")) return only("POST", method, { to: second });
  if (first === "logos" && second.endsWith(".svg"))
    return only("GET", method, { to: "logo", name: second.slice(0, -4) });
  return { to: "nowhere" };
}

function only(allowed: string, method: string, route: Route): Route {
  return method === allowed ? route : { to: "wrong-method", allowed };
}

/** A proxy's client sends the whole address (RFC 9112 section 3.2.2). */
function withoutOrigin(target: string): string {
  return target.replace(/^https?:\/\/[^/?#]*/i, "");
}
