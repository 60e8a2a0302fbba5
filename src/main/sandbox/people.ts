import type { JsonValue } from "./json-text.ts";

/** A user as the service would send it. Members are left out, null or empty on purpose here and there. */
export type User = { readonly [Key in string]: JsonValue } & {
  readonly name: string;
  readonly identifier: string;
  readonly identifier_type: string;
  readonly reference: string;
};

/** The requesting business's own indexed users: a simulation may name any of their references. */
export const USERS: readonly User[] = [
  {
    name: "Adaeze Okonkwo",
    identifier: "ada",
    identifier_type: "username",
    email: "ada.okonkwo@example.com",
    reference: "ref_ada",
    created_at: "2025-01-14T08:21:07.004213Z",
    updated_at: "2026-03-02T16:40:59.120003Z",
  },
  {
    name: "Babatunde Bakare",
    identifier: "tunde@example.com",
    identifier_type: "email",
    email: "tunde@example.com",
    reference: "ref_tunde",
    created_at: "2025-02-01T12:00:00.000000Z",
    updated_at: "2025-02-01T12:00:00.000000Z",
  },
  {
    name: "Wanjirũ Kamau",
    identifier: "wanjiru.k",
    identifier_type: "username",
    email: "",
    reference: "ref_wanjiru",
    created_at: "2025-05-19T05:03:44.999999Z",
    updated_at: "2026-10-30T23:59:59.999999Z",
  },
  {
    name: "Siobhán O’Brien-Łukasik",
    identifier: "siobhan",
    identifier_type: "username",
    email: null,
    reference: "ref_siobhan",
    created_at: "2024-12-31T23:59:59.000001Z",
    updated_at: "2025-06-08T09:15:30.500000Z",
  },
  {
    name: "Nguyễn Thị Mai",
    identifier: "+84 90 000 00 00",
    identifier_type: "phone",
    email: "mai@example.com",
    reference: "ref_mai",
    created_at: "2025-07-11T02:30:10.250125Z",
    updated_at: "2025-07-11T02:30:10.250126Z",
  },
  {
    name: "王秀英",
    identifier: "xiuying",
    identifier_type: "username",
    reference: "ref_xiuying",
    created_at: "2025-09-09T09:09:09.090909Z",
    updated_at: null,
  },
];

export type Business = { readonly [Key in string]: JsonValue } & { readonly name: string };

/** Businesses at which peers are held. Their logos are drawn by the sandbox: `origin` is its own address. */
export function businesses(origin: string) {
  const logo = (name: string) => `${origin}/logos/${name}.svg`;
  return {
    mangrove: {
      id: "biz_mangrove",
      name: "Mangrove Wallet",
      logo: logo("mangrove"),
      logo_colour: "#0B6E4F",
      identifier_type: "email",
    },
    kilima: {
      id: "biz_kilima",
      name: "Kilima Pesa",
      logo: logo("kilima"),
      logo_colour: "#C8553D",
      identifier_type: "username",
    },
    fjord: {
      id: "biz_fjord",
      name: "Fjordkonto",
      logo: logo("fjord"),
      logo_colour: "#1D4E89",
      identifier_type: "email",
    },
    hoshi: { id: "biz_hoshi", name: "ほし銀行 (Hoshi)", logo: null, logo_colour: "", identifier_type: "national_id" },
    nameless: { id: "biz_souk", name: "Souk & Sons" },
  } as const satisfies Record<string, Business>;
}

/** Users at other businesses: the far side of the links. */
export const PEERS = {
  kwame: {
    name: "Kwame Mensah",
    identifier: "kwame.mensah@example.org",
    identifier_type: "email",
    email: "kwame.mensah@example.org",
    reference: "ref_peer_kwame",
    created_at: "2024-11-03T10:11:12.131415Z",
    updated_at: "2026-01-20T07:45:00.000010Z",
  },
  sanne: {
    name: "Sanne de Vries",
    identifier: "sanne",
    identifier_type: "username",
    email: "sanne@example.net",
    reference: "ref_peer_sanne",
    created_at: "2025-03-03T03:03:03.030303Z",
    updated_at: "2025-03-03T03:03:03.030303Z",
  },
  jose: {
    name: "José Ñúñez",
    identifier: "jose.nunez@example.net",
    identifier_type: "email",
    email: "",
    reference: "ref_peer_jose",
    created_at: "2025-08-21T18:00:00.123456Z",
    updated_at: "2026-08-21T18:00:00.654321Z",
  },
  leila: {
    name: "ليلى بن علي",
    identifier: "TN-0042-leila",
    identifier_type: "national_id",
    email: null,
    reference: "ref_peer_leila",
    created_at: "2026-02-28T22:10:05.000000Z",
    updated_at: "2026-02-28T22:10:05.000000Z",
  },
  haruto: {
    name: "佐藤 陽翔",
    identifier: "haruto",
    identifier_type: "username",
    reference: "ref_peer_haruto",
  },
} as const satisfies Record<string, User>;
