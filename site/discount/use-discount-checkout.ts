import { useRef, useState } from 'react';
import { ask } from '#site/api.ts';
import { inThisTab } from '#site/forms/shelf.ts';
import { useReturn } from '#site/forms/use-return.ts';
import type { Method } from './discount-rules.ts';
import { type Errand, type Outcome, checkOutDiscount, type World } from './check-out-discount.ts';

/** One payment at a time, from the click until the visitor leaves or is told what came of it. */
export function useDiscountCheckout(onTaken: () => void) {
  const [busy, setBusy] = useState<Method>();
  const [outcome, setOutcome] = useState<Outcome>();
  // A second click may come before the button is disabled.
  const atWork = useRef(false);

  const rest = () => {
    atWork.current = false;
    setBusy(undefined);
  };
  useReturn(rest);

  const pay = async (errand: Errand) => {
    if (atWork.current) return;
    atWork.current = true;
    setBusy(errand.entry.method);
    const came = await checkOutDiscount(errand, world());
    setOutcome(came);
    if (came.end === 'taken') onTaken();
    if (came.end !== 'left') rest();
  };

  return { busy, outcome, pay, forgetOutcome: () => setOutcome(undefined) };
}

function world(): World {
  return {
    ask,
    inThisTab,
    origin: location.origin,
    now: Date.now,
    leaveFor: (address) => location.assign(address),
  };
}
