import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { PATIENCE } from "./tests/support/until.ts";

/** What takes longest begins first: what began last would have the machine to itself at the end, and leave half of it idle. */
const LONGEST = [
  "src/main/hosts/chromium/start.test.ts",
  "src/main/playbooks/playbooks.test.ts",
  "src/main/journal/worker/salvage.test.ts",
  "tests/evidence/hostile-files.test.ts",
  "src/main/journal/file/durability.test.ts",
  "src/main/journal/worker/retention.test.ts",
  "tests/relay/live-answers.test.ts",
  "src/main/playbooks/sheets.test.ts",
  "src/main/address/ssh/ssh-way.test.ts",
  "tests/relay/change-inbox.test.ts",
  "src/main/journal/search/search.test.ts",
  "src/main/inbox/live-answer.test.ts",
  "tests/relay/drill.test.ts",
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = LONGEST.findIndex((name) => moduleId.endsWith(name));
      return found === -1 ? LONGEST.length : found;
    };
    const sorted = await super.sort(files);
    const first = LONGEST.flatMap((_, index) => sorted.filter((file) => place(file) === index));
    return [...first, ...sorted.filter((file) => place(file) === LONGEST.length)];
  }
}

/** Tests that change nothing of their process, so that they need none each: a third of their time was starting one. */
const PLAIN = [
  "src/{shared,renderer,preload}/**/*.test.ts",
  "src/main/{assets,bridge,diagnosis,listener,logos,payload,runs,sandbox,service,settings,updates}/**/*.test.ts",
  "src/main/signatures/doctor/**/*.test.ts",
  "src/main/{network,redelivery,signatures}/!(curl|masking|attempts|signatures|check-delivery).test.ts",
  "src/main/journal/{client,columns}/!(signature-column).test.ts",
  "tests/{runs,security,unit}/**/!(chromium-host-memory|daylight-saving|journal|preload).test.ts",
  "tests/readings/**/*.test.ts",
];

export default defineConfig({
  test: {
    // Any import of 'electron' under plain Node would start a download: the tests bring a fake instead.
    alias: { electron: new URL("tests/fakes/electron.ts", import.meta.url).pathname },
    // electron-store imports 'electron' itself: the alias reaches it only when it is not left to Node.
    server: { deps: { inline: ["electron-store"] } },
    globalSetup: "tests/support/bundle-threads.ts",
    sequence: { sequencer: LongestFirst },
    // Every core: much of a test's time is its threads' and its programs'.
    maxWorkers: "100%",
    // These end what hangs, also where the end-to-end tests run beside them; how fast a thing is, the benchmark says.
    testTimeout: 180_000,
    // A relay and its command line each wait up to a minute for NATS servers that elect their leader.
    hookTimeout: 180_000,
    expect: { poll: PATIENCE },
    projects: [
      {
        extends: true,
        test: {
          name: "program",
          include: [
            "src/{main,relay,cli}/**/*.test.ts",
            "tests/{unit,relay,hostile,readings,runs,evidence,packaging,security}/**/*.test.ts",
          ],
          exclude: PLAIN,
          pool: "forks",
        },
      },
      {
        extends: true,
        test: {
          name: "plain",
          include: PLAIN,
          setupFiles: "tests/support/frames.ts",
          pool: "threads",
          isolate: false,
        },
      },
    ],
  },
});
