import { useEffect, useRef, useState } from 'react';
import type { PricingOptionAsRead } from '#contract/pricing.ts';
import { browserDeps } from '#site/forms/checkout-deps.ts';
import { useReturn } from '#site/forms/use-return.ts';
import type { CheckoutError, Report } from './check-out-registration.ts';
import type { Offer } from './offer.ts';
import type { RegistrationEntry } from './registration-fields.ts';

export type Method = 'card' | 'paypal';

type CheckoutClick = {
  method: Method;
  /** Resolves to the entry, if the form is valid. */
  check: () => Promise<RegistrationEntry | undefined>;
  prices: readonly PricingOptionAsRead[];
  /** Whether the form was submitted as such: some errors are then shown by `alert`. */
  submitted?: boolean;
};

/** Runs one checkout at a time, from the click until the browser leaves or an error is shown. */
export function useRegistrationCheckout(
  sold: { conference: string; offer: Offer },
  on: Pick<Report, 'registered' | 'paidAlready'>,
) {
  const [busy, setBusy] = useState<Method>();
  const [progress, setProgress] = useState('');
  const [errors, setErrors] = useState<CheckoutError[]>([]);
  // A second click may come before the buttons are disabled.
  const isBusy = useRef(false);

  const finish = () => {
    isBusy.current = false;
    setBusy(undefined);
    setProgress('');
  };
  useReturn(finish);

  useEffect(() => {
    const load = () => void loadCheckout().catch(() => {});
    addEventListener('focusin', load, { once: true });
    return () => removeEventListener('focusin', load);
  }, []);

  const show = (error: CheckoutError, submitted: boolean) => {
    if (!submitted || !inAlert.includes(error.with)) setErrors((shown) => [...shown, error]);
    else alert(error.text);
  };

  const pay = async ({ method, check, prices, submitted = false }: CheckoutClick) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setErrors([]);
    let left = false;
    try {
      const entry = await check();
      if (!entry) return;
      setBusy(method);
      const { checkOutByCard, checkOutByPaypal } = await loadCheckout();
      const checkOut = method === 'card' ? checkOutByCard : checkOutByPaypal;
      left = await checkOut({ entry, prices, ...sold }, browserDeps(), {
        progress: setProgress,
        error: (error) => show(error, submitted),
        ...on,
      });
    } catch (error) {
      console.error('The payment could not be begun', error);
      const reason = error instanceof Error ? error.message : String(error);
      show(
        { with: 'everything', text: `Unable to process registration and payment: ${reason}` },
        submitted,
      );
    } finally {
      if (!left) finish();
    }
  };

  return { busy, progress, errors, pay };
}

/** Loaded while the form is filled in, not with the page. If that fails, the payment loads it again. */
function loadCheckout() {
  return import('./check-out-registration.ts');
}

/** What the specification shows in an alert when the form was submitted, by the Enter key for example. */
const inAlert: readonly CheckoutError['with'][] = ['price', 'everything'];
