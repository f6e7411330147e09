import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { errandFor } from './payment-errands.ts';
import type { PaymentView } from './payment-view.ts';

/** The payment that the address names. The prerendered page shows it as pending. */
export function usePaymentResult() {
  const { search } = useLocation();
  const [view, setView] = useState<PaymentView>({ state: 'pending', by: undefined });

  useEffect(() => errandFor(search).watch(setView), [search]);

  return { view, checkAgain: () => errandFor(search).again() };
}
