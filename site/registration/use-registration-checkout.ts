import * as labels from 'content:labels/registration';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { useEffect, useState } from 'react';
import type { Way } from '#contract/content/ways.ts';
import type { PricingOptionAsRead } from '#contract/pricing.ts';
import { browserDeps, useCheckout } from '#site/forms/checkout.ts';
import type { CheckoutError, Report } from './check-out-registration.ts';
import type { Offer } from './offer.ts';
import type { RegistrationEntry } from './registration-fields.ts';

type Payment = {
  method: Way;
  entry: RegistrationEntry;
  prices: readonly PricingOptionAsRead[];
  /** Whether the visitor submitted the form, for example with the Enter key. Some errors then appear in an alert. */
  submitted: boolean;
};

/** The checkout of a registration, with its progress and errors for the page. */
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
        const report = { progress: setProgress, error, ...on };
        const input = { ...chosen, ...sold };
        return method === 'paypal'
          ? await checkOutByPaypal(input, browserDeps(), report)
          : await checkOutByCard(input, browserDeps(), report, method);
      } catch (thrown) {
        console.error('The payment could not be started', thrown);
        const reason = thrown instanceof Error ? thrown.message : String(thrown);
        const text = fillPlaceholders(labels.everythingFailed, { reason });
        error({ with: 'everything', text });
        return false;
      }
    });

  return { busy, progress: busy ? progress : '', errors, pay, forgetErrors: () => setErrors([]) };
}

/**
 * Loads the code of the checkout while the visitor fills in the form. With this code, the scripts of the page would exceed
 * their limit of 155 kB. If the loading fails, the payment tries again.
 */
function loadCheckout() {
  return import('./check-out-registration.ts');
}

/** After a submit, for example with the Enter key, the specification requires an alert for these errors. */
const inAlert: readonly CheckoutError['with'][] = ['price', 'everything'];
