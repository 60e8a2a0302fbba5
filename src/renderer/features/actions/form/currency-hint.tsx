import type { ReactNode } from "react";

/** What is said of a currency that is no code, beside its field: it goes out all the same. Nothing of one that is empty. */
export function currencyHint(text: string): ReactNode {
  if (text === "" || /^[A-Z]{3}$/.test(text)) return undefined;
  // While it is typed, the beginning of a code is not remarked on: the form would jump at every one.
  const begins = /^[A-Z]{1,2}$/.test(text);
  return (
    <span className={begins ? "text-odd in-data-focused:hidden" : "text-odd"}>
      An ISO 4217 currency code has three capital letters, such as NGN. This is sent as it is.
    </span>
  );
}
