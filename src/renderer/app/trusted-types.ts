// Our policy forbids that a text becomes markup, script or the address of one (Trusted Types, W3C). One thing needs an
// exception: a worker is started by its address. It is allowed for files of our own origin; for everything else
// there is no rule here, and the browser refuses it. This has to be imported before anything starts a worker.

/** The part of the Trusted Types interface that is used here; TypeScript does not know it yet. */
interface TrustedTypes {
  createPolicy(name: string, rules: { readonly createScriptURL: (address: string) => string }): unknown;
}

/** @throws TypeError when it is the address of anything but a script of ours */
export function ownScript(address: string, origin: string): string {
  const url = new URL(address, origin);
  if (url.origin !== origin || !/^\/assets\/[\w.-]+\.js$/.test(url.pathname))
    throw new TypeError("Only Linkdesk’s own workers are started.");
  return url.href;
}

const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
// Absent only where there is no policy to meet either.
trustedTypes?.createPolicy("default", { createScriptURL: (address) => ownScript(address, location.origin) });
