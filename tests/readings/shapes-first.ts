import { charge, credit, type Shape } from "./shape.ts";

const DONE = { S: "success|failed|pending|reversed" };

/** Written before and while the proposals were tuned. */
export const FIRST_SHAPES: readonly Shape[] = [
  // Cards, wallets and banks of Africa.
  credit(
    "Paystack charge.success",
    '{"event":"$E","data":{"id":3026174891,"domain":"test","status":"$S","reference":"$I","amount":$A,"message":null,"gateway_response":"Successful","paid_at":"$W","channel":"card","currency":"$C","ip_address":"41.1.25.1","metadata":0,"log":{"time_spent":16,"attempts":1,"errors":0,"success":false,"mobile":false,"history":[]},"fees":$N,"customer":{"id":181873746,"first_name":"Ada","email":"ada@example.com","customer_code":"$U","phone":null},"authorization":{"authorization_code":"AUTH_x8k2","bin":"408408","bank":"Test Bank","card_type":"visa","reusable":true},"plan":{}}}',
    { E: "charge.success|charge.failed||refund.processed", S: "success|failed|pending|reversed" },
  ),
  credit(
    "Paystack transfer.success",
    '{"event":"$E","data":{"amount":$M,"currency":"$C","domain":"test","failures":null,"id":37272792,"integration":{"id":463433,"is_live":true,"business_name":"Boom"},"reason":"Have fun","reference":"$I","source":"balance","source_details":null,"status":"$S","titan_code":null,"transfer_code":"TRF_wpl1","transferred_at":null,"recipient":{"active":true,"currency":"$c","id":26725,"name":"Jane","recipient_code":"$U","type":"nuban","details":{"account_number":"0123456789","bank_code":"058"}}}}',
    { E: "transfer.success|transfer.failed||transfer.reversed", S: "success|failed|pending|reversed" },
  ),
  credit(
    "Flutterwave charge.completed",
    '{"event":"$E","data":{"id":285959875,"tx_ref":"Links-616626414629","flw_ref":"$I","device_fingerprint":"a42937f4a73ce8","amount":$A,"currency":"$C","charged_amount":$a,"app_fee":$N,"merchant_fee":0,"processor_response":"Approved by Financial Institution","auth_model":"PIN","ip":"197.210.64.96","narration":"CARD Transaction","status":"$S","payment_type":"card","created_at":"$W","account_id":17321,"customer":{"id":215604089,"name":"Yemi","phone_number":null,"email":"$U","created_at":"$W"},"card":{"first_6digits":"123456","issuer":"VERVE","type":"VERVE"}}}',
    { E: "charge.completed|||refund.completed", S: "successful|failed|pending|" },
  ),
  credit(
    "Monnify",
    '{"eventType":"$E","eventData":{"product":{"reference":"111222333","type":"OFFLINE_PAYMENT_AGENT"},"transactionReference":"$I","paymentReference":"ref-77-a","paidOn":"17/11/2026 3:48:10 PM","paymentDescription":"Mary","metaData":{},"paymentSourceInformation":[],"destinationAccountInformation":{},"amountPaid":$A,"totalPayable":$a,"cardDetails":{},"paymentMethod":"CASH","currency":"$C","settlementAmount":"$N","paymentStatus":"$S","customer":{"name":"Mary","email":"$U"}}}',
    { E: "SUCCESSFUL_TRANSACTION|REJECTED_PAYMENT||SUCCESSFUL_REFUND", S: "PAID|FAILED|PENDING|REVERSED" },
  ),
  credit(
    "Interswitch",
    '{"event":"$E","uuid":"$I","timestamp":1760954490,"data":{"remittanceAmount":0,"bankCode":"011","amount":$A,"paymentReference":"FBN|WEB|MX|1","channel":"WEB","splitAccounts":[],"retrievalReferenceNumber":"000106923853","transactionDate":1760954490123,"accountNumber":null,"responseCode":"$S","token":null,"responseDescription":"Approved by Financial Institution","paymentId":6235432,"merchantCustomerId":"$U","escrow":false,"currencyCode":"$Q","paymentCancelled":false,"merchantReference":"$n1"}}',
    { E: "TRANSACTION.COMPLETED|TRANSACTION.FAILED||TRANSACTION.REFUNDED", S: "00|51|09|" },
  ),
  credit(
    "M-Pesa STK callback",
    '{"Body":{"stkCallback":{"MerchantRequestID":"29115-34620561-1","CheckoutRequestID":"ws_CO_19122","ResultCode":$S,"ResultDesc":"$X","CallbackMetadata":{"Item":[{"Name":"Amount","Value":$A},{"Name":"MpesaReceiptNumber","Value":"$I"},{"Name":"TransactionDate","Value":20261119102115},{"Name":"PhoneNumber","Value":$U}]}}}}'.replace(
      "$U",
      '"$U"',
    ),
    { S: "0|1032|1037|", X: "The service request is processed successfully.|Request cancelled by user|DS timeout|" },
  ),
  credit(
    "M-Pesa C2B confirmation",
    '{"TransactionType":"$E","TransID":"$I","TransTime":"20261122063845","TransAmount":"$A","BusinessShortCode":"600638","BillRefNumber":"$U","InvoiceNumber":"","OrgAccountBalance":"49197.00","ThirdPartyTransID":"","MSISDN":"25470****149","FirstName":"John"}',
    { E: "Pay Bill|||Reversal" },
  ),
  credit(
    "M-Pesa B2C result",
    '{"Result":{"ResultType":0,"ResultCode":$S,"ResultDesc":"ok","OriginatorConversationID":"10571-7910404-1","ConversationID":"AG_2026_1","TransactionID":"$I","ResultParameters":{"ResultParameter":[{"Key":"TransactionAmount","Value":$A},{"Key":"TransactionReceipt","Value":"NLJ41HAY6Q"},{"Key":"B2CChargesPaidAccountAvailableFunds","Value":-4510},{"Key":"ReceiverPartyPublicName","Value":"$U"},{"Key":"B2CUtilityAccountAvailableFunds","Value":10116},{"Key":"B2CRecipientIsRegisteredCustomer","Value":"Y"}]}}}',
    { S: "0|2001|1|" },
  ),
  credit(
    "MTN MoMo requesttopay",
    '{"financialTransactionId":"$I","externalId":"947354","amount":"$A","currency":"$C","payer":{"partyIdType":"MSISDN","partyId":"$U"},"payerMessage":"Pay","payeeNote":"Thanks","status":"$S"$X}',
    { S: "SUCCESSFUL|FAILED|PENDING|", X: '|,"reason":"PAYER_NOT_FOUND"||' },
  ),
  credit(
    "Airtel Money",
    '{"transaction":{"id":"$I","message":"Paid $c $a to TECHNOLOGIES","status_code":"$S","airtel_money_id":"MP210603.1234.L06941","amount":$A,"msisdn":"$U"}}',
    { S: "TS|TF|TIP|" },
  ),
  credit(
    "Kora charge.success",
    '{"event":"$E","data":{"reference":"$I","currency":"$C","amount":$D,"amount_expected":$d,"fee":12.9,"status":"$S","payment_method":"bank_transfer","payment_reference":"$U"}}',
    { E: "charge.success|charge.failed||refund.success", S: "success|failed|processing|" },
  ),
  credit(
    "Fincra collection",
    '{"event":"$E","data":{"id":51234,"reference":"$I","sourceCurrency":"$c","currency":"$C","amountReceived":$A,"fee":50,"settledAmount":$N,"status":"$S","description":"collect","customerName":"Ada","virtualAccount":"$U","initiatedAt":"$W"}}',
    { E: "collection.successful|collection.failed||", S: "successful|failed|processing|" },
  ),
  credit(
    "Mono direct pay",
    '{"event":"$E","data":{"object":{"_id":"$I","type":"onetime-debit","status":"$S","message":"Payment was successful","description":"order","amount":$M,"fee":$N,"currency":"$C","customer":"$U","account":{"_id":"61f1","name":"Ada","account_number":"0131883461","balance":$a},"reference":"RT3","created_at":"$W"}}}',
    {
      E: "direct_debit.payment_successful|direct_debit.payment_failed|direct_debit.payment_pending|direct_debit.payment_refunded",
      S: "successful|failed|pending|reversed",
    },
  ),
  credit(
    "Okra payment",
    '{"method":"PAYMENT","callback_type":"$E","callback_code":"PAYMENT","status":"$S","payment":{"id":"$I","amount":$A,"currency":"$C","customer":{"id":"$U","name":"Ada"},"fee":$N}}',
    { E: "PAYMENT_SUCCESS|PAYMENT_FAILED|PAYMENT_PENDING|REFUND_SUCCESS", S: "success|failed|pending|" },
  ),
  credit(
    "DPO XML push",
    '<?xml version="1.0" encoding="utf-8"?><API3G><Result>$S</Result><ResultExplanation>Transaction Paid</ResultExplanation><TransactionToken>$I</TransactionToken><TransactionAmount>$D</TransactionAmount><TransactionCurrency>$C</TransactionCurrency><CustomerPhone>$U</CustomerPhone><TransactionSettlementDate>2026/11/23</TransactionSettlementDate><FraudAlert>001</FraudAlert></API3G>',
    { S: "000|901|900|" },
  ),
  credit(
    "Pesapal form",
    "OrderNotificationType=$E&OrderTrackingId=$I&OrderMerchantReference=$U&amount=$D&currency=$C&status_code=$S",
    { E: "IPNCHANGE|||", S: "1|2|0|3" },
  ),
  credit(
    "Cellulant",
    '{"request_status_code":$S,"account_number":"$U","currency_code":"$C","amount_paid":$A,"request_amount":$a,"checkout_request_id":"$I","merchant_transaction_id":"mtid1","request_status_description":"$X","service_charge_amount":0,"payments":[]}',
    { S: "178|129|176|", X: "Request fully paid|expired|partial|" },
  ),
  credit(
    "PayFast ITN",
    "m_payment_id=$I&pf_payment_id=1089250&payment_status=$S&item_name=test&amount_gross=$D&amount_fee=-2.28&amount_net=$N&custom_str1=$U&name_first=Ada&merchant_id=10012577",
    { S: "COMPLETE|FAILED|PENDING|" },
  ),
  credit(
    "Ozow GET",
    "SiteCode=TSTSTE&TransactionId=$I&TransactionReference=$U&Amount=$D&Status=$S&CurrencyCode=$C&IsTest=true&StatusMessage=ok",
    { S: "Complete|Error|PendingInvestigation|Cancelled" },
    "query",
  ),
  credit(
    "Yoco",
    '{"id":"$I","type":"$E","createdDate":"$W","payload":{"id":"p_GxE9","type":"payment","createdDate":"$W","amount":$A,"currency":"$C","paymentMethodDetails":{"type":"card","card":{"scheme":"visa"}},"status":"$S","mode":"test","metadata":{"checkoutId":"ch_1","reference":"$U"}}}',
    { E: "payment.succeeded|payment.failed||refund.succeeded", S: "succeeded|failed|pending|" },
  ),
  // Cards of the world.
  credit(
    "Stripe charge.succeeded",
    '{"id":"$I","object":"event","api_version":"2026-01-01","created":1790000000,"data":{"object":{"id":"ch_3Mm1","object":"charge","amount":$A,"amount_captured":$a,"amount_refunded":$V,"balance_transaction":"txn_1","captured":true,"currency":"$k","customer":"$U","description":null,"disputed":false,"failure_code":$X,"failure_message":null,"livemode":false,"outcome":{"network_status":"approved_by_network","reason":null,"risk_level":"normal","risk_score":32,"seller_message":"Payment complete.","type":"authorized"},"paid":true,"refunded":$Y,"status":"$S","payment_method_details":{"card":{"brand":"visa"},"type":"card"}}},"livemode":false,"pending_webhooks":1,"request":{"id":null,"idempotency_key":null},"type":"$E"}'.replace(
      "$k",
      "$C",
    ),
    {
      E: "charge.succeeded|charge.failed|charge.pending|charge.refunded",
      S: "succeeded|failed|pending|",
      V: "0|||20000",
      X: 'null|"card_declined"||',
      Y: "false|||true",
    },
  ),
  credit(
    "Stripe payment_intent",
    '{"id":"$I","object":"event","type":"$E","data":{"object":{"id":"pi_3Mt","object":"payment_intent","amount":$A,"amount_capturable":0,"amount_received":$a,"currency":"$C","customer":"$U","last_payment_error":$X,"latest_charge":"ch_1","metadata":{},"payment_method_types":["card"],"status":"$S","canceled_at":null,"cancellation_reason":null}}}',
    {
      E: "payment_intent.succeeded|payment_intent.payment_failed|payment_intent.processing|",
      S: "succeeded|requires_payment_method|processing|",
      X: 'null|{"code":"card_declined"}||',
    },
  ),
  credit(
    "PayPal capture",
    '{"id":"$I","event_version":"1.0","create_time":"$W","resource_type":"capture","event_type":"$E","summary":"Payment completed","resource":{"id":"42311647XV020574X","amount":{"currency_code":"$C","value":"$D"},"final_capture":true,"seller_receivable_breakdown":{"gross_amount":{"currency_code":"$c","value":"$d"},"paypal_fee":{"currency_code":"$c","value":"1.03"},"net_amount":{"currency_code":"$c","value":"27.97"}},"custom_id":"$U","status":"$S","create_time":"$W"}}',
    {
      E: "PAYMENT.CAPTURE.COMPLETED|PAYMENT.CAPTURE.DENIED|PAYMENT.CAPTURE.PENDING|PAYMENT.CAPTURE.REFUNDED",
      S: "COMPLETED|DECLINED|PENDING|REFUNDED",
    },
  ),
  credit(
    "PayPal IPN form",
    "mc_gross=$D&protection_eligibility=Eligible&payer_id=LPLWNMTBWMFAY&tax=0.00&payment_status=$S&custom=$U&mc_fee=0.88&txn_id=$I&payment_type=instant&txn_type=express_checkout&mc_currency=$C&receiver_email=s%40example.com&quantity=1&notify_version=2.6",
    { S: "Completed|Denied|Pending|Refunded" },
  ),
  credit(
    "Adyen notification",
    '{"live":"false","notificationItems":[{"NotificationRequestItem":{"additionalData":{"expiryDate":"12/2028"},"amount":{"currency":"$C","value":$A},"eventCode":"$E","eventDate":"$W","merchantAccountCode":"TestMerchant","merchantReference":"$U","operations":["CANCEL","CAPTURE","REFUND"],"paymentMethod":"visa","pspReference":"$I","reason":"033899:1111:03/2030","success":"$S"}}]}',
    { E: "AUTHORISATION|||REFUND", S: "true|false||" },
  ),
  credit(
    "Square payment",
    '{"merchant_id":"6SSW7HV8K2ST5","type":"$E","event_id":"$I","created_at":"$W","data":{"type":"payment","id":"hYy9pRFVxpDsO1FB05SunFWUe9JZY","object":{"payment":{"amount_money":{"amount":$A,"currency":"$C"},"total_money":{"amount":$a,"currency":"$c"},"approved_money":{"amount":$a,"currency":"$c"},"customer_id":"$U","status":"$S","source_type":"CARD","delay_action":"CANCEL","order_id":"03O3USaPaAaFnI6kkwB1JxGgBsUZY","card_details":{"status":"CAPTURED","card":{"card_brand":"VISA"}},"version":1}}}}',
    { E: "payment.updated|||refund.created", S: "COMPLETED|FAILED|PENDING|CANCELED" },
  ),
  credit(
    "Razorpay captured",
    '{"entity":"event","account_id":"acc_BFQ7","event":"$E","contains":["payment"],"payload":{"payment":{"entity":{"id":"$I","entity":"payment","amount":$A,"currency":"$C","status":"$S","order_id":"order_DESlLckIVRkHWj","invoice_id":null,"international":false,"method":"netbanking","amount_refunded":0,"refund_status":null,"captured":true,"description":null,"customer_id":"$U","email":"g@example.com","fee":2,"tax":0,"error_code":$X,"error_description":null}}},"created_at":1790000000}',
    {
      E: "payment.captured|payment.failed|payment.authorized|refund.processed",
      S: "captured|failed|authorized|refunded",
      X: 'null|"BAD_REQUEST_ERROR"||',
    },
  ),
  credit(
    "Mollie-like full",
    '{"resource":"payment","id":"$I","mode":"test","createdAt":"$W","amount":{"value":"$D","currency":"$C"},"settlementAmount":{"value":"9.10","currency":"EUR"},"amountRefunded":{"value":"0.00","currency":"$c"},"amountRemaining":{"value":"10.00","currency":"$c"},"description":"Order","method":"ideal","metadata":{"order_id":"1"},"status":"$S","customerId":"$U","sequenceType":"oneoff","profileId":"pfl_7N5"}',
    { S: "paid|failed|open|" },
  ),
  credit(
    "GoCardless events",
    '{"events":[{"id":"$I","created_at":"$W","action":"$E","resource_type":"payments","links":{"payment":"PM123","mandate":"MD1"},"details":{"origin":"gocardless","cause":"payment_confirmed","description":"Payment was confirmed"},"metadata":{},"resource":{"amount":$A,"currency":"$C","customer":"$U"}}],"meta":{"webhook_id":"WB123"}}',
    { E: "confirmed|failed|submitted|chargeback_settled" },
  ),
  credit(
    "Checkout.com",
    '{"id":"$I","type":"$E","version":"1.0.1","created_on":"$W","data":{"id":"pay_jlfj2","action_id":"act_l","amount":$A,"currency":"$C","approved":true,"auth_code":"643381","response_code":"$S","response_summary":"Approved","customer":{"id":"$U","email":"x@example.com"},"processed_on":"$W","source":{"type":"card","scheme":"VISA"},"balances":{"total_authorized":$a,"total_captured":$a,"total_refunded":0}}}',
    { E: "payment_captured|payment_declined|payment_pending|payment_refunded", S: "10000|20005||" },
  ),
  credit(
    "Braintree-like XML",
    '<?xml version="1.0" encoding="UTF-8"?><notification><kind>$E</kind><timestamp type="datetime">$W</timestamp><subject><transaction><id>$I</id><status>$S</status><type>sale</type><currency-iso-code>$C</currency-iso-code><amount>$D</amount><customer><id>$U</id><first-name nil="true"/></customer><refunded-transaction-id nil="true"/><tax-amount>1.00</tax-amount></transaction></subject></notification>',
    {
      E: "transaction_settled|transaction_settlement_declined|transaction_pending|transaction_refunded",
      S: "settled|settlement_declined|settlement_pending|",
    },
  ),
  credit(
    "Worldpay XML",
    '<?xml version="1.0"?><!DOCTYPE paymentService PUBLIC "-//Bibit//DTD" "http://dtd.example/x.dtd"><paymentService version="1.4" merchantCode="M"><notify><orderStatusEvent orderCode="$I"><payment><paymentMethod>VISA-SSL</paymentMethod><amount value="$A" currencyCode="$C" exponent="2" debitCreditIndicator="credit"/><lastEvent>$S</lastEvent><shopperId>$U</shopperId></payment></orderStatusEvent></notify></paymentService>',
    { S: "CAPTURED|REFUSED|AUTHORISED|REFUNDED" },
  ),
  credit(
    "Klarna",
    '{"event_type":"$E","event_id":"$I","order":{"order_id":"f3392f8b","status":"$S","purchase_currency":"$C","order_amount":$A,"order_tax_amount":$N,"merchant_reference1":"$U"}}',
    { E: "order.captured|order.rejected|order.pending|order.refunded", S: "CAPTURED|REJECTED|PENDING|REFUNDED" },
  ),
  credit(
    "Wise balance credit",
    '{"data":{"resource":{"type":"balance-account","id":2,"profile_id":7},"amount":$D,"currency":"$C","post_transaction_balance_amount":$N.5,"transaction_type":"$E","occurred_at":"$W","transfer_reference":"$U"},"subscription_id":"01234567-89ab","event_type":"balances#credit","schema_version":"2.0.0","sent_at":"$W"}'.replace(
      "$N.5",
      "731.5",
    ),
    { E: "credit|||debit" },
  ),
  credit(
    "dLocal",
    '{"id":"$I","amount":$D,"currency":"$C","payment_method_id":"CARD","payment_method_type":"CARD","country":"BR","payer":{"name":"T","user_reference":"$U","document":"53033315550"},"order_id":"657434343","status":"$S","status_code":"200","status_detail":"$X","created_date":"$W","approved_date":"$W"}',
    { S: "PAID|REJECTED|PENDING|REFUNDED", X: "The payment was paid.|The payment was rejected.||" },
  ),
  credit(
    "Xendit invoice",
    '{"id":"$I","user_id":"5781d19b2e2385880609791c","external_id":"$U","is_high":true,"status":"$S","merchant_name":"X","amount":$A,"paid_amount":$a,"bank_code":"PERMATA","paid_at":"$W","payer_email":"w@example.com","description":"buy","adjusted_received_amount":$N,"fees_paid_amount":0,"updated":"$W","created":"$W","currency":"$C","payment_channel":"PERMATA","payment_destination":"888888888888"}',
    { S: "PAID|EXPIRED|PENDING|" },
  ),
  credit(
    "Midtrans",
    '{"transaction_time":"2026-11-09 18:27:19","transaction_status":"$S","transaction_id":"$I","status_message":"midtrans payment notification","status_code":"200","signature_key":"16d6f84b2fb0468e2a9cf99a8ac4e5d803d42180347aaa70cb2a7abb13b5c6130458ca9c71956a962c0827637cd3bc7d40b21a8ae9fab12c7c3efe351b18d00a","settlement_time":"2026-11-10 18:27:19","payment_type":"gopay","order_id":"$U","merchant_id":"G141","gross_amount":"$D","fraud_status":"accept","currency":"$C"}',
    { S: "settlement|deny|pending|refund" },
  ),
  credit(
    "Mercado Pago",
    '{"action":"payment.updated","api_version":"v1","type":"payment","id":12345,"live_mode":false,"data":{"id":"$I","status":"$S","status_detail":"accredited","transaction_amount":$D,"transaction_amount_refunded":0,"currency_id":"$C","external_reference":"$U","payer":{"id":"1"},"payment_type_id":"credit_card","fee_details":[{"type":"mercadopago_fee","amount":$N}]}}',
    { S: "approved|rejected|in_process|refunded" },
  ),
  credit(
    "Plaid transfer",
    '{"webhook_type":"TRANSFER","webhook_code":"TRANSFER_EVENTS_UPDATE","environment":"sandbox","transfer_event":{"event_id":$N,"event_type":"$E","account_id":"acc_1","transfer_id":"$I","transfer_type":"credit","transfer_amount":"$D","iso_currency":"$C","failure_reason":$X,"user_reference":"$U"}}',
    { E: "settled|failed|pending|reversed", X: 'null|{"ach_return_code":"R01"}||' },
  ),
  credit(
    "Authorize.net",
    '{"notificationId":"$I","eventType":"$E","eventDate":"$W","webhookId":"63d6fea2","payload":{"responseCode":$S,"authCode":"LZ6I19","avsResponse":"Y","authAmount":$D,"currencyCode":"$C","merchantReferenceId":"$U","entityName":"transaction","id":"60020981676"}}',
    { E: "net.authorize.payment.authcapture.created|||net.authorize.payment.refund.created", S: "1|2|4|" },
  ),
  credit(
    "Coinbase charge",
    '{"id":1,"scheduled_for":"$W","event":{"id":"$I","resource":"event","type":"$E","api_version":"2018-03-22","created_at":"$W","data":{"code":"66BEOV2A","name":"x","metadata":{"customer_id":"$U"},"pricing":{"local":{"amount":"$D","currency":"$C"}},"payments":[],"pricing_type":"fixed_price"}}}',
    { E: "charge:confirmed|charge:failed|charge:pending|" },
  ),
  // Charges between two users.
  charge(
    "plain pair",
    '{"event":"$E","id":"$I","amount":$A,"currency":"$C","from":"$F","to":"$T","remark":"$R","status":"$S"}',
    { E: "charge.success|charge.failed||charge.refunded", ...DONE },
  ),
  charge(
    "nested pair",
    '{"type":"$E","data":{"transfer":{"id":"$I","money":{"amount":"$D","currency":"$C"},"sender":{"id":"$F","name":"Ada"},"receiver":{"id":"$T","name":"Tunde"},"narration":"$R","state":"$S"}}}',
    { E: "transfer.completed|transfer.failed||transfer.reversed", S: "completed|failed|pending|reversed" },
  ),
  charge(
    "payer and payee",
    '{"paymentId":"$I","payer":{"accountReference":"$F"},"payee":{"accountReference":"$T"},"value":{"units":$A,"ccy":"$C"},"memo":"$R","result":"$S"}',
    { S: "OK|DECLINED|PENDING|" },
  ),
  charge(
    "debtor and creditor",
    '{"txId":"$I","instructedAmount":{"amount":"$D","currency":"$C"},"debtorAccount":{"identification":"$F"},"creditorAccount":{"identification":"$T"},"remittanceInformationUnstructured":"$R","transactionStatus":"$S"}',
    { S: "ACSC|RJCT|PDNG|CANC" },
  ),
  charge(
    "source and destination",
    '{"notification":{"kind":"$E","uuid":"$I"},"transfer":{"amount_minor":$A,"currency_code":"$C","source":{"wallet_id":"$F"},"destination":{"wallet_id":"$T"},"description":"$R"}}',
    { E: "wallet_transfer_succeeded|wallet_transfer_failed|wallet_transfer_pending|wallet_transfer_reversed" },
  ),
  charge(
    "direct debit without recipient",
    '{"event":"$E","direct_debit":{"reference":"$I","amount":$A,"currency":"$C","account":{"reference":"$F"},"narration":"$R"}}',
    { E: "direct_debit.success|direct_debit.failed|direct_debit.pending|direct_debit.refunded" },
  ),
  charge(
    "flat names",
    '{"EventName":"$E","TxnId":"$I","Amount":$A,"Currency":"$C","DebitCustomer":"$F","CreditCustomer":"$T","Narration":"$R","ResponseCode":"$S"}',
    { E: "TransferNotification|||ReversalNotification", S: "00|91|09|" },
  ),
  charge("form pair", "txn_id=$I&amount=$D&currency=$C&sender_ref=$F&recipient_ref=$T&note=$R&status=$S", {
    S: "success|failed|pending|refunded",
  }),
  charge(
    "German",
    '{"ereignis":"$E","vorgang":{"kennung":"$I","betrag":"$D","waehrung":"$C","absender":"$F","empfaenger":"$T","verwendungszweck":"$R","status":"$S"}}',
    { E: "ueberweisung|||erstattung", S: "gebucht|abgelehnt|ausstehend|storniert" },
  ),
  charge(
    "French",
    '{"evenement":"$E","donnees":{"id_transaction":"$I","montant":$A,"devise":"$C","expediteur":{"reference":"$F"},"beneficiaire":{"reference":"$T"},"motif":"$R","statut":"$S"}}',
    { E: "virement.effectue|virement.echoue||virement.rembourse", S: "effectue|echoue|en_attente|rembourse" },
  ),
  charge(
    "Spanish",
    '{"evento":"$E","pago":{"id":"$I","importe":"$D","moneda":"$C","ordenante":"$F","beneficiario":"$T","concepto":"$R","estado":"$S"}}',
    { E: "transferencia|||devolucion", S: "completado|rechazado|pendiente|devuelto" },
  ),
  charge(
    "pain/camt XML",
    '<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.08"><BkToCstmrDbtCdtNtfctn><GrpHdr><MsgId>$I</MsgId><CreDtTm>$W</CreDtTm></GrpHdr><Ntfctn><Ntry><Amt Ccy="$C">$D</Amt><CdtDbtInd>$E</CdtDbtInd><Sts><Cd>$S</Cd></Sts><NtryDtls><TxDtls><RltdPties><Dbtr><Pty><Id>$F</Id></Pty></Dbtr><Cdtr><Pty><Id>$T</Id></Pty></Cdtr></RltdPties><RmtInf><Ustrd>$R</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry></Ntfctn></BkToCstmrDbtCdtNtfctn></Document>',
    { E: "DBIT|||CRDT", S: "BOOK||PDNG|" },
  ),
  charge(
    "SOAP",
    '<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Header/><soapenv:Body><ns2:paymentNotification xmlns:ns2="urn:x"><transactionId>$I</transactionId><resultCode>$S</resultCode><amount>$A</amount><currency>$C</currency><senderMsisdn>$F</senderMsisdn><receiverMsisdn>$T</receiverMsisdn><message>$R</message></ns2:paymentNotification></soapenv:Body></soapenv:Envelope>',
    { S: "0|17|1000|" },
  ),
  charge(
    "pub/sub",
    '{"eventType":"$E","eventId":"$I","payment":{"amount":$A,"currency":"$C","fromUser":"$F","toUser":"$T","remark":"$R"}}',
    { E: "PaymentCompleted|PaymentFailed|PaymentPending|PaymentRefunded" },
    "base64",
  ),
  charge(
    "signed token",
    '{"iss":"peer","iat":1790000000,"jti":"$I","charge":{"amount":"$A","currency":"$C","debited":{"reference":"$F"},"credited":{"reference":"$T"},"memo":"$R","status":"$S"}}',
    { S: "successful|declined|pending|refunded" },
    "token",
  ),
  charge(
    "header event",
    '{"id":"$I","attributes":{"amountInCents":$A,"currency":"$C","payerId":"$F","payeeId":"$T","note":"$R"}}',
    { E: "payment.completed|payment.failed|payment.pending|payment.refunded" },
    "json",
    "X-Event-Type: $E",
  ),
  charge(
    "negative amount",
    '{"kind":"$E","entry":{"id":"$I","amount":-$A,"currency":"$C","account_id":"$F","counterparty":{"account_id":"$T"},"description":"$R"}}',
    { E: "debit|||refund" },
  ),
  charge(
    "list of one",
    '[{"event":"$E","payload":{"reference":"$I","amount":$A,"currency":"$C","from":{"reference":"$F"},"to":{"reference":"$T"},"remark":"$R"}}]',
    { E: "charge.completed|charge.failed|charge.pending|charge.reversed" },
  ),
  charge(
    "previous status beside",
    '{"event":"$E","object":{"id":"$I","status":"$S","previous_status":"pending","amount":$A,"previous_amount":$N,"currency":"$C","payer_reference":"$F","payee_reference":"$T","remark":"$R","payer":{"kyc_status":"verified"}}}',
    { E: "transaction.updated|||", S: "completed|failed|processing|reversed" },
  ),
  charge(
    "success flag",
    '{"success":$S,"error":$X,"data":{"id":"$I","total":$A,"feeAmount":25,"currency":"$C","from_user":"$F","to_user":"$T","comment":"$R"}}',
    { S: "true|false||", X: 'null|"insufficient_funds"||' },
  ),
  charge(
    "gross and net",
    '{"payment_id":"$I","gross_amount":"$D","net_amount":"91.20","fee_amount":"1.10","wallet":{"currency":"XAF","balance":"$d"},"currency":"$C","debtor_ref":"$F","creditor_ref":"$T","label":"$R","state":"$S"}',
    { S: "SETTLED|REJECTED|PENDING|REFUNDED" },
  ),
  // Credits in other dress.
  credit("bare minimum", '{"amount":$A,"currency":"$C","user_reference":"$U"}'),
  credit("form minimum", "amount=$A&currency=$C&user=$U&ref=$I&status=$S", DONE),
  credit("nested form", "event=$E&data[amount]=$A&data[currency]=$C&data[customer][reference]=$U&data[id]=$I", {
    E: "deposit.success|deposit.failed||deposit.reversed",
  }),
  credit("form with JSON", 'payload={"event":"$E","amount":"$D","currency":"$C","customer_ref":"$U","txn_ref":"$I"}', {
    E: "credit.success|credit.failed|credit.pending|credit.reversed",
  }),
  credit(
    "JSON in text",
    '{"type":"notification","id":"$I","body":"{\\"amount\\":$A,\\"currency\\":\\"$C\\",\\"account_ref\\":\\"$U\\",\\"status\\":\\"$S\\"}"}',
    DONE,
  ),
  credit(
    "SNS-like",
    '{"Type":"Notification","MessageId":"$I","TopicArn":"arn:aws:sns:eu:1:t","Message":"{\\"eventName\\":\\"$E\\",\\"detail\\":{\\"amount\\":\\"$D\\",\\"ccy\\":\\"$C\\",\\"customerId\\":\\"$U\\"}}","Timestamp":"$W","SignatureVersion":"1"}',
    { E: "DepositSucceeded|DepositFailed|DepositPending|DepositReversed" },
  ),
  credit(
    "EventBridge",
    '{"version":"0","id":"$I","detail-type":"$E","source":"payments","account":"123456789012","time":"$W","region":"eu-west-1","resources":[],"detail":{"amount":{"value":"$D","currency":"$C"},"customer":{"reference":"$U"},"outcome":"$S"}}',
    { E: "Payment Received|Payment Failed||Refund Issued", S: "success|failure|pending|" },
  ),
  credit(
    "CloudEvents",
    '{"specversion":"1.0","type":"$E","source":"/ledger","id":"$I","time":"$W","datacontenttype":"application/json","data":{"creditedUser":"$U","amount":{"minorUnits":$A,"currency":"$C"}}}',
    {
      E: "com.example.credit.posted|com.example.credit.rejected|com.example.credit.pending|com.example.credit.reversed",
    },
  ),
  credit("grouped text", '{"tx":"$I","amount":"$C $G","customer":{"ref":"$U"},"state":"$S"}', { ...DONE }),
  credit("code in name", '{"id":"$I","amount_$K":$A,"beneficiary_reference":"$U","status":"$S"}', DONE),
  credit("numeric currency", '{"rrn":"$I","amount":"$A","currency":"$Q","cardholder_id":"$U","response_code":"$S"}', {
    S: "00|05|09|",
  }),
  credit(
    "name/value list",
    '{"fields":[{"name":"txn_id","value":"$I"},{"name":"amount","value":"$D"},{"name":"currency","value":"$C"},{"name":"customer_reference","value":"$U"},{"name":"status","value":"$S"}]}',
    DONE,
  ),
  credit(
    "XML attributes",
    '<?xml version="1.0"?><payment id="$I" status="$S" amount="$A" currency="$C"><customer ref="$U"/></payment>',
    DONE,
  ),
  credit(
    "XML name/value",
    '<response><field name="id">$I</field><field name="amount">$D</field><field name="currency">$C</field><field name="customer_ref">$U</field><field name="result">$S</field></response>',
    { S: "approved|declined|pending|refunded" },
  ),
  credit(
    "XML namespaces",
    '<p:Notify xmlns:p="urn:p"><p:TxId>$I</p:TxId><p:Money><p:Value>$A</p:Value><p:Ccy>$C</p:Ccy></p:Money><p:CreditedUser>$U</p:CreditedUser><p:Status>$S</p:Status></p:Notify>',
    { S: "COMPLETED|FAILED|PENDING|REVERSED" },
  ),
  credit("Chinese", '{"事件":"$E","数据":{"编号":"$N","金额":$A,"币种":"$C","用户":"$U","状态":"$S"}}', {
    E: "支付|||退款",
    S: "成功|失败|处理中|",
  }),
  credit(
    "Russian",
    '{"событие":"$E","данные":{"сумма":"$D","валюта":"$C","клиент":"$U","статус":"$S","комиссия":"1.50"}}',
    { E: "платеж|||возврат", S: "выполнен|отклонен|ожидание|" },
  ),
  credit(
    "Portuguese pix",
    '{"evento":"$E","pix":[{"endToEndId":"$I","txid":"7978c0c97ea847e78e8849634473c1f1","valor":"$D","horario":"$W","chave":"$U","infoPagador":"x"}]}',
    { E: "pix.recebido|||pix.devolucao" },
  ),
  credit(
    "Indonesian",
    '{"jenis":"$E","id_transaksi":"$I","jumlah":$A,"mata_uang":"$C","pelanggan":"$U","status":"$S"}',
    { E: "topup|||refund", S: "berhasil|gagal|menunggu|" },
  ),
  credit(
    "broker deposit",
    '{"channel":"wallet","event":"$E","account":{"id":"$U","equity":"$N","currency":"USDT"},"deposit":{"id":"$I","amount":"$A","currency":"$C","confirmations":3,"status":"$S"}}',
    { E: "deposit.completed|deposit.failed|deposit.pending|", S: "completed|failed|pending|returned" },
  ),
  credit(
    "ledger",
    '{"entry_id":"$I","direction":"$E","amount":$A,"currency":"$C","wallet_id":"$U","balance_before":$N,"balance_after":$a,"reversed":$X}',
    { E: "credit|||debit", X: "false|||true" },
  ),
  credit(
    "hundreds of values",
    `{"noise":[${Array.from({ length: 300 }, (_, at) => `{"n${at}":${at + 1_000_000}}`).join(",")}],"transaction":{"id":"$I","amount":$A,"currency":"$C","user":{"reference":"$U"},"status":"$S"}}`,
    DONE,
  ),
  credit(
    "forty levels",
    `${'{"wrap":'.repeat(40)}{"transaction":{"id":"$I","amount":$A,"currency":"$C","customer_reference":"$U","status":"$S"}}${"}".repeat(40)}`,
    DONE,
  ),
  credit(
    "behind 300 kB",
    `{"blob":"${"lorem ipsum ".repeat(25_000)}","payment":{"id":"$I","amount":$A,"currency":"$C","customer_reference":"$U","status":"$S"}}`,
    DONE,
  ),
  credit("no names", '{"a":"$U","b":$A,"c":"$C","d":"$S","e":7}', { S: "ok" }),
  credit(
    "status object",
    '{"status":{"code":"$S","message":"$X"},"result":{"transactionId":"$I","amount":"$D","currency":"$C","customerNo":"$U"}}',
    { S: "0|E17|P1|", X: "Success|Declined|Pending|" },
  ),
  credit(
    "value with exponent",
    '{"id":"$I","type":"$E","amount":{"value":$M,"currency":"$C","exponent":4},"customer":{"id":"$U"}}',
    { E: "payment.success|payment.failure|payment.pending|payment.refund" },
  ),
  credit("decimal comma", '{"id":"$I","amount":"$H","currency":"$C","client_ref":"$U","etat":"$S"}', {
    S: "reussi|echec|attente|",
  }),
  credit("is_paid", '{"id":"$I","is_paid":$S,"is_refunded":$X,"price":$A,"currency":"$C","buyer":{"id":"$U"}}', {
    S: "true|false||",
    X: "false|||true",
  }),
  credit(
    "batch",
    '{"batch":"b-77120","items":[{"id":"x0aa11bb","amount":111,"currency":"$C","user":"someone_else","status":"success"},{"id":"$I","amount":$A,"currency":"$C","user":"$U","status":"$S"}]}',
    DONE,
  ),
];
