import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Configuration } from "electron-builder";
import { z } from "zod";
import { APP_ID } from "../../src/main/hosts/electron/identity.ts";
import { CASE_EXTENSION } from "../../src/shared/case-file.ts";
import { PLAYBOOK_EXTENSION } from "../../src/shared/playbook.ts";
import { PROFILES_EXTENSION } from "../../src/shared/transfer-file.ts";
import { LICENCES_FILE } from "../steps/licences.ts";
import { ROOT } from "../steps/run.ts";
import { applyFuses, EXECUTABLE } from "./fuses.ts";
import { homepageOf, publishTo } from "./publish.ts";

const { repository } = z
  .object({ repository: z.union([z.string(), z.object({ url: z.string() })]).optional() })
  .parse(JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")));

const publish = publishTo({
  wish: process.env["LINKDESK_UPDATES"],
  repository: typeof repository === "object" ? repository.url : repository,
});

/** What no package needs of its dependencies: types, sources, papers for developers. Licences stay. */
const NOT_OF_MODULES = [
  "**/*.{ts,cts,mts,map,markdown,flow}",
  "**/{README,CHANGELOG,HISTORY,Readme,readme,changelog,history}*",
  "**/{test,tests,__tests__,example,examples,docs,bench,benchmarks,.github}/**",
  "undici/types/**",
  "undici/scripts/**",
  "ajv/lib/**",
  "ajv/scripts/**",
  // For pages in a browser.
  "js-yaml/dist/js-yaml{,.min}.js",
  "**/tweetnacl/{nacl,nacl.min,nacl-fast.min}.js",
  // What ssh2 takes if it was built, and does without: native code, and the tools that would build it.
  "{cpu-features,nan,buildcheck}/**",
  "ssh2/lib/protocol/crypto/{src,build,*.gyp*}/**",
];

/** electron-builder's configuration, the whole of it: package.json and the command line add nothing. */
export const configuration: Configuration = {
  appId: APP_ID,
  productName: "Linkdesk",
  copyright: "Copyright © Linkdesk contributors",
  directories: { output: "out/packages", buildResources: "build/packaging" },
  // Exactly what runs: the other host is for those who have the source.
  files: [
    "package.json",
    "out/main/**",
    "out/preload/**",
    "out/renderer/**",
    "!out/main/chromium.mjs",
    "!**/*.map",
    ...NOT_OF_MODULES.map((pattern) => `!node_modules/${pattern}`),
  ],
  extraResources: [
    { from: "LICENSE", to: "LICENSE.txt" },
    { from: LICENCES_FILE, to: "third-party-licences.txt" },
    // Node asks the nearest package.json what a .js file of a dependency is. Electron does not find those within the
    // archive, and looks in the folders above it: here, so that it ends here, and not at a file of the user's.
    { from: "build/packaging/nearest-package.json", to: "package.json" },
  ],
  // Nothing beside the archive: its hash is in the binary, and a file outside would not be under it.
  asar: { smartUnpack: false },
  // There is no native module to be built for Electron.
  npmRebuild: false,
  nodeGypRebuild: false,
  removePackageScripts: true,
  removePackageKeywords: true,
  electronLanguages: ["en-US"],
  publish,
  extraMetadata: { homepage: homepageOf(publish, process.platform) },
  afterPack: applyFuses,
  artifactName: "linkdesk-${version}-${os}-${arch}.${ext}",
  fileAssociations: [
    {
      ext: PROFILES_EXTENSION,
      name: "Linkdesk profiles",
      description: "Linkdesk profiles",
      mimeType: "application/x-linkdesk-profiles+json",
      role: "Viewer",
    },
    {
      ext: CASE_EXTENSION,
      name: "Linkdesk case file",
      description: "Linkdesk case file",
      mimeType: "application/x-linkdesk-case+zip",
      role: "Viewer",
    },
    {
      ext: PLAYBOOK_EXTENSION,
      name: "Linkdesk playbook",
      description: "Linkdesk playbook",
      mimeType: "application/x-linkdesk-playbook+json",
      role: "Viewer",
    },
  ],

  win: {
    target: [{ target: "nsis", arch: ["x64", "arm64"] }],
    icon: "icons/icon.ico",
    // The updater takes an installer only from whoever signed the program that is running.
    verifyUpdateCodeSignature: true,
  },
  nsis: {
    // One click and for one user: nothing asks for an administrator, neither at first nor at an update.
    oneClick: true,
    perMachine: false,
    allowElevation: false,
    packElevateHelper: false,
    runAfterFinish: true,
    deleteAppDataOnUninstall: false,
    include: "build/packaging/windows/uninstall.nsh",
    artifactName: "linkdesk-${version}-windows-${arch}.${ext}",
  },

  mac: {
    target: [
      { target: "dmg", arch: "universal" },
      { target: "zip", arch: "universal" },
    ],
    category: "public.app-category.developer-tools",
    icon: "icons/icon.icns",
    hardenedRuntime: true,
    entitlements: "build/packaging/macos/entitlements.plist",
    entitlementsInherit: "build/packaging/macos/entitlements.plist",
    gatekeeperAssess: false,
    // Takes Apple's credentials from the environment; without them nothing can be notarised, nor should a build fail.
    // An empty variable is a secret that was not set.
    notarize: Boolean(process.env["APPLE_API_KEY"] || process.env["APPLE_ID"]),
    darkModeSupport: true,
    extendInfo: {
      NSLocalNetworkUsageDescription: "Linkdesk calls the services whose addresses you enter in a profile.",
    },
  },

  // The default runtime needs libfuse 2, which current distributions do not have any more.
  toolsets: { appimage: "1.0.3" },

  linux: {
    // AppImage first: a deb leaves a file among the resources that would make an AppImage update itself as a deb.
    target: [
      { target: "AppImage", arch: ["x64", "arm64"] },
      { target: "deb", arch: ["x64", "arm64"] },
    ],
    executableName: EXECUTABLE,
    icon: "icons/png",
    category: "Development",
    // Debian wants an address; this one by its definition reaches nobody (RFC 2606).
    maintainer: "Linkdesk contributors <contributors@linkdesk.invalid>",
    vendor: "Linkdesk contributors",
    synopsis: "desktop test bench for a peer linking service",
    description: "Look up links, simulate credits and charges in test mode, and watch the webhooks that follow arrive.",
    // The window and the menu entry find each other by this name, under Wayland too.
    syncDesktopName: true,
  },
  deb: {
    packageCategory: "devel",
    // electron-builder's list with what Electron is linked with besides. The second names are those since 2024.
    depends: [
      "libgtk-3-0 | libgtk-3-0t64",
      "libnotify4",
      "libnss3",
      "libxss1",
      "libxtst6",
      "xdg-utils",
      "libatspi2.0-0 | libatspi2.0-0t64",
      "libuuid1",
      "libsecret-1-0",
      "libgbm1",
      "libasound2 | libasound2t64",
    ],
    // It would be an icon in the tray, of which there is none.
    recommends: [],
  },
};
