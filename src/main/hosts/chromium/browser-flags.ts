interface Wishes {
  readonly profileFolder: string;
  readonly headless: boolean;
  readonly debuggingPort: number | null;
  /** Whether the profile remembers where the window was. */
  readonly hasWindowPlace: boolean;
  readonly asRoot: boolean;
}

/** Parts of the browser that would send requests by themselves, or do not belong in an application's window. */
const DISABLED_FEATURES = [
  "AimEnabled",
  "AutofillServerCommunication",
  "CertificateTransparencyComponentUpdater",
  "DestroyProfileOnBrowserClose",
  "DialMediaRouteProvider",
  "GlobalMediaControls",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PreconnectToSearch",
  "Translate",
];

const ALWAYS = [
  // Playwright talks to the browser over two pipes, not over a port; the browser ends when they are closed.
  "--remote-debugging-pipe",
  // Nothing is asked and nothing is offered at a first start.
  "--no-first-run",
  "--no-default-browser-check",
  "--disable-default-apps",
  "--disable-search-engine-choice-screen",
  // No requests of the browser's own: updates, reports, experiments, synchronisation.
  "--disable-background-networking",
  "--disable-breakpad",
  "--disable-client-side-phishing-detection",
  "--disable-component-extensions-with-background-pages",
  "--disable-component-update",
  "--disable-domain-reliability",
  "--disable-field-trial-config",
  "--disable-quic",
  "--disable-sync",
  "--metrics-recording-only",
  `--disable-features=${DISABLED_FEATURES.join(",")}`,
  // Should it send one all the same, it reaches nothing: no name is looked up, and no address is used.
  "--host-resolver-rules=MAP * ~NOTFOUND",
  // No bar that warns of the switch above, and none that offers to restore a window that was killed.
  "--test-type",
  "--hide-crash-restore-bubble",
  // Extensions of the user could read the page.
  "--disable-extensions",
  // The browser keeps no secrets for us: do not open the user's keyring.
  "--password-store=basic",
  "--use-mock-keychain",
  // A page that is shown again must be a new one, which asks main for everything.
  "--disable-back-forward-cache",
  // /dev/shm has 64 MB in many containers, too little for a page.
  "--disable-dev-shm-usage",
  // Edge and Chrome on Windows may start themselves again, without the pipes.
  "--do-not-de-elevate",
  "--edge-skip-compat-layer-relaunch",
  "--class=linkdesk",
  // An application's window, without tabs and address. It starts empty: our origin is not served yet.
  "--app=data:text/html,<title>Linkdesk</title><meta name=color-scheme content='light dark'>",
];

const HEADLESS = [
  "--headless",
  "--mute-audio",
  // There is no mouse to be found, yet whoever drives the page has one: styles for hovering apply.
  "--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4",
];

/** The whole command line of the browser; Playwright adds nothing of its own to it. */
export function browserFlags({ profileFolder, headless, debuggingPort, hasWindowPlace, asRoot }: Wishes): string[] {
  return [
    ...ALWAYS,
    `--user-data-dir=${profileFolder}`,
    ...(headless ? HEADLESS : []),
    ...(headless || !hasWindowPlace ? ["--window-size=1440,900"] : []),
    ...(debuggingPort === null ? [] : [`--remote-debugging-port=${debuggingPort}`]),
    // Chromium's sandbox cannot be set up by root; everybody else has it.
    ...(asRoot ? ["--no-sandbox"] : []),
  ];
}
