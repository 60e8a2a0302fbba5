import type { OutcomeMeaning, PurposeMeaning } from "../../shared/reading.ts";
import { wordSet, wordsOf } from "./words.ts";

/** What the words that payloads use for how it went, and what it is about, are usually taken for. Only proposals rest on it. */

const GOOD =
  wordSet(`success succes successful successfully succeeded succeed succ accept approve complete completed completes paid approved ok okay done
  captured settled confirmed accepted credited processed finished finalized executed received cleared booked posted
  fulfilled authorised ack y yes passed pass valid acsc accc book sttl suc pagado pagada aprobado aprobada completado
  completada acreditado exitoso exitosa pago aprovado concluido concluida reussi reussie paye payee valide valider effectue
  erfolgreich bezahlt abgeschlossen gebucht ausgefuhrt betaald voltooid pagato completato riuscito oplacone zrealizowano
  выполнен оплачен успешно успех 成功 支付成功 已支付 完了 完成 성공 ناجح مدفوع berhasil sukses lunas basarili odendi tamamlandi`);
const FAILED =
  wordSet(`failed failure fail fails failing unsuccessful declined decline rejected reject refused denied deny cancelled
  canceled cancel cancellation expired expire abandoned abort aborted error errored blocked bounced invalid insufficient unpaid
  void voided reversed refunded returned chargeback timeout timedout nok ko n no not rjct canc disputed lost
  fehlgeschlagen abgelehnt abgebrochen storniert echoue echec refuse annule rechazado rechazada fallido fallida cancelado
  cancelada falhou recusado recusada fallito rifiutato annullato mislukt geweigerd geannuleerd odrzucono anulowano отклонено
  отклонен неуспешно ошибка 失败 失敗 已取消 실패 فشل مرفوض gagal batal basarisiz iptal`);
const UNFINISHED =
  wordSet(`pending processing initiated queued scheduled submitted awaiting draft incomplete requested upcoming
  created started begin open new waiting wait hold held review inprogress progress ongoing authorized authorizing authorization
  preauth action pdng acsp actc acwc rcvd ausstehend bearbeitung attente pendiente pendente procesando processando wachtend
  oczekuje ожидание обрабатывается 处理中 待处理 保留中 대기 menunggu beklemede bekliyor partial partially retry retrying`);
const NOT = wordSet("not no non un never without");

/** What a word says of how it went; null for one that is not known. */
export function outcomeSaid(text: string): OutcomeMeaning | null {
  const words = wordsOf(text);
  if (words.some((word) => FAILED.has(word))) return "failed";
  if (words.some((word) => UNFINISHED.has(word))) return "neither";
  if (words.some((word) => NOT.has(word))) return null;
  return words.some((word) => GOOD.has(word)) ? "went-through" : null;
}

/** What a number says where zero means that all is well; null for a text. */
export function codeSaid(text: string): OutcomeMeaning | null {
  if (/^[A-Z]{0,4}-?0{1,9}$|^20[01]$|^20{3,5}$|^200[0-9]{4}$/.test(text)) return "went-through";
  return /^-?[0-9]{1,9}$/.test(text) ? "failed" : null;
}

/** What a switch says: `true`, `"Y"`, `1`; null for what is none. */
export function switchSaid(text: string): boolean | null {
  if (/^(?:true|yes|y|on|1)$/i.test(text)) return true;
  return /^(?:false|no|n|off|0)$/i.test(text) ? false : null;
}

const NEITHER_PURPOSE =
  wordSet(`refund refunds refunded refunding reversal reversals reversed reverse reverted chargeback chargebacks dispute
  disputes disputed clawback void voided returned return fee fees commission commissions tax preauth reminder quote erstattung ruckerstattung ruckbuchung storno storniert remboursement annulation reembolso devolucion
  estorno rimborso terugbetaling zwrot возврат отмена 退款 返金 환불 استرداد adjustment cashback rebate`);
const ABOUT_ELSE = wordSet(`limit limits threshold login logout session kyc verification verify otp profile cards
  statement report log ping echo points loyalty reward interest alert warning device password endpoint score rate`);
/** What lasts, unless the amount and the person of a simulation stand beside it. */
const LASTING =
  wordSet(`invoice invoices subscription subscriptions user users customer customers loan mandate settlement settlements
  cart plan link rechnung facture factura fatura счет 账单 فاتورة payee beneficiary balance balances kontostand solde saldo
  баланс 余额 残高 잔액 رصيد`);
const MOVEMENT =
  wordSet(`credit credits credited charge charges charged debit debits debited transfer transfers transferred payment
  payments pay paid deposit deposits deposited received receipt funds funded funding topup send sent collected collection
  checkout inflow incoming outgoing money transaction transactions payout payouts payin capture captured sale purchase order
  gutschrift zahlung einzahlung uberweisung virement paiement versement pago abono transferencia pagamento deposito addebito
  accredito betaling storting platnosc wplata перевод платеж 入金 支付 付款 转账 振込 입금 결제 송금 دفع تحويل`);
const CREDIT =
  wordSet(`credit credits credited crdt cr deposit deposits deposited topup inflow incoming inbound in payin gutschrift
  einzahlung abono deposito accredito storting wplata пополнение 入金 充值 입금 ايداع plus c loaded topped`);
const CHARGE = wordSet(`debit debits debited dbit dr withdrawal withdrawals withdraw withdrawn outgoing outbound out
  outflow lastschrift auszahlung retrait retiro saque prelievo opname wyplata addebito снятие списание 提现 出金
  출금 سحب minus d`);
/** Of the payer as well as of who is paid: `PAYOUT` is what its receiver is credited. */
const LIKE_CHARGE = wordSet("charge charges charged purchase payout payouts disbursement");

/**
 * What a name of an event says it is about; null for one that is not known.
 *
 * @param awaited what the simulation was that this seems to belong to: services call both by the words of either side
 */
export function purposeSaid(text: string, awaited: "credit" | "charge" | null): PurposeMeaning | null {
  const words = wordsOf(text);
  const says = (of: ReadonlySet<string>) => words.some((word) => of.has(word));
  if (says(NEITHER_PURPOSE)) return "neither";
  const isBoth = (one: string, other: string) => words.includes(one) && words.includes(other);
  // Ways of paying, whichever side tells of it.
  if (awaited !== null && (isBoth("direct", "debit") || isBoth("credit", "transfer"))) return "either";
  if (says(CREDIT) !== says(CHARGE) && !words.includes("card")) return says(CREDIT) ? "credit" : "charge";
  // `charge.success` is told of both; what `payment.charged` names has happened to somebody.
  if (awaited === "charge" && words.includes("charged")) return "charge";
  if (says(LIKE_CHARGE)) return awaited === null ? "charge" : "either";
  if (says(MOVEMENT)) return "either";
  return says(ABOUT_ELSE) || (awaited === null && says(LASTING)) ? "neither" : null;
}

const WAY = wordSet(`card cards creditcard debitcard cc bank wallet mobile upi neft imps rtgs ach sepa wire pix ussd qr
  netbanking`);

/** Whether a word may name a way of paying, since it says nothing of what happened. */
export function mayBeWay(text: string): boolean {
  if (text.length > 30 || !/^\p{L}[\p{L}_ -]+$/u.test(text) || outcomeSaid(text) !== null) return false;
  const purpose = purposeSaid(text, null);
  return purpose === null || purpose === "either";
}

/** `bank_transfer`, `CARD` */
export function isWay(text: string): boolean {
  return mayBeWay(text) && wordsOf(text).some((word) => WAY.has(word));
}

/** Whether it names what takes a movement back, or is none of its own: a refund, a return, a fee. */
export function isTakenBack(text: string): boolean {
  return wordsOf(text).some((word) => NEITHER_PURPOSE.has(word));
}

/** What a word at a place of the direction says; null for one that is not known. */
export function directionSaid(text: string): "credit" | "charge" | null {
  const words = wordsOf(text);
  if (text === "+" || words.some((word) => CREDIT.has(word))) return "credit";
  return text === "-" || words.some((word) => CHARGE.has(word)) ? "charge" : null;
}

/** Nothing, as payloads write it: a failure's reason that is not there. */
export function isNothing(text: string): boolean {
  return /^(?:|null|nil|none|false|no|non|nein|nej|nie|nao|não|tidak|yok|нет|нема|无|無|なし|없음|لا|no[ _]?errors?|n|n\/a|na|-|\[\]|\{\}|0*(?:[.,]0+)?|undefined|[a-z]{3}[ :]0(?:\.0+)?|0(?:\.0+)? [a-z]{3})$/i.test(
    text.trim(),
  );
}

/** `direct_debit.success`, `CAPTURED`, `mobileMoney`. */
export function isMachineWord(text: string): boolean {
  return /^(?:[A-Z]{2,}(?:[_.:/ -][A-Z]+)*|[a-z]{2,}(?:[_.:/-][a-z]+)*|[a-z]+[0-9][a-z]+(?:[_.:/-][a-z]+)*|[A-Z]*[a-z]+(?:[A-Z][a-z]+)+|[^\x00-\u024f\s]{1,12})$/u.test(
    text,
  );
}

/**
 * An id that a program made up, by its digits or its letters by chance: `ev_ceadbe05d9`, `EV-20261121-025`, `evt_aEWfYXbVvH`.
 * Of what has no three groups of digits, a word in it that says something makes it none; nor is a code of a few digits one.
 */
export function isMadeId(text: string): boolean {
  // Digits and letters in turns are made by no person.
  if (/[0-9][^0-9]+[0-9]+[^0-9]+[0-9]/.test(text)) return true;
  if (text.length < 6 || /\s/.test(text)) return false;
  const pieces = text.split(/[^\p{L}\p{N}]+/u);
  const isMade =
    /(?:[0-9].*){6}/.test(text) ||
    pieces.some(
      (piece) =>
        /^(?=.*[0-9].*[0-9])(?=.*[a-f])[0-9a-f]{6,}$/i.test(piece) ||
        (piece.length >= 8 && /[0-9]\p{L}/u.test(piece) && /\p{L}[0-9]/u.test(piece)) ||
        (piece.length >= 8 && isOfCuttings(piece)),
    );
  return isMade && saysNothing(text);
}

/** Whether no word in it is known; a letter or two say nothing. */
export function saysNothing(text: string): boolean {
  const words = wordsOf(text).filter((word) => word.length > 3);
  return words.every((word) => purposeSaid(word, null) === null && outcomeSaid(word) === null);
}

/** Small and capital letters by chance: what stands between the capitals is mostly too short for a word, or cannot be spoken. */
function isOfCuttings(text: string): boolean {
  if (!/\p{Ll}\p{Lu}/u.test(text)) return false;
  const inWords = wordsOf(text).filter(
    (word) => word.length > 4 && /^\p{L}+$/u.test(word) && !/[^aeiouy]{5}|^[^aeiouy]{3}|[^aeiouy]{4}$/.test(word),
  );
  return inWords.join("").length < text.length / 2;
}
