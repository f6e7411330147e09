import { useEffect, useRef } from 'react';
import { showAndFocus } from '#site/forms/first-failing-field.ts';
import { Banner } from '#site/ui/banner.tsx';
import type { CheckoutError } from './check-out-registration.ts';

type CheckoutErrorsProps = {
  errors: readonly CheckoutError[];
  /** Whether the checkout has ended, so that the focus may move here. */
  finished: boolean;
};

export function CheckoutErrors({ errors, finished }: CheckoutErrorsProps) {
  const boxes = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (finished && boxes.current) showAndFocus(boxes.current);
  }, [finished, errors]);

  if (errors.length === 0) return null;
  return (
    <div ref={boxes} tabIndex={-1} className="mb-8 grid gap-3 focus:outline-none">
      {errors.map((error) => (
        <Banner
          key={error.with}
          tone="error"
          {...(error.with === 'checkout' && { heading: 'Payment Error:' })}
        >
          {error.text}
        </Banner>
      ))}
    </div>
  );
}
