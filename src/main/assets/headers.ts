/** What each kind of file in the built renderer is called on the wire; with nosniff a wrong name is an error. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  mjs: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  json: "application/json",
  map: "application/json",
  svg: "image/svg+xml",
  png: "image/png",
  jpg: "image/jpeg",
  webp: "image/webp",
  ico: "image/x-icon",
  woff2: "font/woff2",
  woff: "font/woff",
  ttf: "font/ttf",
  wasm: "application/wasm",
  txt: "text/plain; charset=utf-8",
};

export function contentType(path: string): string {
  const extension = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  return CONTENT_TYPES[extension] ?? "application/octet-stream";
}

/**
 * The content security policy: nothing but our own files (CSP level 3). Inline styles need the nonce of this load,
 * inline scripts are not there at all. It goes with every file, because a worker is held to the policy that its own
 * script came with, not to the page's.
 *
 * @param nonce for index.html only; other files have nothing inline
 */
export function contentSecurityPolicy(nonce: string | null): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    nonce === null ? "style-src 'self'" : `style-src 'self' 'nonce-${nonce}'`,
    // Logos come through main as data: URLs; small pictures are put into the style sheet by the build.
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    // Text never becomes markup or script (Trusted Types): only the one policy of src/renderer/app/trusted-types.ts is
    // allowed, which lets workers of ours start and nothing else.
    "require-trusted-types-for 'script'",
    "trusted-types default",
  ].join("; ");
}

/** Doors of a browser that this window never uses. Writing to the clipboard stays open, to ourselves. */
const PERMISSIONS_POLICY = [
  "accelerometer",
  "autoplay",
  "bluetooth",
  "browsing-topics",
  "camera",
  "display-capture",
  "encrypted-media",
  "fullscreen",
  "geolocation",
  "gyroscope",
  "hid",
  "idle-detection",
  "local-fonts",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "picture-in-picture",
  "publickey-credentials-get",
  "screen-wake-lock",
  "serial",
  "storage-access",
  "usb",
  "window-management",
  "xr-spatial-tracking",
]
  .map((feature) => `${feature}=()`)
  .join(", ");

/** The headers that go with every answer, whatever it is. */
export function securityHeaders(nonce: string | null): Readonly<Record<string, string>> {
  return {
    "content-security-policy": contentSecurityPolicy(nonce),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp",
    "cross-origin-resource-policy": "same-origin",
    "origin-agent-cluster": "?1",
    "x-frame-options": "DENY",
    "permissions-policy": PERMISSIONS_POLICY,
    "x-dns-prefetch-control": "off",
    // The files of one start are not those of the next: after an update, nothing old may be shown.
    "cache-control": "no-store",
  };
}
