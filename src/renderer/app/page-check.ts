import type { Bridge, Push } from "../../shared/contract.ts";
import { errorText } from "../../shared/primitives.ts";
import type { SelfCheckFinding } from "../../shared/self-check.ts";

type Groups = Push<"app.check-page">["groups"];

/** Looks at what the page itself depends on, whenever main asks, and tells main. */
export function answerPageChecks(bridge: Bridge): void {
  bridge.on("app.check-page", ({ groups }) => {
    void lookAtPage(bridge, groups).then((findings) => bridge.app.pageLooked({ findings: [...findings] }));
  });
}

async function lookAtPage(bridge: Bridge, groups: Groups): Promise<readonly SelfCheckFinding[]> {
  return [
    await find("Window", "The window does not work as it should.", () => checkBridge(bridge, groups)),
    await find("Window’s files", "Large bodies cannot be shown.", readFile),
    await find("Content security policy", "What a webhook carries is held off by the page alone.", checkPolicy),
    await find("Clipboard", "Copying from the window fails, and says so.", checkClipboard),
  ];
}

async function find(what: string, without: string, look: () => Promise<string> | string): Promise<SelfCheckFinding> {
  try {
    return { what, state: "works", detail: await look() };
  } catch (error) {
    const reason = errorText(error);
    return { what, state: "missing", detail: `${reason}. ${without}` };
  }
}

/** One frozen object with the functions of the contract, and nothing of Electron or Node beside it. */
function checkBridge(bridge: Bridge, groups: Groups): string {
  if (!window.isSecureContext) throw new Error(`${location.origin} is not taken for secure`);
  for (const [group, methods] of Object.entries(groups))
    for (const method of methods) {
      const offered = (bridge as unknown as Record<string, Record<string, unknown>>)[group]?.[method];
      if (typeof offered !== "function") throw new Error(`${group}.${method} is missing from the preload`);
    }
  if (!Object.isFrozen(bridge)) throw new Error("What the preload offers can be changed");
  const strangers = ["require", "process", "module", "Buffer", "electron"].filter((name) => name in globalThis);
  if (strangers.length > 0) throw new Error(`The page can reach ${strangers.join(", ")}`);
  return `${Object.keys(groups).length} groups of functions at ${location.origin}`;
}

/** As bodies come: over our own origin, piece by piece. */
async function readFile(): Promise<string> {
  const response = await fetch(location.href);
  const reader = response.body?.getReader();
  if (!response.ok || reader === undefined) throw new Error(`The page’s own address answers ${response.status}`);
  let bytes = 0;
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) bytes += piece.value.byteLength;
  if (bytes === 0) throw new Error("The page’s own address answers with nothing");
  return `${bytes} bytes came as a stream`;
}

async function checkPolicy(): Promise<string> {
  const { headers } = await fetch(location.href);
  const policy = headers.get("content-security-policy") ?? "";
  if (!policy.startsWith("default-src 'none'")) throw new Error("The page came without its policy");
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? "";
  if (nonce.length < 16) throw new Error("The page has no nonce");
  if (canCompile()) throw new Error("The page is not held to its policy");
  return "sent with the page, with a nonce of its own, and kept";
}

/** WebAssembly is held to what the policy says of text that is run; an empty module does nothing where it is not. */
function canCompile(): boolean {
  try {
    return new WebAssembly.Module(EMPTY_MODULE) instanceof WebAssembly.Module;
  } catch {
    return false;
  }
}

const EMPTY_MODULE = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);

async function checkClipboard(): Promise<string> {
  const { state } = await navigator.permissions.query({ name: "clipboard-write" as PermissionName });
  if (state === "denied") throw new Error("The page may not write to it");
  return `writing is ${state}`;
}
