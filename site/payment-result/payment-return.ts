/** What the address says of the payment that the visitor comes back from. It is a claim: the server is asked. */
export type PaymentReturn = PaypalReturn | CardReturn | { by: undefined };
export type PaypalReturn = { by: 'PayPal'; token: string; payerId: string; isDiscount: boolean };
export type CardReturn = { by: 'Card'; sessionId: string; isDiscount: boolean };

export function readReturn(search: string): PaymentReturn {
  const query = new URLSearchParams(search);
  const isDiscount = query.get('type') === 'discount';
  const token = query.get('token');
  const payerId = query.get('PayerID');
  const sessionId = query.get('session_id');
  if (token && payerId) return { by: 'PayPal', token, payerId, isDiscount };
  if (sessionId) return { by: 'Card', sessionId, isDiscount };
  return { by: undefined };
}

/** The address of the result, for coming back to it. */
export function addressOf(payment: PaypalReturn | CardReturn): string {
  const query = new URLSearchParams(
    payment.by === 'Card'
      ? { session_id: payment.sessionId }
      : { token: payment.token, PayerID: payment.payerId },
  );
  if (payment.isDiscount) query.set('type', 'discount');
  return `/payment-success?${query}`;
}

/** An id as it is shown and sent by mail: enough to find the payment, too little to act for the payer. */
export function shortened(id: string): string {
  return id.length <= 20 ? id : `${id.slice(0, 12)}…${id.slice(-6)}`;
}
