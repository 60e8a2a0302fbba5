import type { SandboxSample } from "../../shared/sandbox.ts";
import { type JsonValue, spelled } from "./json-text.ts";
import { type Business, businesses, PEERS, USERS, type User } from "./people.ts";

/** A link as the service sends it under the key `link` (service interface, section 2.1). */
export type Link = { readonly [Key in string]: JsonValue } & {
  readonly id: string;
  readonly user: User;
  readonly peer: { readonly user: User; readonly business: Business };
};

interface LinkEntry {
  readonly label: string;
  readonly link: (origin: string) => Link;
}

/** An id that is one segment only when it is escaped correctly; it shows at once who does not. */
export const AWKWARD_LINK_ID = "lnk a/b?c=1#é🔗%2F..";

const ENTRIES: readonly LinkEntry[] = [
  {
    label: "Complete: Adaeze Okonkwo ↔ Kwame Mensah",
    link: (origin) => ({
      id: "lnk_ada_kwame",
      user: userOf("ref_ada"),
      peer: { user: PEERS.kwame, business: businesses(origin).mangrove },
      created_at: "2026-03-02T16:41:00.000001Z",
      updated_at: "2026-03-02T16:41:00.120004Z",
    }),
  },
  {
    label: "Empty email: Wanjirũ Kamau ↔ Sanne de Vries",
    link: (origin) => ({
      id: "lnk_wanjiru_sanne",
      user: userOf("ref_wanjiru"),
      peer: { user: PEERS.sanne, business: businesses(origin).fjord },
      created_at: "2025-05-19T05:05:00.000000Z",
      updated_at: "2025-05-19T05:05:00.000000Z",
    }),
  },
  {
    label: "Unknown fields and identifier types: Nguyễn Thị Mai ↔ ليلى بن علي",
    link: (origin) => ({
      id: "lnk_mai_leila",
      user: { ...userOf("ref_mai"), tier: "gold", verified: true },
      peer: {
        user: PEERS.leila,
        business: { ...businesses(origin).hoshi, country: "JP", licences: ["e-money", "fx"] },
        trust_score: spelled("0.50"),
      },
      status: "active",
      serial: 9_007_199_254_740_993_123n,
      daily_limit: spelled("10.00"),
      metadata: { source: "import", note: null, tags: [] },
      created_at: "2026-02-28T22:10:05.000000Z",
      updated_at: null,
    }),
  },
  {
    label: "Absent fields, no logo: 王秀英 ↔ 佐藤 陽翔",
    link: (origin) => ({
      id: "lnk_xiuying_haruto",
      user: userOf("ref_xiuying"),
      peer: { user: PEERS.haruto, business: businesses(origin).nameless },
      created_at: "2025-09-09T09:10:00.000000Z",
    }),
  },
  {
    label: "An id that must be escaped: Siobhán O’Brien-Łukasik ↔ José Ñúñez",
    link: (origin) => ({
      id: AWKWARD_LINK_ID,
      user: userOf("ref_siobhan"),
      peer: { user: PEERS.jose, business: businesses(origin).kilima },
      created_at: "2026-08-21T18:00:01.000000Z",
      updated_at: "2026-08-21T18:00:01.000000Z",
    }),
  },
];

export function findUser(reference: string): User | null {
  return USERS.find((user) => user.reference === reference) ?? null;
}

export function findLink(id: string, origin: string): Link | null {
  return links(origin).find((link) => link.id === id) ?? null;
}

/** The peer that a user is linked with; for a user without a link the first one there is. */
export function peerOf(user: User, origin: string): Link["peer"] {
  const all = links(origin);
  const found = all.find((link) => link.user.reference === user.reference) ?? all[0];
  if (found === undefined) throw new Error("The sandbox has no links.");
  return found.peer;
}

/** What a form can offer. */
export const SAMPLES: {
  readonly links: readonly SandboxSample[];
  readonly references: readonly SandboxSample[];
  readonly currencies: readonly string[];
} = {
  links: [
    ...ENTRIES.map(({ label, link }) => ({ value: link("").id, label })),
    { value: "lnk_nobody", label: "A link that does not exist" },
  ],
  references: [
    ...USERS.map((user) => ({ value: user.reference, label: user.name })),
    { value: "ref_nobody", label: "A reference that does not exist" },
  ],
  currencies: ["NGN", "USD", "KES", "GHS", "EUR", "VND", "JPY"],
};

function links(origin: string): readonly Link[] {
  return ENTRIES.map(({ link }) => link(origin));
}

function userOf(reference: string): User {
  const user = findUser(reference);
  if (user === null) throw new Error(`The sandbox has no user ${reference}.`);
  return user;
}
