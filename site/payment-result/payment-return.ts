/** The address names the payment that the visitor returns from. It proves nothing: the server is asked. */
export type PaymentReturn = PaypalReturn | CardReturn | { by: undefined };
export type PaypalReturn = { by: 'PayPal'; token: string; payerId: string; isDiscount: boolean };
export type CardReturn = {
  by: 'Card';
  sessionId: string;
  isDiscount: boolean;
  /** The server led here instead of to a checkout, because the money had come before. */
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

/** An id as the page and the mail to support show it: enough to find the payment, too little to act for the payer. */
export function shortened(id: string): string {
  return id.length <= 20 ? id : `${id.slice(0, 12)}…${id.slice(-6)}`;
}

/** The name of the query in the state of the history entry. */
const HISTORY_KEY = 'paymentReturn';

/**
 * The query that the provider put into the address. It is moved from the address bar, where others could see and share
 * it, into the state of the tab's history entry, where a reload and a step back find it.
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
