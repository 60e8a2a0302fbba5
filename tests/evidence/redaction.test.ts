import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureBrowser } from "../../build/steps/browser.ts";
import { printPdf } from "../../src/main/hosts/chromium/print-pdf.ts";
import { exportFormat } from "../../src/shared/evidence.ts";
import { bytes, sampleCall, sampleDelivery } from "../journal/samples.ts";
import { exportsOf } from "./exports-of.ts";
import { pdfPages, pdfTexts } from "./pdf-texts.ts";

/** Forty things that nobody outside is to see, each in one of the ways in which it may be written. */
const SECRETS = ["sk_live_9aQ2kLm77ZxT", "whsec-Karibu-Sana-2026", "basic:pa55-word-of-ours", "cookie-monster-4411"];
const NAMES = ["Adaobi Nwachukwu", "Tunde Balogun-Cole", "Zainab Ọlátúnjí", 'Chidinma "Chi" Eze', "O’Brien & Sons"];
const MAILS = ["ada.obi@example.ng", "tunde+pay@mail.example.com", "zainab@xn--fsq.example", "chi_eze@example.co.uk"];
const PHONES = ["+234 803 555 0142", "+2348035550199", "08035550123"];
const ACCOUNTS = [
  "0123456789",
  "5399831234567890",
  "GB82 WEST 1234 5698 7654 32",
  "4111 1111 1111 1111",
  "22334455667",
];
const TOKENS = [
  "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl",
  "tok_51HxYzAbCdEf",
  "4f9d0c2be17a4d6f8a3b5c7d9e1f2a4b",
];
const IDS = ["9d7a1f5e-3c2b-4a1d-8e9f-0a1b2c3d4e5f", "CUST-000981-X", "txn_Ref_77120"];
const WITHIN = [
  "Sarah Okonjo",
  "Bisi-Ade 7",
  "m.bello@example.org",
  "+44 7700 900123",
  "DE89 3704 0044 0532 0130 00",
  "sk_test_Qw3rTy",
  "whsec_Zm9vYmFy",
  "98765432101",
  "d3b07384-d113-4ec2-9a1b-1f2e3d4c5b6a",
  "Flat 4, 12 Bourdillon Road",
  "PASS-A09912345",
];
const REMARKS = ["Rent for the flat in Ikoyi", "For Mama’s operation"];

/** A word of a person's name in a note: nothing else in the log says that it is one. */
const ALONE = "Adaeze";
const MARKERS = [...SECRETS, ...NAMES, ...MAILS, ...PHONES, ...ACCOUNTS, ...TOKENS, ...IDS, ...REMARKS, ...WITHIN];

const payload = {
  event: "transaction.success",
  transaction: {
    id: IDS[0],
    reference: IDS[2],
    amount: 50_000,
    currency: "NGN",
    remark: REMARKS[0],
    status: "success",
  },
  customer: { name: NAMES[0], email: MAILS[0], phone: PHONES[0], customer_id: IDS[1] },
  sender: { full_name: NAMES[1], account_number: ACCOUNTS[0], email: MAILS[1] },
  card: { pan: ACCOUNTS[1], spaced: ACCOUNTS[3] },
  bank: { iban: ACCOUNTS[2], bvn: Number(ACCOUNTS[4]) },
  session_token: TOKENS[0],
  meta: JSON.stringify({ holder: NAMES[2], email: MAILS[2], phone: PHONES[1] }),
  note: `${REMARKS[1]} ${SECRETS[0]}`,
  extra: { anything: TOKENS[2], other: `call ${PHONES[2]} or write ${MAILS[3]}`, code: TOKENS[1] },
  holder: NAMES[3],
  business_name: NAMES[4],
  list: [
    { first_name: WITHIN[0], passport_no: WITHIN[10], address: WITHIN[9] },
    { nickname: WITHIN[1], mail: WITHIN[2] },
  ],
  deep: {
    a: { b: [{ c: `${WITHIN[3]} / ${WITHIN[4]}` }, `${WITHIN[5]} ${WITHIN[6]}`] },
    acct: WITHIN[7],
    links: [WITHIN[8]],
  },
};

/** The same again where nothing says what it is. */
const elsewhere = {
  base64: Buffer.from(NAMES[0] ?? "").toString("base64"),
  within: `x${Buffer.from(`{"mail":"${MAILS[0]}"}`).toString("base64")}`,
  percent: encodeURIComponent(`${NAMES[1]} <${MAILS[1]}>`),
  escaped: JSON.stringify(JSON.stringify({ who: NAMES[3] })),
  hex: Buffer.from(NAMES[1] ?? "").toString("hex"),
  free: `Dear ${NAMES[0]}, your ${REMARKS[0]} of ${IDS[1]} came.`,
  [MAILS[3] ?? ""]: true,
};

let setup: Awaited<ReturnType<typeof exportsOf>>;
beforeAll(async () => {
  setup = await exportsOf({ secrets: SECRETS });
  const { journal } = setup;
  await journal.append(
    sampleDelivery(JSON.stringify(payload), { path: `/webhooks?customer=${encodeURIComponent(MAILS[0] ?? "")}` }, [
      ["Host", "hooks.example.ng"],
      ["Content-Type", "application/json"],
      ["Authorization", `Bearer ${SECRETS[1]}`],
      ["Cookie", `session=${SECRETS[3]}`],
      ["X-Customer-Name", NAMES[1] ?? ""],
      ["X-Signature", "b1946ac92492d2347c6235b4d2611184b1946ac92492d2347c6235b4d2611184"],
    ]),
  );
  await journal.append(sampleDelivery(JSON.stringify(elsewhere)));
  await journal.append(
    sampleDelivery(
      `name=${encodeURIComponent(NAMES[2] ?? "")}&email=${encodeURIComponent(MAILS[2] ?? "")}&x=${SECRETS[2]}`,
    ),
  );
  await journal.append(
    sampleDelivery(
      `<payment><payer name="O’Brien &amp; Sons"><email>${MAILS[3]}</email></payer><iban>${ACCOUNTS[2]}</iban></payment>`,
    ),
  );
  await journal.append(
    sampleDelivery(gzipSync(JSON.stringify(payload)), {}, [
      ["Content-Type", "application/json"],
      ["Content-Encoding", "gzip"],
    ]),
  );
  await journal.append(
    sampleDelivery(
      Buffer.concat([Buffer.from([0xff, 0x00, 0x9c]), bytes(`${NAMES[0]} ${MAILS[1]}`), Buffer.from([0xfe])]),
    ),
  );
  await journal.append(
    sampleCall({
      path: `/v1/links/${IDS[1]}`,
      facts: { subject: "charge", amount: "50000", currency: "NGN", from: NAMES[0], to: NAMES[1], remark: REMARKS[0] },
    }),
  );
  // What somebody has written about an event, or about a notice, says as much as a body.
  const notice = await journal.append({
    kind: "notice",
    summary: { kind: "notice", at: 1_750_000_000_000_900, notice: { code: "secrets-unprotected" } },
  });
  await journal.annotate(4, { note: `${ALONE} called twice` });
  await journal.annotate(1, { note: `${NAMES[0]} <${MAILS[0]}> asked with ${SECRETS[0]}`, add: [MAILS[2] ?? ""] });
  await journal.annotate(notice, { note: `call ${PHONES[1]}, ${MAILS[2]}`, add: ["ticket-7"] });
});
afterAll(() => setup.dispose());

/** Every text that a file may show somebody who decodes it: the bodies of NDJSON and HAR among them. */
function readable(file: string): string {
  const decoded = [...file.matchAll(/"([A-Za-z0-9+/]{16,}={0,2})"/g)].map(([, text]) =>
    Buffer.from(text ?? "", "base64").toString("utf8"),
  );
  const unescaped = [file, ...decoded].flatMap((text) => [
    text,
    text.replaceAll(/\\+"/g, '"'),
    text.replaceAll("&amp;", "&").replaceAll("&#39;", "'").replaceAll("&quot;", '"'),
  ]);
  return [...unescaped, ...unescaped.map(safelyDecoded)].join("\n");
}

function safelyDecoded(text: string): string {
  return text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      return run;
    }
  });
}

const FORMATS = exportFormat.options;

it("are forty", () => expect(new Set(MARKERS).size).toBe(40));

function markersIn(text: string): readonly string[] {
  return MARKERS.filter((marker) => {
    const forms = [
      marker,
      Buffer.from(marker).toString("base64").replace(/=+$/, "").slice(0, -1),
      encodeURIComponent(marker),
      Buffer.from(marker).toString("hex"),
    ];
    return forms.some((form) => text.includes(form));
  });
}

describe("forty planted markers", () => {
  it.each(FORMATS)("are not in a %s", async (format) => {
    const file = await setup.written({ of: "filter", filter: "" }, format);
    expect(markersIn(readable(file))).toEqual([]);
    expect(file).toContain("50000".slice(0, format === "csv" ? 5 : 2));
  });

  it.each(FORMATS)("of secrets there is none in an unredacted %s either, but all else is", async (format) => {
    const text = readable(await setup.written({ of: "filter", filter: "" }, format, { state: "unredacted" }));
    expect(SECRETS.filter((secret) => text.includes(secret))).toEqual([]);
    if (format !== "csv") expect(text).toContain(MAILS[0]);
  });
});

it("the pages, the metadata and the outline of a printed PDF have none of them, and no author", async () => {
  const print = async (html: string) => {
    const pdf = await printPdf(await ensureBrowser(), { html, paper: "A4", signal: new AbortController().signal });
    const pages = pdfPages(pdf).map(({ text }) => text);
    return { ...pdfTexts(pdf), pages: pages.join("\n") };
  };
  const { information, all, pages } = await print(await setup.written({ of: "filter", filter: "" }, "pdf"));
  expect([...information.keys()].toSorted()).toEqual(["CreationDate", "Creator", "ModDate", "Producer", "Title"]);
  expect(information.get("Title")).toMatch(/^Linkdesk/);
  expect(information.get("Producer")).toMatch(/^Skia\/PDF/);
  expect(information.get("Creator")).toMatch(/Chrome/);
  expect(pages).toContain("Webhook");
  expect(markersIn(all + pages)).toEqual([]);
  // Had one been in the page's title, a heading or a line, it would have been found.
  const leaking = await print(`<title>${NAMES[2]}</title><h1>${NAMES[0]} (${MAILS[0]})</h1><p>${MAILS[3]}</p>`);
  expect(markersIn(leaking.all)).toEqual([NAMES[0], NAMES[2], MAILS[0]]);
  expect(markersIn(leaking.pages)).toEqual([NAMES[0], MAILS[0], MAILS[3]]);
});

describe("what is listed", () => {
  it("says what, where and how often, and what is switched off stays", async () => {
    const { exports } = setup;
    const preview = await exports.prepare({ requestId: "look", scope: { of: "events", ids: [1, 4] }, log: "own" });
    const mails = preview.groups.filter(({ kind }) => kind === "email");
    expect(mails.map(({ part, place, times }) => [part, place, times])).toEqual(
      expect.arrayContaining([
        ["Webhook", "customer.email", 1],
        ["Webhook", "email", 1],
        ["Webhook", "address ?customer", 1],
      ]),
    );
    for (const { example } of preview.groups) expect(MARKERS).not.toContain(example);
    const keep = preview.groups.filter(({ place }) => place === "sender.email").map(({ id }) => id);
    const text = await exports.ticket({ token: preview.token, format: "text", redaction: { state: "redacted", keep } });
    expect(text).toContain(MAILS[1]);
    expect(text).not.toContain(MAILS[0]);
  });

  it("gives equal values equal marks within one export, and others in the next", async () => {
    const marksOf = async () => {
      const text = await setup.written({ of: "events", ids: [1, 5] }, "ndjson");
      const bodies = text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(Buffer.from(JSON.parse(line).bodies.request, "base64").toString("utf8")));
      return bodies.map(({ customer }) => customer.email as string);
    };
    const [one, same] = await marksOf();
    const [other] = await marksOf();
    expect(one).toMatch(/^email~[a-z2-9]{10}~*$/);
    expect(one?.length).toBe(32);
    expect(same).toBe(one);
    expect(other).not.toBe(one);
  });

  it("keeps the shape of a body: amounts, words, keys, and numbers as numbers", async () => {
    const [line = ""] = (await setup.written({ of: "events", ids: [1] }, "ndjson")).split("\n");
    const { bodies, redacted } = JSON.parse(line);
    const body = JSON.parse(Buffer.from(bodies.request, "base64").toString("utf8"));
    expect(body.transaction).toMatchObject({ amount: 50_000, currency: "NGN", status: "success" });
    expect(body.event).toBe("transaction.success");
    expect(String(body.bank.bvn)).toHaveLength(11);
    expect(Object.keys(body)).toEqual(Object.keys(payload));
    expect(redacted).toContain("request");
  });

  it("leaves notes and tags out as a whole, says so, and gives them where they were switched on", async () => {
    const scope = { of: "events", ids: [1, 4] } as const;
    for (const format of FORMATS) {
      const file = readable(await setup.written(scope, format));
      expect(file).not.toContain(ALONE);
      if (format !== "har" && format !== "case") expect(file).toMatch(/\(note left out\)/);
    }
    const { groups, token } = await setup.exports.prepare({ requestId: "look", scope, log: "own" });
    const notes = groups.filter(({ kind }) => kind === "note");
    expect(notes).toMatchObject([{ place: "notes and tags", times: 3 }]);
    const redaction = { state: "redacted", keep: notes.map(({ id }) => id) } as const;
    const text = await setup.exports.ticket({ token, format: "text", redaction });
    expect(text).toContain(`${ALONE} called twice`);
    expect(markersIn(text)).toEqual([]);
  });

  it("takes the moment of a signature for no account number, and a number that is no moment for one", async () => {
    const at = 1_795_447_281_813_000;
    const id = await setup.journal.append(
      sampleDelivery("{}", { at }, [
        ["X-Nimbus-Proof", "t=1795447281"],
        ["X-Sent-Ms", "1795447281813"],
        ["X-Other", "1695447281"],
      ]),
    );
    const { groups } = await setup.exports.prepare({
      requestId: "look",
      scope: { of: "events", ids: [id] },
      log: "own",
    });
    expect(groups.map(({ kind, place }) => [kind, place])).toEqual([["account", "header x-other"]]);
    const file = readable(await setup.written({ of: "events", ids: [id] }, "ndjson"));
    expect(file).toContain("t=1795447281");
    expect(file).not.toContain("1695447281");
  });
});
