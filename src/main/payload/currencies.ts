/** Numbers of ISO 4217 with their codes, of the currencies in use. */
const NUMBERS = new Map(
  `784AED 971AFN 008ALL 051AMD 973AOA 032ARS 036AUD 533AWG 944AZN 977BAM 052BBD 050BDT 975BGN 048BHD 108BIF 060BMD 096BND
  068BOB 986BRL 044BSD 064BTN 072BWP 933BYN 084BZD 124CAD 976CDF 756CHF 152CLP 156CNY 170COP 188CRC 192CUP 132CVE 203CZK
  262DJF 208DKK 214DOP 012DZD 818EGP 232ERN 230ETB 978EUR 242FJD 238FKP 826GBP 981GEL 936GHS 292GIP 270GMD 324GNF 320GTQ
  328GYD 344HKD 340HNL 332HTG 348HUF 360IDR 376ILS 356INR 368IQD 364IRR 352ISK 388JMD 400JOD 392JPY 404KES 417KGS 116KHR
  174KMF 408KPW 410KRW 414KWD 136KYD 398KZT 418LAK 422LBP 144LKR 430LRD 426LSL 434LYD 504MAD 498MDL 969MGA 807MKD 104MMK
  496MNT 446MOP 929MRU 480MUR 462MVR 454MWK 484MXN 458MYR 943MZN 516NAD 566NGN 558NIO 578NOK 524NPR 554NZD 512OMR 590PAB
  604PEN 598PGK 608PHP 586PKR 985PLN 600PYG 634QAR 946RON 941RSD 643RUB 646RWF 682SAR 090SBD 690SCR 938SDG 752SEK 702SGD
  654SHP 925SLE 706SOS 968SRD 728SSP 930STN 760SYP 748SZL 764THB 972TJS 934TMT 788TND 776TOP 949TRY 780TTD 901TWD 834TZS
  980UAH 800UGX 840USD 858UYU 860UZS 926VED 928VES 704VND 548VUV 882WST 950XAF 951XCD 952XOF 953XPF 886YER 710ZAR 967ZMW
  924ZWG`
    .split(/\s+/)
    .map((each) => [each.slice(0, 3), each.slice(3)]),
);
const CODES = new Set(NUMBERS.values());

/** Codes that are words, too: in a name they need not be a currency. */
const WORDS = new Set("ALL TRY TOP CUP MOP SOS GEL BAM MAD PEN COP RUB BOB".split(" "));

/** Signs that stand for one currency; a dollar or a pound may be any of a dozen. */
const SIGNS: Readonly<Record<string, string>> = {
  "₦": "NGN",
  "€": "EUR",
  "₹": "INR",
  "₵": "GHS",
  "₽": "RUB",
  "₺": "TRY",
  "₴": "UAH",
  "₩": "KRW",
  "₫": "VND",
  "₱": "PHP",
  "₪": "ILS",
  "฿": "THB",
  "₸": "KZT",
  R$: "BRL",
  US$: "USD",
};

/** A code with the decimals of the amounts beside it, as ledgers write it: `NGN/2`. */
const WITH_DECIMALS = /^([A-Z]{3})\/[0-9]$/;

/** Whether a text says beside the currency how many decimals its amounts have: with another number, another unit. */
export function saysDecimals(text: string): boolean {
  return WITH_DECIMALS.test(text);
}

/** The code of a currency that a text stands for, else the text as it is; null for a sign of several, such as `$`. */
export function currencyCode(text: string): string | null {
  const bare = text.trim().replace(WITH_DECIMALS, "$1");
  const known = NUMBERS.get(bare) ?? SIGNS[bare];
  if (known !== undefined) return known;
  if (/^\p{Sc}$/u.test(bare)) return null;
  const upper = bare.toUpperCase();
  return CODES.has(upper) ? upper : bare;
}

/** Whether a text is nothing but a code in capitals, with its decimals or without. */
export function isCurrencyCode(text: string): boolean {
  return text.length === 3 ? CODES.has(text) : text.length === 5 && saysDecimals(text) && CODES.has(text.slice(0, 3));
}

/** The code within a name, such as `amount_usd`; null when it has none. */
export function currencyInName(words: readonly string[]): string | null {
  return words.map((word) => word.toUpperCase()).find((code) => CODES.has(code) && !WORDS.has(code)) ?? null;
}
