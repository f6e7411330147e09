import { useEffect, useState } from 'react';
import type { PricingOptionAsRead } from '#contract/pricing.ts';
import { browserDeps, type Method, useCheckout } from '#site/forms/checkout.ts';
import type { CheckoutError, Report } from './check-out-registration.ts';
import type { Offer } from './offer.ts';
import type { RegistrationEntry } from './registration-fields.ts';

type Payment = {
  method: Method;
  entry: RegistrationEntry;
  prices: readonly PricingOptionAsRead[];
  /** Whether the form was submitted as such: some errors are then shown by `alert`. */
  submitted: boolean;
};

/** The checkout of a registration, with what the page shows of it. */
export function useRegistrationCheckout(
  sold: { conference: string; offer: Offer },
  on: Pick<Report, 'registered' | 'paidAlready'>,
) {
  const { busy, run } = useCheckout();
  const [progress, setProgress] = useState('');
  const [errors, setErrors] = useState<CheckoutError[]>([]);

  useEffect(() => {
    const load = () => void loadCheckout().catch(() => {});
    addEventListener('focusin', load, { once: true });
    return () => removeEventListener('focusin', load);
  }, []);

  const pay = ({ method, submitted, ...chosen }: Payment) =>
    run(method, async () => {
      setErrors([]);
      setProgress('');
      const error = (found: CheckoutError) => {
        if (submitted && inAlert.includes(found.with)) alert(found.text);
        else setErrors((shown) => [...shown, found]);
      };
      try {
        const { checkOutByCard, checkOutByPaypal } = await loadCheckout();
        const checkOut = method === 'card' ? checkOutByCard : checkOutByPaypal;
        const report = { progress: setProgress, error, ...on };
        return await checkOut({ ...chosen, ...sold }, browserDeps(), report);
      } catch (thrown) {
        console.error('The payment could not be started', thrown);
        const reason = thrown instanceof Error ? thrown.message : String(thrown);
        const text = `Unable to process registration and payment: ${reason}`;
        error({ with: 'everything', text });
        return false;
      }
    });

  return { busy, progress: busy ? progress : '', errors, pay, forgetErrors: () => setErrors([]) };
}

/**
 * Loaded while the form is filled in, not with the page, whose scripts would be over their limit of 155 kB. If that fails,
 * the payment loads it again.
 */
function loadCheckout() {
  return import('./check-out-registration.ts');
}

/** The specification has these shown in an alert when the form was submitted, by the Enter key for example. */
const inAlert: readonly CheckoutError['with'][] = ['price', 'everything'];
