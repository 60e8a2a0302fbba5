/**
 * Words by which webhooks name what they are about, and how it went. They never make a match, they only take one away:
 * a refund carries the amount and the person of what it gives back. In small letters and without accents.
 */

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/** Keys that name the event, and keys that say which way money went or how it ended. */
export const KIND_NAMES = words(`
  event eventtype eventname eventkey type topic action kind category operation trigger object notificationtype
  messagetype webhooktype hooktype transactiontype entrytype evento ereignis evenement typ tipo art событие тип 事件 类型`);
export const DIRECTION_NAMES = words(`
  mode direction side flow sign entry drcr crdr debitcredit creditdebit debitcreditindicator creditdebitindicator
  transactiontype entrytype richtung direccion sens направление 方向`);
export const STATUS_WORDS = words("status state outcome result stato estado statut zustand статус 状态");

/** Not the movement that was simulated but another one, or something that became of it. */
export const CONTRARY = words(`
  refund refunds refunded refunding reversal reversals reversed reverse reverted revert chargeback chargebacks dispute
  disputes disputed clawback void voided returned fee fees commission commissions tax authorization authorisation preauth
  hold link reminder quote offer erstattung ruckerstattung ruckbuchung storno storniert stornierung remboursement
  annulation reembolso devolucion estorno rimborso terugbetaling zwrot возврат отмена 退款 返金 환불 استرداد`);

/** Money that leaves: no credit. */
export const OUTGOING = words(`
  debit debits debited payout payouts withdrawal withdrawals withdraw withdrawn outgoing outbound out outflow
  disbursement dr lastschrift auszahlung retrait retiro saque prelievo opname wyplata снятие списание 提现 出金 출금 سحب`);
export const INCOMING = words("credit credits credited deposit deposited incoming inbound in inflow cr received topup");

/** It went wrong, or it is not over. */
export const FAILED = words(`
  failed failure fail fails failing unsuccessful declined decline rejected reject refused cancelled canceled cancel
  cancellation expired abandoned error errored blocked bounced fehlgeschlagen abgelehnt abgebrochen echoue echec rechazado
  fallido cancelado falhou recusado fallito rifiutato mislukt geweigerd odrzucono отклонено отклонен неуспешно 失败 失敗
  실패 فشل مرفوض`);
export const UNFINISHED = words(`
  pending processing initiated queued scheduled submitted awaiting draft incomplete requested upcoming unpaid ausstehend
  bearbeitung attente pendiente pendente procesando wachtend oczekuje ожидание обрабатывается 处理中 待处理 保留中 대기`);

/** About something that lasts, or a message; unless the same name speaks of a movement of money too. */
export const ABOUT_ELSE = words(`
  balance balances limit limits threshold invoice invoices subscription subscriptions login logout signin signup session kyc
  verification verify otp account accounts user users customer customers profile card cards wallet wallets loan loans
  mandate statement statements report log logged echo request points loyalty reward rewards cashback interest bonus
  adjustment settlement settlements order orders cart alert warning device password delivery endpoint plan score rate
  kontostand rechnung solde facture saldo factura fatura fattura счет баланс 余额 残高 账单 잔액 رصيد فاتورة`);
export const MOVEMENT = words(`
  credit credits credited charge charges charged debit debits debited transfer transfers transferred payment payments pay
  paid deposit deposits deposited receive received receipt funds fund funded funding topup send sent collect collected
  collection checkout inflow incoming money transaction transactions gutschrift zahlung einzahlung uberweisung virement
  paiement versement pago abono transferencia pagamento deposito credito addebito accredito betaling storting platnosc
  wplata platez перевод платеж пополнение 入金 支付 付款 转账 充值 振込 입금 결제 송금 دفع تحويل ايداع`);
/** Says nothing of its own. */
export const GENERIC = words(`
  event events notification notify webhook hook message update updated new success successful succeeded completed complete
  confirmed done ok data object test peer success created v1 v2`);

/** A sender that only asks whether anybody is there. */
export const PINGS = words("ping pong heartbeat keepalive healthcheck health handshake challenge verification");

/** Switches that say one of the above by being on. */
export const CONTRARY_SWITCHES = words(
  "refund isrefund refunded isrefunded reversal isreversal reversed isreversed void voided disputed chargeback",
);
export const SUCCESS_SWITCHES = words("success successful succeeded issuccess issuccessful ok paid approved status");
