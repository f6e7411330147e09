import { useEffect, useRef } from 'react';
import { showAndFocus } from '#site/forms/first-failing-field.ts';
import { Banner } from '#site/ui/banner.tsx';
import type { Trouble } from './check-out-registration.ts';

type TroubleBoxesProps = {
  troubles: readonly Trouble[];
  /** Whether nothing more is to come, so that the visitor may be led here. */
  settled: boolean;
};

export function TroubleBoxes({ troubles, settled }: TroubleBoxesProps) {
  const boxes = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (settled && boxes.current) showAndFocus(boxes.current);
  }, [settled, troubles]);

  if (troubles.length === 0) return null;
  return (
    <div ref={boxes} tabIndex={-1} className="mb-8 grid gap-3 focus:outline-none">
      {troubles.map((trouble) => (
        <Banner
          key={trouble.with}
          tone="error"
          {...(trouble.with === 'checkout' && { heading: 'Payment Error:' })}
        >
          {trouble.text}
        </Banner>
      ))}
    </div>
  );
}
