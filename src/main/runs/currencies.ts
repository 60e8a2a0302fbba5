/** Codes of ISO 4217 in use, without those of metals and for testing. */
const CODES = new Set(
  `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY
  COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS
  INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP
  MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR
  SDG SEK SGD SHP SLE SLL SOS SRD SSP STN SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES VND
  VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWG ZWL`.split(/\s+/),
);

/** Codes that are words, too: in a name they need not be a currency. */
const WORDS = new Set(["ALL", "TRY", "TOP", "CUP", "MOP", "SOS", "GEL", "BAM", "MAD", "PEN", "COP", "RUB", "BOB"]);

/** Signs, with the currencies that write them; a dollar or a pound may be any of a dozen. */
const SIGNS: Readonly<Record<string, readonly string[]>> = {
  "₦": ["NGN"],
  "€": ["EUR"],
  "₹": ["INR"],
  "₵": ["GHS"],
  "₽": ["RUB"],
  "₺": ["TRY"],
  "₴": ["UAH"],
  "₩": ["KRW", "KPW"],
  "₫": ["VND"],
  "₱": ["PHP"],
  "₪": ["ILS"],
  "฿": ["THB"],
  "₸": ["KZT"],
  "₡": ["CRC"],
  "₲": ["PYG"],
  "₮": ["MNT"],
  "¥": ["JPY", "CNY"],
  "£": ["GBP", "EGP", "FKP", "GIP", "LBP", "SDG", "SHP", "SSP", "SYP"],
  $: `USD AUD CAD NZD SGD HKD TWD MXN ARS CLP COP BRL BBD BMD BND BSD BZD CUP CVE DOP FJD GYD JMD KYD LRD NAD SBD SRD TTD
    UYU XCD ZWL NIO TOP WST`.split(/\s+/),
};

/** What a text or sign says of a currency that is looked for; null when it says nothing of currencies. */
export function currencySays(text: string, wanted: string): "agrees" | "differs" | "perhaps" | null {
  const code = wanted.toUpperCase();
  const signed = SIGNS[text];
  if (signed !== undefined) return !signed.includes(code) ? "differs" : signed.length === 1 ? "agrees" : "perhaps";
  if (text.toUpperCase() === code) return "agrees";
  return /^[A-Za-z]{3}$/.test(text) ? "differs" : null;
}

/** Whether this is a currency's code and nothing else. */
export function isCurrencyCode(text: string): boolean {
  return text.length === 3 && CODES.has(text) && !WORDS.has(text);
}

/** The code within a name, such as `amount_usd`; null when it has none. */
export function currencyInName(words: readonly string[]): string | null {
  for (const word of words) {
    const code = word.toUpperCase();
    if (isCurrencyCode(code)) return code;
  }
  return null;
}
