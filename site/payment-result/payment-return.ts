/** The payment that the address names. The address proves nothing, so the page asks the server. */
export type PaymentReturn = PaypalReturn | CardReturn | { by: undefined };
export type PaypalReturn = { by: 'PayPal'; token: string; payerId: string; isDiscount: boolean };
export type CardReturn = {
  by: 'Card';
  sessionId: string;
  isDiscount: boolean;
  /** The server redirected to the result instead of a checkout, because the order was paid before. */
  wasPaidBefore?: boolean;
};

export function readReturn(search: string): PaymentReturn {
  const query = new URLSearchParams(search);
  const isDiscount = query.get('type') === 'discount';
  const token = query.get('token');
  const payerId = query.get('PayerID');
  const sessionId = query.get('session_id');
  if (token && payerId) return { by: 'PayPal', token, payerId, isDiscount };
  if (sessionId) {
    const wasPaidBefore = query.get('paid') === 'before';
    return { by: 'Card', sessionId, isDiscount, ...(wasPaidBefore && { wasPaidBefore }) };
  }
  return { by: undefined };
}

/** The address of the payment's result. */
export function addressOf(payment: PaypalReturn | CardReturn): string {
  const query = new URLSearchParams(
    payment.by === 'Card'
      ? { session_id: payment.sessionId }
      : { token: payment.token, PayerID: payment.payerId },
  );
  if (payment.isDiscount) query.set('type', 'discount');
  return `/payment-success?${query}`;
}

/** A shortened id for the page and the mail to support: it is enough to find the payment, but not to act for the payer. */
export function shortened(id: string): string {
  return id.length <= 20 ? id : `${id.slice(0, 12)}…${id.slice(-6)}`;
}

/** The key of the query in the state of the history entry. */
const HISTORY_KEY = 'paymentReturn';

/**
 * Returns the query that the provider put into the address. The function moves the query from the address bar, where others
 * could see and share it, to the state of the history entry, where the page finds it after a reload or a step back.
 */
export function takeReturnQuery(): string {
  const { search, pathname } = location;
  const state: unknown = history.state;
  const saved: object = typeof state === 'object' && state !== null ? state : {};
  if (search !== '') {
    history.replaceState({ ...saved, [HISTORY_KEY]: search }, '', pathname);
    return search;
  }
  return HISTORY_KEY in saved && typeof saved[HISTORY_KEY] === 'string' ? saved[HISTORY_KEY] : '';
}
