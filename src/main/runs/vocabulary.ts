/**
 * Words that payloads use for money and people, in the languages that were thought of. They only weigh: a value under
 * a word that is not here is still found, and counts where nothing else could be meant. All words are in small letters
 * and without accents, as `wordsOf` makes them.
 */

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/** Whole keys that mean the amount itself. */
export const AMOUNT_NAMES = words(`
  amount amt betrag geldbetrag summe montant somme monto importe cantidad valor quantia montante importo somma
  bedrag kwota suma belopp summa belob beløb tutar miktar jumlah nominal kiasi halaga castka osszeg ποσο
  сумма сума 金额 金額 数额 금액 مبلغ المبلغ राशि sotien סכום จำนวนเงิน`);

/** Words that make a key one of several amounts, such as `total_amount`, or stand for one less clearly. */
export const AMOUNT_WORDS = words(
  `${[...AMOUNT_NAMES].join(" ")} total price paid gross net principal sum value units`,
);

/** Keys that mean the amount when they stand within one: `"amount": { "value": 50000 }`. */
export const AMOUNT_PARTS = words("value units number minor minorunits raw wert valeur valore valor");

/** Words that make a number something other than the amount. */
export const NOT_AMOUNT = words(`
  fee fees charge charges tax taxes vat gst duty commission commissions balance balances limit limits max maximum min
  minimum rate percent percentage pct discount discounts tip rebate cashback count quantity qty attempt attempts retry
  retries try tries version id ids uuid num nr phone mobile tel msisdn zip postcode postal code port status time times
  timestamp date epoch created updated expires expiry year month day hour age size length index seq sequence nonce
  available ledger threshold points interest outstanding remaining refund refunds refunded reversed previous old before
  prior former overdue overdraft due code pending reserved held blocked target goal budget quota cap
  account iban bvn nin card pin otp latitude longitude lat lng lon score level priority ttl timeout delay duration ms
  gebuhr gebuhren gebuehr gebuehren kosten spesen steuer mwst saldo guthaben limite grenze rabatt provision versuch
  versuche frais solde taxe plafond remise essai essais comision comisiones tarifa impuesto descuento intento intentos
  taxa imposto desconto comissao tentativa costo costi commissione imposta sconto tentativo btw korting poging
  opłata prowizja podatek proba avgift skatt gebyr gebyrer komisyon ucret vergi bakiye indirim biaya pajak
  комиссия налог баланс остаток лимит скидка попытка комісія податок 手续费 手數料 费用 費用 余额 残高 税 限额 限度額
  次数 回数 手数料 수수료 잔액 한도 세금 رسوم رصيد حد ضريبة`);

/** Objects whose numbers are not the amount. Not `charge`: that is what a charge's own envelope is called. */
export const NOT_AMOUNT_PARENTS = words(`
  fee fees charges taxes tax vat limits limit balances balance discounts discount commissions commission rates
  previous old before prior former history past refund refunds gebuhren gebuehren kosten frais comisiones tarifas taxas
  costi opłaty 手续费 費用`);

export const CURRENCY_WORDS = words(
  "currency ccy wahrung waehrung devise moneda moeda valuta waluta mata валюта 币种 货币 通貨 통화 عملة",
);

/** Keys within an object that is called a currency. */
export const CURRENCY_PARTS = words("code iso isocode alpha alphabetic alphacode numeric id symbol short");
/** Keys that hold the currency beside an amount, when what stands there looks like one. */
export const UNIT_NAMES = words("unit units uom einheit unite unidad");

export const REMARK_NAMES = words("remark remarks");

export const PERSON_WORDS = words(`
  user customer client account accountholder holder member payer payee sender recipient receiver beneficiary owner
  nutzer kunde benutzer empfanger absender utilisateur beneficiaire usuario cliente beneficiario destinatario remetente
  gebruiker klant uzytkownik użytkownik kullanici pengguna пользователь клиент получатель отправитель 用户 客户 ユーザー
  사용자 مستخدم عميل`);
export const OWNER_NAMES = words("user customer account accountholder holder");
export const SENDER_NAMES = words("from sender source payer payor debtor originator remitter");
export const RECIPIENT_NAMES = words("to recipient receiver destination payee creditor beneficiary");
/** Single words that put a value on one side of a payment, wherever they stand in a name. */
export const SENDER_WORDS = words(`
  from sender source payer payor debtor originator remitter debited absender zahler schuldner debiteur expediteur
  remetente remitente mittente ordenante pagador отправитель плательщик`);
export const RECIPIENT_WORDS = words(`
  to recipient receiver destination payee creditor beneficiary credited empfanger glaubiger beneficiaire destinataire
  beneficiario destinatario begunstigde получатель`);
/** Somebody who had a hand in it, or is only mentioned, and need not be whose it is. */
export const BYSTANDER_WORDS = words(`
  by initiator initiated agent operator admin staff approver approved author creator referrer referred referral inviter
  invited sponsor requester requested merchant business reviewer supervisor cashier teller previous old before prior
  former original linked related next parent`);
export const PEER_NAMES = words("peer counterparty counterpart");

export const REFERENCE_WORDS = words(`
  reference ref refs referenz kennung referencia referência riferimento referentie numer ссылка referans referensi
  参考 参照 참조 مرجع identifier id`);

/** Words of things that stay the same from one event to the next: their ids say nothing about the event. */
export const LASTING_WORDS = words(`
  ${[...PERSON_WORDS].join(" ")} business merchant company app application tenant wallet link peer bank store shop
  organisation organization org project environment device batch session parent group team plan product`);

export const EVENT_ID_WORDS = words("id uuid guid reference ref rrn");
