import { parseAst } from "vite";

// What makes an Electron program unsafe, looked for in its source: what scanners of this kind report, and our own rules.

/** A place in the source that should not be as it is. */
export interface Finding {
  readonly file: string;
  readonly line: number;
  readonly what: string;
}

/** A node of the syntax tree, as ESTree has it; only what is read here. */
interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly name?: unknown;
  readonly value?: unknown;
  readonly key?: SyntaxNode;
  readonly callee?: SyntaxNode;
  readonly object?: SyntaxNode;
  readonly property?: SyntaxNode;
  readonly arguments?: readonly SyntaxNode[];
  readonly properties?: readonly SyntaxNode[];
  readonly source?: SyntaxNode;
  readonly left?: SyntaxNode;
  readonly quasis?: readonly { readonly value: { readonly raw: string } }[];
}

/** Every preference that decides what a page can reach, with the only value it may have. */
const PREFERENCES: Readonly<Record<string, boolean | string>> = {
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  navigateOnDragDrop: false,
  plugins: false,
  disableBlinkFeatures: "Auxclick",
};

/** Names that no source of ours has a use for, as a property, a key or a function. */
const FORBIDDEN: Readonly<Record<string, string>> = {
  enableBlinkFeatures: "switches on parts of the browser that are off for a reason",
  enableRemoteModule: "gives the page the main process",
  enableWebSQL: "is a database nobody looks after",
  allowpopups: "lets a webview open windows",
  affinity: "lets windows share a process",
  openExternal: "hands an address to the desktop",
  openPath: "hands a file to the desktop",
  executeJavaScript: "runs text as script in a page",
  executeJavaScriptInIsolatedWorld: "runs text as script in a page",
  insertCSS: "puts text into a page as style",
  innerHTML: "makes markup of text",
  outerHTML: "makes markup of text",
  insertAdjacentHTML: "makes markup of text",
  dangerouslySetInnerHTML: "makes markup of text",
  createContextualFragment: "makes markup of text",
  srcdoc: "makes a page of text",
  setCertificateVerifyProc: "decides about certificates in the place of the browser",
  bypassCSP: "goes round the content security policy",
  allowServiceWorkers: "lets a page leave something behind",
  setAsDefaultProtocolClient: "lets web pages start the program with a text of theirs",
  registerFileProtocol: "serves files by path",
  registerHttpProtocol: "serves what others have",
  interceptFileProtocol: "serves files by path",
  enableNodeIntegration: "gives a page Node",
  rejectUnauthorized: "trusts any certificate when it is false",
  insecureHTTPParser: "lets smuggled requests through when it is true",
};

/** Where a forbidden name is all right, and why. */
const EXCUSED: readonly { readonly file: string; readonly name: string; readonly why: string }[] = [
  { file: "src/main/listener/server.ts", name: "insecureHTTPParser", why: "It is set to false there." },
];

const SWITCHES = /--(?:no-sandbox|disable-web-security|ignore-certificate-errors|allow-running-insecure-content)/;
const SWITCHES_EXCUSED = "src/main/hosts/chromium/browser-flags.ts"; // root only; its own test says so

/** Looks through one file. `file` is its path from the project's root, with slashes. */
export function findMisuse(file: string, source: string): readonly Finding[] {
  const findings: Finding[] = [];
  const report = (node: SyntaxNode, what: string): void => {
    findings.push({ file, line: source.slice(0, node.start).split("\n").length, what });
  };
  const lang = file.endsWith(".tsx") ? "tsx" : "ts";
  visit(parseAst(source, { lang }), (node) => {
    lookAtNames(file, node, report);
    lookAtPreferences(node, report);
    lookAtCalls(file, node, report);
    lookAtTexts(file, node, report);
    lookAtImports(file, node, report);
  });
  return findings;
}

type Report = (node: SyntaxNode, what: string) => void;

function lookAtNames(file: string, node: SyntaxNode, report: Report): void {
  const named = nameOf(node);
  if (named === null) return;
  const reason = FORBIDDEN[named];
  if (reason === undefined || !Object.hasOwn(FORBIDDEN, named)) return;
  if (EXCUSED.some((excuse) => excuse.file === file && excuse.name === named)) return;
  report(node, `${named} ${reason}`);
}

/** The name that a node uses: a key, a member, an attribute, a function that is called. */
function nameOf(node: SyntaxNode): string | null {
  if (node.type === "Property") return textOf(node.key);
  if (node.type === "MemberExpression") return textOf(node.property);
  if (node.type === "JSXAttribute") return textOf(node.name as SyntaxNode);
  if (node.type === "CallExpression" && node.callee?.type === "Identifier") return textOf(node.callee);
  return null;
}

function lookAtPreferences(node: SyntaxNode, report: Report): void {
  if (node.type !== "Property") return;
  const name = textOf(node.key) ?? "";
  // Ours has a sandbox of its own: as a preference the word counts among the others only.
  if (name !== "sandbox") lookAtPreference(node, report);
  if (name !== "webPreferences") return;
  const given = (node.value as SyntaxNode).properties;
  if (given === undefined) return report(node, "webPreferences are not written out here");
  if (given.some(({ type }) => type !== "Property")) report(node, "webPreferences are spread from elsewhere");
  for (const preference of given) if (textOf(preference.key) === "sandbox") lookAtPreference(preference, report);
  const names = new Set(given.map(({ key }) => textOf(key)));
  for (const wanted of Object.keys(PREFERENCES))
    if (!names.has(wanted)) report(node, `webPreferences without ${wanted}`);
}

function lookAtPreference(node: SyntaxNode, report: Report): void {
  const name = textOf(node.key) ?? "";
  if (Object.hasOwn(PREFERENCES, name) && literalOf(node.value) !== PREFERENCES[name])
    report(node, `${name} is not ${String(PREFERENCES[name])}`);
}

function lookAtCalls(file: string, node: SyntaxNode, report: Report): void {
  if (node.type !== "CallExpression" && node.type !== "NewExpression") return;
  const called = textOf(node.callee) ?? textOf(node.callee?.property) ?? "";
  const owner = textOf(node.callee?.object) ?? "";
  const [first, second] = node.arguments ?? [];
  if (called === "eval" || called === "Function") report(node, `${called} runs text as script`);
  if ((called === "setTimeout" || called === "setInterval") && typeof literalOf(first) === "string")
    report(node, `${called} runs text as script`);
  if (owner === "document" && (called === "write" || called === "writeln"))
    report(node, "document.write makes markup of text");
  if ((called === "loadURL" || called === "loadFile") && !isOwnOrigin(first))
    report(node, `${called} of something that is not our own origin`);
  if (owner === "ipcMain" && !(file === "src/main/hosts/electron/page-channel.ts" && called === "handle"))
    report(node, "IPC past the one channel whose sender is checked");
  if (called === "exposeInMainWorld" && /ipcRenderer|require|process/.test(JSON.stringify(second) ?? ""))
    report(node, "the page is given Electron itself");
  if (called === "appendSwitch" || called === "appendArgument") report(node, "changes how the browser runs");
  if (
    node.type === "NewExpression" &&
    /^(BrowserView|WebContentsView|BrowserWindow)$/.test(called) &&
    file !== "src/main/hosts/electron/window.ts" &&
    // A report is printed in a window that runs no script.
    !(
      file === "src/main/hosts/electron/print-pdf.ts" &&
      /"name":"javascript".*?"value":false/.test(JSON.stringify(first))
    )
  )
    report(node, "a page besides the one window");
  if (node.type === "NewExpression" && called === "BrowserWindow" && !hasOwnPreferences(first))
    report(node, "a window whose webPreferences are not written where it is made");
  if (called === "on" && literalOf(first) === "certificate-error") report(node, "decides about certificates");
}

function hasOwnPreferences(options: SyntaxNode | undefined): boolean {
  return (
    options?.type === "ObjectExpression" &&
    (options.properties ?? []).some(({ key }) => textOf(key) === "webPreferences")
  );
}

/** `${ORIGIN}/` and nothing else. */
function isOwnOrigin(node: SyntaxNode | undefined): boolean {
  return (
    node?.type === "TemplateLiteral" &&
    JSON.stringify(node).includes('"name":"ORIGIN"') &&
    node.quasis?.[0]?.value.raw === ""
  );
}

function lookAtTexts(file: string, node: SyntaxNode, report: Report): void {
  const text = node.type === "Literal" && typeof node.value === "string" ? node.value : null;
  if (text === null) return;
  if (SWITCHES.test(text) && file !== SWITCHES_EXCUSED) report(node, `the switch ${text}`);
  if (/^javascript:/i.test(text)) report(node, "an address that runs as script");
  if (
    file.startsWith("src/renderer/") &&
    /^(?:https?|wss?|ftp|file):\/\/(?!localhost|127\.0\.0\.1)/i.test(text) &&
    !isShown(text)
  )
    report(node, `an address of the world in the window: ${text}`);
  if (text === "ELECTRON_DISABLE_SECURITY_WARNINGS") report(node, "silences Electron's own warnings");
}

/** Examples in fields are shown and never fetched. */
function isShown(text: string): boolean {
  return /^https?:\/\/[\w.-]*\b(?:example|invalid|test)\b/i.test(text) || /^(?:https?|file):\/\/$/i.test(text);
}

function lookAtImports(file: string, node: SyntaxNode, report: Report): void {
  if (node.type !== "ImportDeclaration" && node.type !== "ImportExpression") return;
  const from = literalOf(node.source);
  if (typeof from !== "string") return;
  if (/^@electron\/remote|^electron\/remote/.test(from))
    report(node, "the remote module gives the page the main process");
  const mayElectron = /^src\/(?:main\/hosts\/electron|preload)\//.test(file);
  if (/^electron(?:\/|$)/.test(from) && !mayElectron) report(node, "electron outside its adapter");
  if (/^(?:node:)?vm$/.test(from)) report(node, "vm runs text as script and is no sandbox");
}

function textOf(node: SyntaxNode | undefined): string | null {
  if (node === undefined || node === null) return null;
  if (typeof node.name === "string") return node.name;
  return typeof node.value === "string" ? node.value : null;
}

/** The value of a literal; undefined for anything else. */
function literalOf(node: unknown): unknown {
  return typeof node === "object" && node !== null && "type" in node && node.type === "Literal" && "value" in node
    ? node.value
    : undefined;
}

function visit(value: unknown, seen: (node: SyntaxNode) => void): void {
  if (typeof value !== "object" || value === null) return;
  if ("type" in value && typeof value.type === "string") seen(value as SyntaxNode);
  for (const child of Object.values(value)) visit(child, seen);
}
