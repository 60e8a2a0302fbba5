import { charge, credit, type Shape } from "./shape.ts";

const DONE = { S: "success|failed|pending|reversed" };
const CAPS = { S: "SUCCESS|FAILED|PENDING|REFUNDED" };

/** Written after the proposals were tuned on the first, to see how they do with what they were not made for. */
export const SECOND_SHAPES: readonly Shape[] = [
  credit(
    "Paystack dedicated account",
    '{"event":"$E","data":{"reference":"$I","status":"$S","amount":$M,"requested_amount":$m,"currency":"$C","channel":"dedicated_nuban","fees":$N,"paid_at":"$W","customer":{"customer_code":"$U","risk_action":"default","metadata":null},"authorization":{"sender_bank":"x","sender_name":"J","receiver_bank_account_number":"1234567890","account_name":null},"log":null,"split":{},"subaccount":{}}}',
    { E: "charge.success|charge.failed||refund.pending", S: "success|failed|pending|" },
  ),
  credit(
    "Flutterwave v4",
    '{"webhook_id":"wbk_VzZ","timestamp":1739456704200,"type":"$E","data":{"id":"$I","amount":$D,"currency":"$C","customer":{"id":"$U","email":"c@example.com"},"meta":{},"payment_method":{"type":"mobile_money","id":"pmd_1"},"redirect_url":"https://example.com","reference":"ex-6231","status":"$S","processor_response":{"type":"approved","code":"00"},"created_datetime":"$W"}}',
    { E: "charge.completed|charge.failed|charge.pending|refund.completed", S: "succeeded|failed|pending|voided" },
  ),
  credit(
    "Hubtel",
    '{"ResponseCode":"$S","Status":"$X","Data":{"CheckoutId":"59e2","SalesInvoiceId":"2ed4","ClientReference":"$U","Status":"$X","Amount":$D,"CustomerPhoneNumber":"233242825109","PaymentDetails":{"MobileMoneyNumber":"233242825109","PaymentType":"mobilemoney","Channel":"mtn-gh"},"Description":"The payment has been successful.","TransactionId":"$I","Currency":"$C"}}',
    { S: "0000|2001|0001|", X: "Success|Failed|Pending|Refunded" },
  ),
  credit(
    "Africa's Talking",
    '{"transactionId":"$I","category":"MobileCheckout","provider":"Mpesa","providerRefId":"MpesaID001","providerChannel":"525900","clientAccount":"$U","productName":"x","sourceType":"PhoneNumber","source":"+254711000000","destinationType":"Wallet","destination":"PaymentWallet","value":"$C $A.00","transactionFee":"KES 1.50","providerFee":"KES 5.00","status":"$S","description":"ok","requestMetadata":{},"transactionDate":"21.11.2026 09:41:07"}',
    { S: "Success|Failed|PendingConfirmation|" },
  ),
  credit(
    "Remita",
    '{"rrr":"$I","channel":"CARD","amount":$D,"responseCode":"$S","transactiondate":"2026-11-20","debitdate":"2026-11-20","bank":"232","branch":"","serviceTypeId":"2020978","orderRef":"88123","orderId":"$U","payerName":"Ada","payerEmail":"a@example.com","currency":"$C"}',
    { S: "00|02|021|" },
  ),
  credit(
    "Squad",
    '{"Event":"$E","TransactionRef":"$I","Body":{"amount":$M,"transaction_ref":"$i","gateway_ref":"g_1","transaction_status":"$S","email":"$U","merchant_id":"SB","currency":"$C","transaction_type":"Card","merchant_amount":$N,"created_at":"$W","meta":{},"payment_information":{"payment_type":"card"},"is_recurring":false}}',
    { E: "charge_successful|charge_failed||charge_refunded", S: "Success|Failed|Pending|" },
  ),
  credit(
    "Opay",
    '{"payload":{"amount":"$M","channel":"Web","country":"NG","currency":"$C","displayedFailure":"$X","fee":"0","feeCurrency":"NGN","instrumentType":"BankCard","reference":"$U","refunded":$Y,"status":"$S","timestamp":"$W","token":"$I","transactionId":"t-22011","updated_at":"$W"},"sha512":"9f605d69f04e94172875dc156537071cead060bbcaeaca29ec92cac6f5fcaf6f","type":"transaction-status"}',
    { S: "SUCCESS|FAIL|PENDING|", X: "|Insufficient funds||", Y: "false|||true" },
  ),
  credit(
    "Pawapay deposit",
    '{"depositId":"$I","status":"$S","requestedAmount":"$A","depositedAmount":"$A","currency":"$C","country":"ZMB","correspondent":"MTN_MOMO_ZMB","payer":{"type":"MSISDN","address":{"value":"$U"}},"customerTimestamp":"$W","respondedByPayer":"$W"}',
    { S: "COMPLETED|FAILED|ACCEPTED|" },
  ),
  credit(
    "Chipper",
    '{"event":"$E","order":{"id":"$I","originAmount":$N,"originCurrency":"USD","destinationAmount":$A,"destinationCurrency":"$C","status":"$S","user":{"tag":"$U"},"narration":"x"}}',
    { E: "payment.settled|payment.failed|payment.pending|payment.refunded", S: "SETTLED|FAILED|PENDING|REFUNDED" },
  ),
  credit(
    "Wave",
    '{"id":"$I","type":"$E","data":{"id":"cos-18qq25rgr100a","amount":"$A","checkout_status":"$S","client_reference":"$U","currency":"$C","last_payment_error":null,"business_name":"x","payment_status":"$X","when_completed":"$W"}}',
    {
      E: "checkout.session.completed|checkout.session.payment_failed||",
      S: "complete|expired|open|",
      X: "succeeded|cancelled|processing|",
    },
  ),
  credit(
    "Orange Money",
    '{"status":"$S","notif_token":"dd497bda3b250e536186fc0663f32f40","txnid":"$I","amount":"$A","currency":"$C","subscriber":"$U"}',
    { S: "SUCCESS|FAILED|PENDING|" },
  ),
  credit(
    "Tigo XML",
    '<?xml version="1.0"?><COMMAND><TYPE>$E</TYPE><TXNID>$I</TXNID><MSISDN>$U</MSISDN><AMOUNT>$A</AMOUNT><CURRENCY>$C</CURRENCY><COMPANYNAME>100112</COMPANYNAME><TXNSTATUS>$S</TXNSTATUS></COMMAND>',
    { E: "SYNC_BILLPAY_REQUEST|||SYNC_REVERSAL_REQUEST", S: "200|500||" },
  ),
  credit(
    "Selcom",
    '{"transid":"$I","reference":"0289999288","order_id":"$U","amount":"$A","channel":"AIRTELMONEY","phone":"255000000001","payment_status":"$S","result":"$X","resultcode":"$Y","currency":"$C"}',
    { S: "COMPLETED|CANCELLED|PENDING|", X: "SUCCESS|FAIL|INPROGRESS|", Y: "000|403|111|" },
  ),
  credit(
    "iPay GET",
    "id=$U&ivm=$U&qwh=97&afd=24&poi=98&uyt=21&ifd=89&agt=$I&mc=$D&cur=$C&status=$S&txncd=$I",
    { S: "aei7p7yrx4ae34|fe2707etr5s4wq|bdi6p2yy76etrs|" },
    "query",
  ),
  credit(
    "JamboPay",
    '{"order_id":"$U","amount":"$A","currency":"$C","payment_method":"mpesa","receipt":"$I","timestamp":"$W","checksum":"1a2b","status":"$S"}',
    CAPS,
  ),
  credit(
    "Stripe checkout.session",
    '{"id":"$I","object":"event","type":"$E","created":1790000000,"data":{"object":{"id":"cs_test_a1","object":"checkout.session","amount_subtotal":$a,"amount_total":$A,"client_reference_id":"$U","currency":"$C","customer":null,"customer_details":{"email":"x@example.com","tax_exempt":"none"},"livemode":false,"mode":"payment","payment_status":"$S","status":"complete","total_details":{"amount_discount":0,"amount_shipping":0,"amount_tax":0},"url":null}}}',
    {
      E: "checkout.session.completed|checkout.session.async_payment_failed|checkout.session.pending|",
      S: "paid|unpaid|processing|",
    },
  ),
  credit(
    "PayPal order",
    '{"id":"$I","event_type":"$E","resource_type":"checkout-order","resource":{"id":"5O190127TN364715T","intent":"CAPTURE","status":"$S","purchase_units":[{"reference_id":"default","custom_id":"$U","amount":{"currency_code":"$C","value":"$D"},"payee":{"email_address":"m@example.com"}}],"payer":{"payer_id":"QYR5Z8XDVJNXQ"},"create_time":"$W"}}',
    {
      E: "CHECKOUT.ORDER.COMPLETED|CHECKOUT.ORDER.DECLINED|CHECKOUT.ORDER.PROCESSED|PAYMENT.ORDER.CANCELLED",
      S: "COMPLETED|VOIDED|PENDING|",
    },
  ),
  credit(
    "Adyen balance platform",
    '{"data":{"balancePlatform":"B","id":"$I","category":"bank","accountHolder":{"id":"$U","description":"x"},"amount":{"currency":"$C","value":$A},"direction":"$E","reason":"$X","reference":"r-1","status":"$S","balances":[{"currency":"$c","received":$N}],"type":"bankTransfer"},"environment":"test","type":"balancePlatform.transfer.updated"}',
    { E: "incoming|||outgoing", X: "approved|declined||", S: "booked|failed|received|returned" },
  ),
  credit(
    "Square nested",
    '{"type":"$E","event_id":"$I","data":{"type":"payment","object":{"payment":{"id":"KkAkhdMs","amount_money":{"amount":$A,"currency":"$C"},"app_fee_money":{"amount":$N,"currency":"$c"},"reference_id":"$U","status":"$S","processing_fee":[{"amount_money":{"amount":$N,"currency":"$c"},"type":"INITIAL"}],"refunded_money":{"amount":$X,"currency":"$c"}}}}}',
    { E: "payment.updated|||", S: "COMPLETED|FAILED|PENDING|CANCELED", X: "0|||20000" },
  ),
  credit(
    "Razorpay virtual account",
    '{"entity":"event","event":"$E","payload":{"payment":{"entity":{"id":"$I","amount":$A,"currency":"$C","base_amount":$a,"status":"$S","captured":$Y,"amount_refunded":0,"error_reason":null,"notes":[]}},"virtual_account":{"entity":{"id":"va_1","status":"active","customer_id":"$U","amount_paid":$N}},"bank_transfer":{"entity":{"id":"bt_1","mode":"NEFT","amount":$a}}}}',
    {
      E: "virtual_account.credited|payment.failed||refund.created",
      S: "captured|failed|authorized|refunded",
      Y: "true|false|false|",
    },
  ),
  credit(
    "Cashfree",
    '{"data":{"order":{"order_id":"o_77","order_amount":$D,"order_currency":"$C"},"payment":{"cf_payment_id":"$I","payment_status":"$S","payment_amount":$D,"payment_currency":"$C","payment_message":"ok","payment_time":"$W","bank_reference":"234928698581","payment_group":"upi"},"customer_details":{"customer_name":null,"customer_id":"$U"},"error_details":$X},"event_time":"$W","type":"$E"}',
    {
      E: "PAYMENT_SUCCESS_WEBHOOK|PAYMENT_FAILED_WEBHOOK||REFUND_STATUS_WEBHOOK",
      S: "SUCCESS|FAILED|PENDING|",
      X: 'null|{"error_code":"TRANSACTION_DECLINED"}||',
    },
  ),
  credit(
    "PhonePe decoded",
    '{"success":$Y,"code":"$S","message":"$X","data":{"merchantId":"M","merchantTransactionId":"$I","merchantUserId":"$U","transactionId":"T2001","amount":$A,"currency":"$C","state":"$Z","responseCode":"SUCCESS","paymentInstrument":{"type":"UPI"}}}',
    {
      Y: "true|false|false|",
      S: "PAYMENT_SUCCESS|PAYMENT_ERROR|PAYMENT_PENDING|",
      X: "Your payment is successful.|Payment failed|Pending|",
      Z: "COMPLETED|FAILED|PENDING|",
    },
  ),
  credit(
    "Paytm form",
    "ORDERID=o-1&MID=m-1&TXNID=$I&TXNAMOUNT=$D&PAYMENTMODE=PPI&CURRENCY=$C&TXNDATE=2026-11-20+10%3A00%3A00.0&STATUS=$S&RESPCODE=$X&RESPMSG=Txn&CUSTID=$U",
    { S: "TXN_SUCCESS|TXN_FAILURE|PENDING|", X: "01|227|400|" },
  ),
  credit(
    "PayU form",
    "mihpayid=$I&mode=CC&status=$S&unmappedstatus=captured&key=k&txnid=t-9&amount=$D&net_amount_debit=$N&productinfo=x&firstname=A&udf1=$U&error=$X&currency=$C",
    { S: "success|failure|pending|", X: "E000|E308||" },
  ),
  credit(
    "Tap",
    '{"id":"$I","object":"charge","live_mode":false,"api_version":"V2","status":"$S","amount":$D,"currency":"$C","threeDSecure":true,"transaction":{"timezone":"UTC","created":"1790000000000","amount":$d,"currency":"$c"},"reference":{"track":"t","payment":"p","transaction":"txn_1","order":"$U"},"response":{"code":"$X","message":"$Y"},"acquirer":{"response":{"code":"00","message":"Approved"}},"receipt":{"email":false}}',
    { S: "CAPTURED|DECLINED|INITIATED|REFUNDED", X: "000|507|100|", Y: "Captured|Declined|Initiated|" },
  ),
  credit(
    "Paymob",
    '{"type":"TRANSACTION","obj":{"id":2556706,"pending":$X,"amount_cents":$A,"success":$S,"is_auth":false,"is_capture":false,"is_standalone_payment":true,"is_voided":false,"is_refunded":$Y,"is_3d_secure":true,"currency":"$C","order":{"id":4778239,"merchant_order_id":"$U","amount_cents":$a},"error_occured":false,"refunded_amount_cents":0,"source_data":{"type":"card"},"data":{"txn_response_code":"APPROVED","receipt_no":"$I"}}}',
    { S: "true|false|false|", X: "false||true|", Y: "false|||true" },
  ),
  credit(
    "Fawry",
    '{"requestId":"$I","fawryRefNumber":"9990076204","merchantRefNumber":"$U","customerName":"x","paymentAmount":$D,"orderAmount":$d,"fawryFees":0.5,"orderStatus":"$S","paymentMethod":"PayAtFawry","currencyCode":"$C","failureErrorCode":"$X","failureReason":null}',
    { S: "PAID|FAILED|NEW|REFUNDED", X: "|9946||" },
  ),
  credit(
    "Iyzico",
    '{"paymentConversationId":"c-1","merchantId":1,"paymentId":"$I","status":"$S","iyziReferenceCode":"08c7","iyziEventType":"$E","iyziEventTime":1790000000000,"price":$D,"currency":"$C","buyerId":"$U"}',
    { S: "SUCCESS|FAILURE|INIT_THREEDS|", E: "PAYMENT_API|||REFUND_API" },
  ),
  credit(
    "2C2P",
    '{"merchantID":"JT","invoiceNo":"inv-1","cardNo":"411111XXXXXX1111","amount":$D,"currencyCode":"$C","tranRef":"$I","referenceNo":"r1","approvalCode":"717282","eci":"05","transactionDateTime":"20261121094107","respCode":"$S","respDesc":"$X","userDefined1":"$U"}',
    { S: "0000|4005|0001|", X: "Success|Do not honour|Pending|" },
  ),
  credit(
    "Omise",
    '{"object":"event","id":"$I","livemode":false,"key":"$E","created_at":"$W","data":{"object":"charge","id":"chrg_test","amount":$A,"net":$N,"fee":1825,"currency":"$C","customer":"$U","paid":true,"status":"$S","failure_code":$X,"refunded_amount":0,"reversed":false,"voided":false}}',
    { E: "charge.complete|||refund.create", S: "successful|failed|pending|reversed", X: 'null|"insufficient_fund"||' },
  ),
  credit(
    "Alipay form",
    "notify_time=2026-11-20+10%3A00%3A00&notify_type=trade_status_sync&notify_id=$I&trade_no=2013112011001004330000121536&out_trade_no=$U&trade_status=$S&total_amount=$D&receipt_amount=$d&buyer_id=2088102122524333&currency=$C",
    { S: "TRADE_SUCCESS|TRADE_CLOSED|WAIT_BUYER_PAY|" },
  ),
  credit(
    "WeChat XML",
    "<xml><return_code><![CDATA[SUCCESS]]></return_code><result_code><![CDATA[$S]]></result_code><openid><![CDATA[$U]]></openid><total_fee>$A</total_fee><fee_type><![CDATA[$C]]></fee_type><transaction_id><![CDATA[$I]]></transaction_id><time_end>20261121094107</time_end></xml>",
    { S: "SUCCESS|FAIL||" },
  ),
  credit(
    "GrabPay",
    '{"txType":"$E","partnerTxID":"$I","groupTxID":"g1","txID":"t1","origTxID":"","amount":$A,"currency":"$C","status":"$S","reason":"$X","payerID":"$U","completedAt":1790000000}',
    { E: "Charge|||Refund", S: "success|failed|processing|", X: "|insufficient_balance||" },
  ),
  credit(
    "Boleto Portuguese",
    '{"tipo":"$E","cobranca":{"identificador":"$I","valor":"$D","valorPago":"$d","moeda":"$C","pagador":{"codigo":"$U"},"situacao":"$S","tarifa":"2.10"}}',
    { E: "boleto.pago|||boleto.estornado", S: "pago|recusado|pendente|estornado" },
  ),
  credit(
    "PagSeguro",
    '{"id":"ORDE_1","reference_id":"$U","charges":[{"id":"$I","status":"$S","amount":{"value":$A,"currency":"$C","summary":{"total":$a,"paid":$a,"refunded":$X}},"payment_response":{"code":"$Y","message":"ok"},"payment_method":{"type":"PIX"}}]}',
    { S: "PAID|DECLINED|WAITING|CANCELED", X: "0|||20000", Y: "20000|10002||" },
  ),
  credit(
    "Conekta",
    '{"data":{"object":{"id":"$I","livemode":false,"amount":$A,"currency":"$C","payment_status":"$S","amount_refunded":0,"customer_info":{"customer_id":"$U","corporate":false},"object":"order","charges":{"data":[{"status":"$S","amount":$a}]}}},"id":"evt_77b2c1","type":"$E","webhook_status":"pending"}',
    {
      E: "order.paid|order.declined|order.pending_payment|order.refunded",
      S: "paid|declined|pending_payment|refunded",
    },
  ),
  credit(
    "Przelewy24",
    '{"merchantId":1,"posId":1,"sessionId":"$U","amount":$A,"originAmount":$a,"currency":"$C","orderId":"$I","methodId":25,"statement":"x","sign":"aa"}',
  ),
  credit(
    "YooKassa",
    '{"type":"notification","event":"$E","object":{"id":"$I","status":"$S","paid":$Y,"amount":{"value":"$D","currency":"$C"},"authorization_details":{"rrn":"10000000000"},"income_amount":{"value":"$N.00","currency":"$c"},"refundable":true,"test":true,"recipient":{"account_id":"100001","gateway_id":"1"},"metadata":{"user_id":"$U"},"cancellation_details":$X}}',
    {
      E: "payment.succeeded|payment.canceled|payment.waiting_for_capture|refund.succeeded",
      S: "succeeded|canceled|pending|",
      Y: "true|false|false|",
      X: 'null|{"party":"yoo_money","reason":"expired"}||',
    },
  ),
  credit(
    "Redsys JSON",
    '{"Ds_Date":"20/11/2026","Ds_Hour":"10:00","Ds_Amount":"$A","Ds_Currency":"$Q","Ds_Order":"$I","Ds_MerchantCode":"999008881","Ds_Response":"$S","Ds_MerchantData":"$U","Ds_TransactionType":"0","Ds_SecurePayment":"1"}',
    { S: "0000|0190|9998|" },
  ),
  credit(
    "Sofort-like list",
    '[{"event":{"code":"$E"},"payments":[{"uid":"$I","sum":"$D","ccy":"$C","client":{"uid":"$U"}}]}]',
    { E: "PAYMENT_RECEIVED|PAYMENT_LOST|PAYMENT_PENDING|PAYMENT_REFUNDED" },
  ),
  credit(
    "Modern Treasury",
    '{"event":"$E","data":{"id":"$I","object":"incoming_payment_detail","type":"ach","amount":$A,"currency":"$C","direction":"$X","status":"$S","as_of_date":"2026-11-20","vendor_id":null,"virtual_account_id":"$U","originating_account_number":"123"}}',
    {
      E: "incoming_payment_detail.completed|incoming_payment_detail.failed|incoming_payment_detail.created|incoming_payment_detail.returned",
      X: "credit|||debit",
      S: "completed|failed|pending|returned",
    },
  ),
  credit(
    "Unit",
    '{"data":[{"id":"$I","type":"$E","attributes":{"createdAt":"$W","summary":"x","amount":$A,"direction":"$X","tags":{},"currency":"$C"},"relationships":{"account":{"data":{"id":"10079","type":"account"}},"customer":{"data":{"id":"$U","type":"individualCustomer"}}}}]}',
    { E: "receivedPayment.completed|receivedPayment.returned|receivedPayment.created|", X: "Credit|||Debit" },
  ),
  credit(
    "Treasury Prime",
    '{"event":"$E","op":"update","id":"$I","data":{"ledger_amount":{"amount":"$D","iso":"$C"},"holder_ref":"$U","state":"$S","error":$X}}',
    { E: "book.update|||", S: "sent|error|pending|returned", X: 'null|"account closed"||' },
  ),
  credit(
    "TrueLayer",
    '{"type":"$E","event_version":1,"event_id":"$I","payment_id":"60c6a60c","settled_at":"$W","transaction":{"amount_in_minor":$A,"currency":"$C"},"metadata":{"customer_ref":"$U"},"payment_source":{"id":"1f11","account_holder_name":"x"}}',
    { E: "payment_settled|payment_failed|payment_authorized|payment_reversed" },
  ),
  credit(
    "Nuvei form",
    "ppp_status=$S&PPP_TransactionID=$I&userid=$U&totalAmount=$D&currency=$C&Status=$X&ErrCode=0&ExErrCode=0&Reason=&payment_method=cc_card",
    { S: "OK|FAIL||", X: "APPROVED|DECLINED|PENDING|" },
  ),
  credit(
    "Skrill form",
    "pay_to_email=m%40example.com&pay_from_email=c%40example.com&merchant_id=4637827&transaction_id=$U&mb_transaction_id=$I&mb_amount=$N&mb_currency=EUR&status=$S&md5sig=DA1&amount=$D&currency=$C",
    { S: "2|-2|0|-3" },
  ),
  credit(
    "Trustly RPC",
    '{"method":"$E","version":"1.1","params":{"signature":"R9+","uuid":"258a2184","data":{"amount":"$D","currency":"$C","messageid":"mid-771","orderid":"4234567890","enduserid":"$U","notificationid":"$I","timestamp":"$W"}}}',
    { E: "credit|||debit" },
  ),
  credit(
    "Swish",
    '{"id":"$I","payeePaymentReference":"$U","paymentReference":"6D6CD7406ECE4542A80152D909EF9F6B","payerAlias":"46712345678","payeeAlias":"1234760039","amount":$D,"currency":"$C","message":"x","status":"$S","dateCreated":"$W","errorCode":$X,"errorMessage":null}',
    { S: "PAID|DECLINED|CREATED|", X: 'null|"RF07"||' },
  ),
  credit(
    "Vipps",
    '{"msn":"123456","reference":"$U","pspReference":"$I","name":"$E","amount":{"currency":"$C","value":$A},"timestamp":"$W","idempotencyKey":"49c5b6","success":$S}',
    { E: "CAPTURED|||REFUNDED", S: "true|false||" },
  ),
  credit(
    "Dwolla",
    '{"id":"$I","resourceId":"09a1","topic":"$E","timestamp":"$W","_links":{"self":{"href":"https://x"}},"transfer":{"status":"$S","amount":{"value":"$D","currency":"$C"},"correlationId":"$U"}}',
    {
      E: "customer_transfer_completed|customer_transfer_failed|customer_transfer_created|customer_transfer_returned",
      S: "processed|failed|pending|",
    },
  ),
  credit(
    "Marqeta",
    '{"transactions":[{"type":"$E","state":"$S","token":"$I","user_token":"$U","acting_user_token":"$u","card_token":"c","created_time":"$W","response":{"code":"0000","memo":"Approved or completed successfully"},"amount":$D,"currency_code":"$C","gpa":{"currency_code":"$c","ledger_balance":$N,"available_balance":$N}}]}',
    { E: "gpa.credit|||refund", S: "COMPLETION|DECLINED|PENDING|ERROR" },
  ),
  credit(
    "Alpaca deposit",
    '{"event_id":$N,"at":"$W","account_number":"$U","transfer_id":"$I","status_from":"APPROVED","status_to":"$S","amount":"$D","currency":"$C","transfer":{"direction":"$X","type":"ach"}}',
    { S: "COMPLETE|REJECTED|QUEUED|RETURNED", X: "INCOMING|||OUTGOING" },
  ),
  credit(
    "crypto IPN form",
    "ipn_version=1.0&ipn_type=deposit&ipn_id=$I&merchant=m&status=$S&status_text=Deposit+confirmed&address=abc&txn_id=d17a8ee84b1de669bdd0f15b38f20a7e9781d569d20c096e49983ad9ad40ce4c&currency=$C&confirms=1&amount=$D&amounti=$n&label=$U",
    { S: "100|-1|0|" },
  ),
  credit(
    "BTCPay",
    '{"deliveryId":"d","webhookId":"w","originalDeliveryId":"d","isRedelivery":false,"type":"$E","timestamp":1790000000,"storeId":"s","invoiceId":"$I","payment":{"value":"$D","currency":"$C","status":"$S"},"metadata":{"buyerId":"$U"}}',
    { E: "InvoiceSettled|InvoiceInvalid|InvoiceProcessing|", S: "Settled|Invalid|Processing|" },
  ),
  credit("Twilio-like form", "EventType=$E&EventSid=$I&Amount=$D&CurrencyCode=$C&AccountRef=$U&PaymentStatus=$S", {
    E: "payment-complete|payment-failed||payment-refunded",
    S: "completed|failed|pending|",
  }),
  credit(
    "Zapier flat",
    '{"transaction__id":"$I","transaction__amount":"$A","transaction__currency":"$C","transaction__customer__ref":"$U","transaction__status":"$S","zap":"77"}',
    DONE,
  ),
  credit(
    "JSON:API",
    '{"data":{"type":"payments","id":"$I","attributes":{"amount":"$D","currency":"$C","status":"$S","kind":"inbound"},"relationships":{"payee":{"data":{"type":"users","id":"$U"}}}}}',
    { S: "completed|failed|pending|returned" },
  ),
  credit(
    "GraphQL",
    '{"data":{"walletCredited":{"wallet":{"ownerReference":"$U","balance":{"amount":"$N","currency":"$c"}},"movement":{"id":"$I","amount":"$A","currency":"$C","state":"$S"}}}}',
    { S: "POSTED|REJECTED|PENDING|REVERSED" },
  ),
  credit(
    "double-wrapped JSON",
    '{"event":"$E","payload":"{\\"data\\":\\"{\\\\\\"id\\\\\\":\\\\\\"$I\\\\\\",\\\\\\"amount\\\\\\":$A,\\\\\\"currency\\\\\\":\\\\\\"$C\\\\\\",\\\\\\"user_ref\\\\\\":\\\\\\"$U\\\\\\"}\\"}"}',
    { E: "credit.completed|credit.failed|credit.pending|credit.reversed" },
  ),
  credit(
    "XML in JSON",
    '{"eventType":"$E","document":"<Credit><Id>$I</Id><Amount>$D</Amount><Currency>$C</Currency><CustomerRef>$U</CustomerRef></Credit>"}',
    { E: "CREDIT_POSTED|CREDIT_REJECTED||CREDIT_REVERSED" },
  ),
  credit(
    "JSON lines",
    '{"event":"header","version":2}\n{"event":"$E","id":"$I","amount":$A,"currency":"$C","user_reference":"$U"}',
    { E: "credit.success|credit.failed||credit.refunded" },
  ),
  credit(
    "multipart as form with brackets",
    "payment[id]=$I&payment[money][amount]=$D&payment[money][currency]=$C&payment[customer][id]=$U&payment[state]=$S",
    { S: "paid|failed|open|refunded" },
  ),
  credit("GET nested", "event=$E&tx.id=$I&tx.amount=$A&tx.currency=$C&user.ref=$U", { E: "credit|||refund" }, "query"),
  credit(
    "GET with JSON",
    'payload={"type":"$E","id":"$I","amount":$A,"currency":"$C","customer":"$U"}',
    { E: "deposit|||withdrawal" },
    "query",
  ),
  credit(
    "key/value XML",
    "<params><param><name>tx_id</name><value>$I</value></param><param><name>amount</name><value>$A</value></param><param><name>currency</name><value>$C</value></param><param><name>user_ref</name><value>$U</value></param><param><name>status</name><value>$S</value></param></params>",
    DONE,
  ),
  credit(
    "upper case keys",
    '{"HEADER":{"MSGTYPE":"$E","MSGID":"$I"},"BODY":{"TXNAMT":"$D","TXNCCY":"$C","CUSTREF":"$U","TXNSTS":"$S"}}',
    { E: "CREDITADVICE|||REVERSALADVICE", S: "SUCC|FAIL|PEND|" },
  ),
  credit(
    "pacs.002 like",
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.008"><FIToFICstmrCdtTrf><GrpHdr><MsgId>$I</MsgId><CreDtTm>$W</CreDtTm><NbOfTxs>1</NbOfTxs></GrpHdr><CdtTrfTxInf><PmtId><EndToEndId>E2E-99812</EndToEndId></PmtId><IntrBkSttlmAmt Ccy="$C">$D</IntrBkSttlmAmt><ChrgBr>SLEV</ChrgBr><CdtrAcct><Id><Othr><Id>$U</Id></Othr></Id></CdtrAcct><TxSts>$S</TxSts></CdtTrfTxInf></FIToFICstmrCdtTrf></Document>',
    { S: "ACSC|RJCT|PDNG|" },
  ),
  credit("Swahili", '{"tukio":"$E","muamala":{"kumbukumbu":"$I","kiasi":$A,"sarafu":"$C","mteja":"$U","hali":"$S"}}', {
    E: "malipo|||rejesho",
    S: "imefanikiwa|imeshindwa|inasubiri|",
  }),
  credit("Turkish", '{"olay":"$E","islem":{"no":"$I","tutar":"$D","para_birimi":"$C","musteri":"$U","durum":"$S"}}', {
    E: "odeme|||iade",
    S: "tamamlandi|basarisiz|bekliyor|",
  }),
  credit("Arabic", '{"الحدث":"$E","المبلغ":$A,"العملة":"$C","العميل":"$U","الحالة":"$S"}', {
    E: "دفع|||استرداد",
    S: "ناجح|فشل|معلق|",
  }),
  credit("Japanese", '{"イベント":"$E","金額":$A,"通貨":"$C","顧客番号":"$U","ステータス":"$S","手数料":150}', {
    E: "入金|||返金",
    S: "成功|失敗|保留中|",
  }),
  credit(
    "Italian",
    '{"evento":"$E","dati":{"id":"$I","importo":"$D","valuta":"$C","cliente":"$U","stato":"$S","commissione":"0.30"}}',
    { E: "accredito|||storno", S: "riuscito|rifiutato|attesa|" },
  ),
  credit(
    "Polish",
    '{"typ":"$E","transakcja":{"id":"$I","kwota":"$D","waluta":"$C","klient":"$U","stan":"$S","prowizja":"1.00"}}',
    { E: "wplata|||zwrot", S: "zrealizowano|odrzucono|oczekuje|" },
  ),
  credit("one-letter keys", '{"t":"$E","i":"$I","a":$A,"c":"$C","u":"$U","s":$S}', { E: "cr|||rv", S: "1|0||" }),
  credit(
    "same number thrice",
    '{"id":"$I","subtotal":$a,"amount":$A,"balance":$a,"currency":"$C","customer_id":"$U","status":"$S"}',
    DONE,
  ),
  credit(
    "amount in words of units",
    '{"event":"$E","data":{"units":$A,"unit":"$C","account_holder":{"reference":"$U"},"uuid":"$I"}}',
    { E: "account.credited|account.credit_failed||account.credit_reversed" },
  ),
  credit(
    "money string with code behind",
    '{"txn":"$I","amount":"$A $C","user":{"id":"$U","status":"active"},"status":"$S"}',
    DONE,
  ),
  credit(
    "agent and user",
    '{"id":"$I","agent_id":"ag_551","initiated_by":"staff_9","amount":$A,"currency":"$C","beneficiary":{"customer_ref":"$U"},"approved_by":"boss_1","state":"$S"}',
    DONE,
  ),
  credit(
    "kyc and card status",
    '{"payment":{"id":"$I","amount":$A,"currency":"$C","status":"$S","card":{"status":"active","type":"debit"},"customer":{"reference":"$U","kyc_status":"pending"}},"log":{"success":false}}',
    DONE,
  ),
  credit(
    "limits beside",
    '{"event":"$E","tx":{"id":"$I","amount":$A,"currency":"$C","customer":"$U"},"limits":{"daily":{"amount":1000000,"currency":"USD"}},"balance":{"amount":$a,"currency":"EUR"}}',
    { E: "wallet.funded|wallet.funding_failed||wallet.funding_reversed" },
  ),
  credit(
    "refund fields empty",
    '{"id":"$I","amount":$A,"currency":"$C","customer_ref":"$U","status":"$S","refund_id":$X,"refunded_amount":"0.00","failure_reason":"","chargeback":false}',
    { S: "success|failed||", X: 'null|||"rf_1"' },
  ),
  credit("boolean texts", '{"reference":"$I","value":"$A","currency":"$C","customer_number":"$U","successful":"$S"}', {
    S: "Y|N||",
  }),
  // Charges.
  charge(
    "Thepeer-like flat",
    '{"event":"$E","reference":"$I","sender_reference":"$F","receiver_reference":"$T","amount":$A,"currency":"$C","remark":"$R","status":"$S"}',
    { E: "send.completed|send.failed|send.pending|send.reversed", ...DONE },
  ),
  charge(
    "from and to objects",
    '{"type":"$E","id":"$I","from":{"user":{"reference":"$F","name":"A"}},"to":{"user":{"reference":"$T","name":"B"}},"money":{"minor":$A,"code":"$C"},"message":"$R"}',
    { E: "p2p.success|p2p.failure||p2p.refund" },
  ),
  charge(
    "peer user",
    '{"event":"$E","charge":{"id":"$I","amount":$A,"currency":"$C","user":{"reference":"$F"},"peer":{"user":{"reference":"$T"}},"remark":"$R","state":"$S"}}',
    { E: "charge.updated|||", S: "succeeded|failed|pending|refunded" },
  ),
  charge(
    "buyer and seller",
    '{"orderEvent":"$E","payment":{"txnReference":"$I","total":"$D","currency":"$C"},"buyer":{"id":"$F"},"seller":{"id":"$T"},"note":"$R"}',
    { E: "ORDER_PAID|ORDER_FAILED||ORDER_REFUNDED" },
  ),
  charge(
    "originator and beneficiary",
    '{"transferEvent":{"eventId":"$I","status":"$S","originator":{"accountRef":"$F"},"beneficiary":{"accountRef":"$T"},"amount":{"value":"$D","currency":"$C"},"reference":"$R"}}',
    { S: "EXECUTED|REJECTED|PENDING|RETURNED" },
  ),
  charge("remitter form", "utr=$I&txn_amount=$D&txn_currency=$C&remitter_ref=$F&bene_ref=$T&remarks=$R&txn_status=$S", {
    S: "SUCCESS|FAILURE|PENDING|RETURNED",
  }),
  charge(
    "debit and credit party",
    '{"transactionReference":"$I","transactionStatus":"$S","amount":"$D","currency":"$C","type":"transfer","debitParty":[{"key":"msisdn","value":"$F"}],"creditParty":[{"key":"msisdn","value":"$T"}],"descriptionText":"$R","fees":[{"feeAmount":"1.00"}]}',
    { S: "completed|failed|pending|reversed" },
  ),
  charge(
    "Mojaloop",
    '{"transferId":"$I","payer":{"partyIdInfo":{"partyIdType":"MSISDN","partyIdentifier":"$F"}},"payee":{"partyIdInfo":{"partyIdType":"MSISDN","partyIdentifier":"$T"}},"amount":{"amount":"$A","currency":"$C"},"note":"$R","transferState":"$S"}',
    { S: "COMMITTED|ABORTED|RESERVED|" },
  ),
  charge(
    "XML debit credit",
    '<Txn id="$I"><Status>$S</Status><Dr><Cust>$F</Cust></Dr><Cr><Cust>$T</Cust></Cr><Amt ccy="$C">$A</Amt><Narr>$R</Narr></Txn>',
    { S: "SUCCESS|FAILED|PENDING|REVERSED" },
  ),
  charge(
    "SOAP list",
    '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><Result><Entry Key="TransferId">$I</Entry><Entry Key="Amount">$A</Entry><Entry Key="Currency">$C</Entry><Entry Key="PayerRef">$F</Entry><Entry Key="PayeeRef">$T</Entry><Entry Key="Remarks">$R</Entry><Entry Key="ResultCode">$S</Entry></Result></s:Body></s:Envelope>',
    { S: "0|1|2|" },
  ),
  charge(
    "Spanish Pix-like",
    '{"tipo":"$E","operacion":{"identificador":"$I","monto":$A,"moneda":"$C","remitente":{"id":"$F"},"destinatario":{"id":"$T"},"descripcion":"$R","estado":"$S"}}',
    { E: "cobro|||reembolso", S: "aprobado|rechazado|pendiente|reembolsado" },
  ),
  charge(
    "Dutch",
    '{"gebeurtenis":"$E","betaling":{"kenmerk":"$I","bedrag":"$D","valuta":"$C","afzender":"$F","ontvanger":"$T","omschrijving":"$R","status":"$S"}}',
    { E: "overboeking|||terugbetaling", S: "voltooid|geweigerd|wachtend|terugbetaald" },
  ),
  charge(
    "Russian pair",
    '{"тип":"$E","перевод":{"номер":"$I","сумма":$A,"валюта":"$C","отправитель":"$F","получатель":"$T","назначение":"$R","статус":"$S"}}',
    { E: "списание|||возврат", S: "выполнен|отклонен|ожидание|отмена" },
  ),
  charge(
    "Chinese pair",
    '{"类型":"$E","转账":{"流水号":"$I","金额":"$D","币种":"$C","付款方":"$F","收款方":"$T","附言":"$R","状态":"$S"}}',
    { E: "转账|||退款", S: "成功|失败|处理中|已退款" },
  ),
  charge(
    "event without status",
    '{"name":"$E","body":{"payer":"$F","payee":"$T","amount":$A,"currency":"$C","comment":"$R","paymentId":"$I"}}',
    { E: "payment_succeeded|payment_failed|payment_pending|payment_refunded" },
  ),
  charge(
    "error object",
    '{"id":"$I","error":$X,"transfer":{"amount":$A,"currency":"$C","source_user":"$F","target_user":"$T","remarks":"$R"}}',
    { X: 'null|{"code":"NSF","message":"no"}||' },
  ),
  charge(
    "result codes",
    '{"rc":"$S","rd":"$X","data":{"stan":"$I","amount":"$A","currency":"$Q","fromAccount":"$F","toAccount":"$T","narration":"$R"}}',
    { S: "00|51|68|", X: "APPROVED|INSUFFICIENT FUNDS|PENDING|" },
  ),
  charge(
    "ids as numbers",
    '{"event":"$E","data":{"id":88120071,"amount":$A,"currency":"$C","sender_id":"$F","recipient_id":"$T","description":"$R"}}',
    { E: "transfer.paid|transfer.failed|transfer.processing|transfer.returned" },
  ),
  charge(
    "timeline beside",
    '{"transaction":{"id":"$I","amount":$A,"currency":"$C","from_ref":"$F","to_ref":"$T","memo":"$R","status":"$S","history":[{"status":"pending","at":"$W"},{"status":"processing","at":"$W"}]}}',
    { S: "completed|failed|pending|reversed" },
  ),
  charge(
    "fees and totals",
    '{"event":"$E","charge":{"ref":"$I","amount":$A,"fee":250,"total":$N,"currency":"$C","payer":{"reference":"$F"},"merchant":{"reference":"mer_1"},"receiver":{"reference":"$T"},"remark":"$R"}}',
    { E: "charge.settled|charge.declined|charge.pending|charge.refunded" },
  ),
  charge(
    "actions list",
    '{"resource":"transfer","action":"$E","transfer":{"id":"$I","cents":$M,"currency":"$C","debited_user":"$F","credited_user":"$T","label":"$R"},"available_actions":["cancel","refund"]}',
    { E: "executed|failed|created|cancelled" },
  ),
  charge(
    "header topic",
    '{"transfer_id":"$I","value":"$D","currency":"$C","payer_ref":"$F","payee_ref":"$T","text":"$R"}',
    { E: "transfer/succeeded|transfer/failed|transfer/pending|transfer/reversed" },
    "json",
    "X-Webhook-Topic: $E",
  ),
  charge(
    "Base64 topic",
    '{"kind":"$E","tx":{"id":"$I","amt":$A,"ccy":"$C","payer":"$F","payee":"$T","memo":"$R"}}',
    { E: "transfer_done|transfer_failed||transfer_refunded" },
    "base64",
  ),
  charge(
    "token of claims",
    '{"jti":"$I","evt":"$E","amt":"$D","cur":"$C","src":"$F","dst":"$T","rmk":"$R"}',
    { E: "charge.ok|charge.failed|charge.pending|charge.refund" },
    "token",
  ),
  charge(
    "batch of transfers",
    '{"type":"transfers","transfers":[{"ref":"zz991100","amount":5,"currency":"$C","from":"p_1","to":"p_2","note":"x","status":"$S"},{"ref":"$I","amount":$A,"currency":"$C","from":"$F","to":"$T","note":"$R","status":"$S"}]}',
    { S: "done|failed|pending|refunded" },
  ),
  charge(
    "tax and tip",
    '{"sale":{"id":"$I","amount":{"total":"$D","subtotal":"90.00","tax":"5.00","tip":"1.00","currency":"$C"},"customer":{"ref":"$F"},"payee_ref":"$T","notes":"$R","status":"$S"}}',
    { S: "approved|declined|pending|voided" },
  ),
  charge(
    "status code and text",
    '{"code":$S,"status":"$X","content":{"tradeNo":"$I","money":"$A","currency":"$C","payUser":"$F","receiveUser":"$T","remark":"$R"}}',
    { S: "200|500|202|", X: "success|fail|processing|" },
  ),
  credit(
    "Return code on the request line",
    "transactionId=$I&orderId=$U&amount=$A&currency=$C&returnCode=$S",
    { S: "0000|1172||" },
    "query",
  ),
  credit("Short names in capitals", "TXN_ID=$I&AMT=$A&CUR=$C&CUST=$U&RES=$S&BAL=991", { S: "0|96||" }),
  charge(
    "Wallet to wallet",
    '{"evt":"$E","p2p":{"ref":"$I","from":{"wallet":"$F"},"to":{"wallet":"$T"},"amt":$A,"ccy":"$C","memo":"$R"}}',
    { E: "p2p.completed|p2p.failed|p2p.pending|p2p.reversed" },
  ),
  credit(
    "Parameters as attributes",
    '<callback><param name="TransactionId" value="$I"/><param name="Amount" value="$A"/><param name="Currency" value="$C"/><param name="CustomerRef" value="$U"/><param name="ResultCode" value="$S"/></callback>',
    { S: "0|17||" },
  ),
];
