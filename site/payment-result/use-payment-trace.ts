import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { inThisTab, onThisDevice } from '#site/forms/shelf.ts';
import { type PaymentTrace, traceOf } from './payment-trace.ts';
import { readReturn } from './payment-return.ts';
import { paymentStorage } from './payment-storage.ts';

/** What this browser and, where the address names a payment, the server know of a payment begun. */
export function usePaymentTrace(): PaymentTrace {
  const { search } = useLocation();
  const [trace, setTrace] = useState<PaymentTrace>({ state: 'none' });

  useEffect(() => {
    const leaving = new AbortController();
    const storage = paymentStorage({ onThisDevice, inThisTab });
    void traceOf(readReturn(search), storage, leaving.signal).then((found) => {
      if (!leaving.signal.aborted) setTrace(found);
    });
    return () => leaving.abort();
  }, [search]);

  return trace;
}
