import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { inThisTab, onThisDevice } from '#site/forms/shelf.ts';
import { isAnythingKept } from './payment-places.ts';
import { type PaymentReturn, readReturn } from './payment-return.ts';
import { takeReturnQuery } from './return-query.ts';
import type { PaymentTrace } from './payment-trace.ts';

const shelves = { onThisDevice, inThisTab };

/** What this browser and, where the address names a payment, the server know of a payment begun. */
export function usePaymentTrace(): PaymentTrace {
  const { search, key } = useLocation();
  const [trace, setTrace] = useState<PaymentTrace>({ state: 'none' });

  useEffect(() => {
    const payment = readReturn(takeReturnQuery());
    if (payment.by === undefined && !isAnythingKept(shelves)) return;
    const leaving = new AbortController();
    void follow(payment, leaving.signal).then((found) => {
      if (!leaving.signal.aborted) setTrace(found);
    });
    return () => leaving.abort();
  }, [search, key]);

  return trace;
}

/** What reads and asks is loaded by those alone who have begun a payment. */
async function follow(payment: PaymentReturn, signal: AbortSignal): Promise<PaymentTrace> {
  const [{ traceOf }, { paymentStorage }] = await Promise.all([
    import('./payment-trace.ts'),
    import('./payment-storage.ts'),
  ]);
  return traceOf(payment, paymentStorage(), signal);
}
