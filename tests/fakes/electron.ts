import { EventEmitter } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type Electron from "electron";

// Electron's API as far as Linkdesk uses it, without Electron. Every part is checked against electron.d.ts
// (`implements` and `satisfies`), so that a call this fake takes is a call that the real one takes too. It argues where
// a test wants it to: events and promises that the real one may withhold, delay, repeat or reject (`fake.arguing`).

type Handler = (event: Electron.IpcMainInvokeEvent, ...parameters: unknown[]) => unknown;
// The overloads of `on` differ in what they hand to a listener, and return the whole class that a fake is part of.
// One signature that fits them all.
// oxlint-disable-next-line typescript/no-explicit-any
type Loose = any;
type Listener = (...parameters: Loose[]) => void;

/** Node's emitter with the one signature that fits all overloads of electron.d.ts. */
class FakeEmitter {
  readonly #emitter = new EventEmitter();
  on(name: string | symbol, listener: Listener): Loose {
    this.#emitter.on(name, listener);
  }
  once(name: string | symbol, listener: Listener): Loose {
    this.#emitter.once(name, listener);
  }
  removeAllListeners(): void {
    this.#emitter.removeAllListeners();
  }
  /** For tests: makes the event happen. */
  emit(name: string | symbol, ...parameters: unknown[]): void {
    this.#emitter.emit(name, ...parameters);
  }
}

type AppPath = Parameters<Electron.App["getPath"]>[0];

class FakeApp
  extends FakeEmitter
  implements
    Pick<
      Electron.App,
      | "enableSandbox"
      | "exit"
      | "getPath"
      | "getVersion"
      | "isPackaged"
      | "on"
      | "once"
      | "quit"
      | "releaseSingleInstanceLock"
      | "requestSingleInstanceLock"
      | "setAppUserModelId"
      | "setBadgeCount"
      | "setPath"
      | "whenReady"
    >
{
  isPackaged = false;
  readonly paths = new Map<string, string>();
  readonly switches = new Map<string, string>();
  isSandboxed = false;
  isFirstInstance = true;
  holdsLock = false;
  exitCode: number | null = null;
  hasQuit = false;
  readonly commandLine = {
    hasSwitch: (name: string) => this.switches.has(name),
    getSwitchValue: (name: string) => this.switches.get(name) ?? "",
  } satisfies Pick<Electron.CommandLine, "hasSwitch" | "getSwitchValue">;

  enableSandbox(): void {
    this.isSandboxed = true;
  }
  getPath(name: AppPath): string {
    return this.paths.get(name) ?? join(tmpdir(), `linkdesk-fake-${name}`);
  }
  setPath(name: string, path: string): void {
    this.paths.set(name, path);
  }
  getVersion(): string {
    return "0.0.0";
  }
  requestSingleInstanceLock(): boolean {
    this.holdsLock = this.isFirstInstance;
    return this.isFirstInstance;
  }
  releaseSingleInstanceLock(): void {
    this.holdsLock = false;
  }
  userModelId: string | null = null;
  setAppUserModelId(id: string): void {
    this.userModelId = id;
  }
  badge = 0;
  setBadgeCount(count = 0): boolean {
    this.badge = count;
    return true;
  }
  async whenReady(): Promise<void> {}
  exit(code = 0): void {
    this.exitCode = code;
  }
  /** As the real one: asks first, and ends unless somebody objects. */
  quit(): void {
    const event = fakeEvent();
    this.emit("before-quit", event);
    if (!event.defaultPrevented) this.hasQuit = true;
  }
}

export class FakeWebContents
  extends FakeEmitter
  implements
    Pick<
      Electron.WebContents,
      "forcefullyCrashRenderer" | "isCrashed" | "isDestroyed" | "on" | "reload" | "send" | "setWindowOpenHandler"
    >
{
  readonly sent: unknown[][] = [];
  reloads = 0;
  zoomLevel = 0;
  crashed = false;
  destroyed = false;
  openHandler: Parameters<Electron.WebContents["setWindowOpenHandler"]>[0] | null = null;

  send(channel: string, ...parameters: unknown[]): void {
    this.sent.push([channel, ...parameters]);
  }
  reload(): void {
    this.reloads += 1;
    this.emit("did-finish-load");
  }
  /** As the real one: the page's process is gone, and that is told. */
  forcefullyCrashRenderer(): void {
    this.emit("render-process-gone", fakeEvent(), { reason: "crashed", exitCode: 5 });
  }
  isCrashed(): boolean {
    return this.crashed;
  }
  readonly printed: Electron.PrintToPDFOptions[] = [];
  async printToPDF(options: Electron.PrintToPDFOptions): Promise<Buffer> {
    this.printed.push(options);
    return Buffer.from("%PDF-1.4");
  }
  isDestroyed(): boolean {
    return this.destroyed;
  }
  setWindowOpenHandler(handler: Parameters<Electron.WebContents["setWindowOpenHandler"]>[0]): void {
    this.openHandler = handler;
  }
}

class FakeBrowserWindow
  extends FakeEmitter
  implements
    Pick<
      Electron.BrowserWindow,
      "close" | "destroy" | "focus" | "isDestroyed" | "isMinimized" | "loadURL" | "on" | "once" | "restore" | "show"
    >
{
  static readonly windows: FakeBrowserWindow[] = [];
  static getAllWindows(): FakeBrowserWindow[] {
    return FakeBrowserWindow.windows;
  }
  readonly options: Electron.BrowserWindowConstructorOptions;
  readonly webContents = new FakeWebContents();
  readonly loaded: string[] = [];
  visible = false;
  focused = false;
  minimized = false;
  destroyed = false;

  constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
    super();
    this.options = options;
    FakeBrowserWindow.windows.push(this);
    app.emit("web-contents-created", fakeEvent(), this.webContents);
  }
  /** How often it was shown. */
  shows = 0;
  async loadURL(url: string): Promise<void> {
    this.loaded.push(url);
    const { arguing } = fake;
    const ends = arguing.loads.shift() ?? "loaded";
    if (ends === "process-gone") {
      this.webContents.emit("render-process-gone", fakeEvent(), { reason: "crashed", exitCode: 5 });
      // Nobody settles the promise of a load whose process went (lib/browser/api/web-contents.ts).
      return new Promise(() => {});
    }
    if (ends === "never") return new Promise(() => {});
    if (ends !== "loaded") throw new Error(`${ends} loading '${url}'`);
    for (let times = 0; times < arguing.readyToShow; times += 1) this.emit("ready-to-show");
    this.webContents.emit("did-finish-load");
  }
  show(): void {
    this.visible = true;
    this.shows += 1;
  }
  focus(): void {
    this.focused = true;
  }
  restore(): void {
    this.minimized = false;
  }
  isMinimized(): boolean {
    return this.minimized;
  }
  isDestroyed(): boolean {
    return this.destroyed;
  }
  close(): void {
    this.destroyed = true;
    this.webContents.destroyed = true;
    this.emit("closed");
  }
  destroy(): void {
    this.close();
  }
}

type SessionMethods =
  | "on"
  | "resolveProxy"
  | "setDevicePermissionHandler"
  | "setPermissionCheckHandler"
  | "setPermissionRequestHandler";

/** Keeps the handlers that were set, for a test to ask them. */
class FakeSession extends FakeEmitter implements Pick<Electron.Session, SessionMethods> {
  proxy = "DIRECT";
  request: Parameters<Electron.Session["setPermissionRequestHandler"]>[0] = null;
  check: Parameters<Electron.Session["setPermissionCheckHandler"]>[0] = null;
  device: Parameters<Electron.Session["setDevicePermissionHandler"]>[0] = null;
  beforeRequest: Parameters<Electron.WebRequest["onBeforeRequest"]>[0] = null;
  readonly webRequest = {
    onBeforeRequest: (...parameters: unknown[]): void => {
      this.beforeRequest = parameters.at(-1) as typeof this.beforeRequest;
    },
  } satisfies Pick<Electron.WebRequest, "onBeforeRequest">;

  setPermissionRequestHandler(handler: typeof this.request): void {
    this.request = handler;
  }
  setPermissionCheckHandler(handler: typeof this.check): void {
    this.check = handler;
  }
  setDevicePermissionHandler(handler: typeof this.device): void {
    this.device = handler;
  }
  async resolveProxy(_url: string): Promise<string> {
    return this.proxy;
  }
  /** What this session alone answers, by scheme. */
  readonly served = new Map<string, Parameters<Electron.Protocol["handle"]>[1]>();
  readonly protocol = {
    handle: (scheme, handler) => void this.served.set(scheme, handler),
    unhandle: (scheme) => void this.served.delete(scheme),
  } satisfies Partial<Electron.Protocol>;
}

/** An event whose default can be prevented, with the properties that the real one would have. */
export function fakeEvent<Details extends object>(details: Details = {} as Details) {
  const event = {
    defaultPrevented: false as boolean,
    preventDefault: () => {
      event.defaultPrevented = true;
    },
    ...details,
  } satisfies Electron.Event<object>;
  return event;
}

/** What a test reads and sets besides the API itself. */
export const fake = {
  schemes: [] as Electron.CustomScheme[],
  protocols: new Map<string, Parameters<Electron.Protocol["handle"]>[1]>(),
  handlers: new Map<string, Handler>(),
  errors: [] as string[],
  questions: [] as { options: Electron.MessageBoxOptions; answer: (response: number) => void }[],
  menu: [] as Electron.MenuItemConstructorOptions[],
  /** `never`: it asks the user, who does not answer. */
  keychain: "answers" as "answers" | "none" | "never" | "rejects",
  /** What stands before what is encrypted on Linux: v10 with a key that everybody has, v11 with one of a keyring. */
  keyVersion: "v11" as "v10" | "v11" | "v12",
  shown: [] as string[],
  saves: [] as Electron.SaveDialogOptions[],
  /** What the user answers to the question where to; null: nothing. */
  saveTo: null as string | null,
  /** The same of the question which file to open. */
  openFrom: null as string | null,
  notifies: true,
  notifications: [] as { readonly title?: string; readonly body?: string; readonly press: () => void }[],
  arguing: {
    /** How often the event comes: on Wayland maybe never. */
    readyToShow: 1,
    /** How the next loads end; those after it as they should. */
    loads: [] as ("loaded" | "never" | "process-gone" | "ERR_ABORTED (-3)" | "ERR_FAILED (-2)")[],
  },
  backend: "gnome_libsecret" as ReturnType<Electron.SafeStorage["getSelectedStorageBackend"]>,
  windows: FakeBrowserWindow.windows,
  /** A window besides the program's own: something that the program never makes, and has to guard against. */
  strayWindow: (): FakeBrowserWindow => new FakeBrowserWindow(),
  /** Calls a channel as a page would. */
  invoke: (event: { sender: unknown; senderFrame: unknown }, channel: string, ...parameters: unknown[]): unknown =>
    fake.handlers.get(channel)?.(event as Electron.IpcMainInvokeEvent, ...parameters),
};

export const app = new FakeApp();
export const BrowserWindow = FakeBrowserWindow;
export const session = {
  defaultSession: new FakeSession(),
  /** Those in memory, in the order in which they were made. */
  alone: [] as FakeSession[],
  fromPartition(_partition: string, _options?: Electron.FromPartitionOptions): FakeSession {
    const made = new FakeSession();
    session.alone.push(made);
    return made;
  },
};
export const powerMonitor = new FakeEmitter() satisfies Pick<Electron.PowerMonitor, "on">;
export const nativeTheme = { shouldUseDarkColors: true as boolean } satisfies Partial<Electron.NativeTheme>;

export const shell = {
  showItemInFolder: (path) => {
    fake.shown.push(path);
  },
} satisfies Partial<Electron.Shell>;

export class Notification extends FakeEmitter implements Pick<Electron.Notification, "on" | "show"> {
  static isSupported(): boolean {
    return fake.notifies;
  }
  readonly #options: Electron.NotificationConstructorOptions;
  constructor(options: Electron.NotificationConstructorOptions = {}) {
    super();
    this.#options = options;
    fake.notifications.push({ ...this.#options, press: () => this.emit("click") });
  }
  show(): void {}
}

export const protocol = {
  isProtocolHandled: (scheme) => fake.protocols.has(scheme),
  registerSchemesAsPrivileged: (schemes) => {
    fake.schemes.push(...schemes);
  },
  handle: (scheme, handler) => {
    fake.protocols.set(scheme, handler);
  },
} satisfies Partial<Electron.Protocol>;

export const ipcMain = {
  handle: (channel: string, handler: Handler) => {
    if (fake.handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    fake.handlers.set(channel, handler);
  },
  // electron-store registers a channel of its own that nothing here uses.
  on: () => {},
} satisfies Pick<Electron.IpcMain, "handle"> & { on(): void };

export const dialog = {
  // The overload without a window.
  showSaveDialog: (async (options: Electron.SaveDialogOptions) => {
    fake.saves.push(options);
    return { canceled: fake.saveTo === null, filePath: fake.saveTo ?? "" };
  }) as Electron.Dialog["showSaveDialog"],
  showOpenDialog: (async (_options: Electron.OpenDialogOptions) => ({
    canceled: fake.openFrom === null,
    filePaths: fake.openFrom === null ? [] : [fake.openFrom],
  })) as Electron.Dialog["showOpenDialog"],
  showErrorBox: (title, content) => {
    fake.errors.push(`${title}: ${content}`);
  },
  // The overload with a window. Stays open until the test answers, or the signal says that it is not needed any more.
  showMessageBox: ((_window: Electron.BaseWindow, options: Electron.MessageBoxOptions) =>
    new Promise<Electron.MessageBoxReturnValue>((resolve) => {
      const answer = (response: number): void => resolve({ response, checkboxChecked: false });
      fake.questions.push({ options, answer });
      options.signal?.addEventListener("abort", () => answer(options.cancelId ?? 0));
    })) as Electron.Dialog["showMessageBox"],
} satisfies Partial<Electron.Dialog>;

export const Menu = {
  buildFromTemplate: (template: Electron.MenuItemConstructorOptions[]) => {
    fake.menu = template;
    return {} as Electron.Menu;
  },
  setApplicationMenu: () => {},
} satisfies Partial<typeof Electron.Menu>;

function keychainAnswers(): Promise<void> {
  if (fake.keychain === "never") return new Promise(() => {});
  return fake.keychain === "rejects" ? Promise.reject(new Error("The keyring was closed.")) : Promise.resolve();
}

export const safeStorage = {
  async isAsyncEncryptionAvailable() {
    await keychainAnswers();
    return fake.keychain === "answers";
  },
  async encryptStringAsync(text) {
    await keychainAnswers();
    return Buffer.from(fake.keyVersion + Buffer.from(text).toString("base64"));
  },
  async decryptStringAsync(bytes) {
    await keychainAnswers();
    const text = bytes.toString();
    if (!/^v1[0-2]/.test(text)) throw new Error("Error while decrypting the ciphertext.");
    return { shouldReEncrypt: false, result: Buffer.from(text.slice(3), "base64").toString() };
  },
  getSelectedStorageBackend: () => fake.backend,
} satisfies Partial<Electron.SafeStorage>;

/** electron-store takes the module whole. */
export default {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  powerMonitor,
  protocol,
  safeStorage,
  session,
};
