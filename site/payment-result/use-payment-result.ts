import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { errandFor } from './payment-errands.ts';
import type { PaymentView } from './payment-view.ts';
import { takeReturnQuery } from './return-query.ts';

/** The payment that the address names. The prerendered page shows it as pending. */
export function usePaymentResult() {
  const { search, key } = useLocation();
  const [view, setView] = useState<PaymentView>({ state: 'pending', by: undefined });

  useEffect(() => errandFor(takeReturnQuery()).watch(setView), [search, key]);

  return { view, checkAgain: () => errandFor(takeReturnQuery()).again() };
}
