import { useRef, useState } from 'react';
import { browserDeps } from '#site/forms/checkout-deps.ts';
import { useReturn } from '#site/forms/use-return.ts';
import type { Method } from './discount-fields.ts';
import { checkOutDiscount, type DiscountOrder, type Outcome } from './check-out-discount.ts';

/** Runs one checkout at a time, from the click until the browser leaves or the outcome is shown. */
export function useDiscountCheckout(onTaken: () => void) {
  const [busy, setBusy] = useState<Method>();
  const [outcome, setOutcome] = useState<Outcome>();
  // A second click may come before the button is disabled.
  const isBusy = useRef(false);

  const finish = () => {
    isBusy.current = false;
    setBusy(undefined);
  };
  useReturn(finish);

  const pay = async (order: DiscountOrder) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setOutcome(undefined);
    setBusy(order.entry.method);
    const came = await checkOutDiscount(order, browserDeps());
    setOutcome(came);
    if (came.end === 'taken') onTaken();
    if (came.end !== 'left') finish();
  };

  return { busy, outcome, pay, forgetOutcome: () => setOutcome(undefined) };
}
