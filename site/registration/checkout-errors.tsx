import type { ReactNode } from 'react';
import { Focused } from '#site/forms/focus.tsx';
import { OfflineNote } from '#site/forms/form-notes.tsx';
import { Banner } from '#site/ui/banner.tsx';
import type { CheckoutError } from './check-out-registration.ts';

type CheckoutErrorsProps = {
  errors: readonly CheckoutError[];
  /** Whether the checkout has ended, so that the focus may move here. */
  finished: boolean;
  /** What leads to the waiting list where everything is sold. */
  waitingList: ReactNode;
};

export function CheckoutErrors({ errors: all, finished, waitingList }: CheckoutErrorsProps) {
  // What refuses the registration often refuses its payment in the same words.
  const errors = all.filter((error) => all.findLast(({ text }) => text === error.text) === error);
  // Every change of the form makes another array, which must not take the focus from the field.
  const texts = errors.map(({ text }) => text).join('\n');
  if (errors.length === 0) return null;
  return (
    <Focused when={finished && texts} className="mb-8 grid gap-3">
      {errors.map((error) => (
        <Banner
          key={error.with}
          tone="error"
          {...(error.with === 'checkout' && { heading: 'Payment Error:' })}
        >
          <p>{error.text}</p>
          {error.soldOut && waitingList}
        </Banner>
      ))}
      {errors.some(({ offline }) => offline) && (
        <OfflineNote next="Press again when you are online." />
      )}
    </Focused>
  );
}
