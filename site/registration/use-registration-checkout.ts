import { useEffect, useRef, useState } from 'react';
import type { PricingOptionAsRead } from '#contract/pricing.ts';
import { ask } from '#site/api.ts';
import { inThisTab, onThisDevice } from '#site/forms/shelf.ts';
import { useReturn } from '#site/forms/use-return.ts';
import type { Trouble, World } from './check-out-registration.ts';
import type { RegistrationEntry } from './registration-rules.ts';

export type Method = 'card' | 'paypal';

type Order = {
  method: Method;
  /** Gives the entry, if nothing is wrong with it. */
  check: () => Promise<RegistrationEntry | undefined>;
  prices: readonly PricingOptionAsRead[];
  /** Whether the form was submitted as such: what stops it is then said in a window of the browser. */
  submitted?: boolean;
};

/** One payment at a time, from the click until the visitor leaves or is told why not. */
export function useRegistrationCheckout(conference: string, onRegistered: () => void) {
  const [busy, setBusy] = useState<Method>();
  const [progress, setProgress] = useState('');
  const [troubles, setTroubles] = useState<Trouble[]>([]);
  // A second click may come before the buttons are disabled.
  const atWork = useRef(false);

  const rest = () => {
    atWork.current = false;
    setBusy(undefined);
    setProgress('');
  };
  useReturn(rest);

  useEffect(() => {
    const load = () => void loadErrands().catch(() => {});
    addEventListener('focusin', load, { once: true });
    return () => removeEventListener('focusin', load);
  }, []);

  const tell = (trouble: Trouble, submitted: boolean) => {
    if (!submitted || !inWindow.includes(trouble.with)) setTroubles((told) => [...told, trouble]);
    else alert(trouble.text);
  };

  const pay = async ({ method, check, prices, submitted = false }: Order) => {
    if (atWork.current) return;
    atWork.current = true;
    setTroubles([]);
    let left = false;
    try {
      const entry = await check();
      if (!entry) return;
      setBusy(method);
      const { checkOutByCard, checkOutByPaypal } = await loadErrands();
      const errand = method === 'card' ? checkOutByCard : checkOutByPaypal;
      left = await errand({ entry, prices, conference }, world(), {
        progress: setProgress,
        trouble: (trouble) => tell(trouble, submitted),
        registered: onRegistered,
      });
    } catch (error) {
      console.error('The payment could not be begun', error);
      const reason = error instanceof Error ? error.message : String(error);
      tell(
        { with: 'everything', text: `Unable to process registration and payment: ${reason}` },
        submitted,
      );
    } finally {
      if (!left) rest();
    }
  };

  return { busy, progress, troubles, pay };
}

/** Comes while the form is filled in, not with the page. What fails to come is asked for again by the payment. */
function loadErrands() {
  return import('./check-out-registration.ts');
}

const inWindow: readonly Trouble['with'][] = ['price', 'everything'];

function world(): World {
  return {
    ask,
    onThisDevice,
    inThisTab,
    origin: location.origin,
    now: Date.now,
    leaveFor: (address) => location.assign(address),
  };
}
