import * as labels from 'content:labels/forms';
import type { MouseEvent } from 'react';
import { Banner } from '#site/ui/banner.tsx';
import { Button } from '#site/ui/button.tsx';
import { showAndFocus } from './focus.tsx';
import type { OfferedEntries } from './form-draft.ts';

export function OfferedNote({ bringBack, discard }: OfferedEntries) {
  // The pressed button disappears, so the focus moves to the form.
  const then =
    (act: () => void, next: string) =>
    ({ currentTarget }: MouseEvent) => {
      const field = currentTarget.closest('form')?.querySelector<HTMLElement>(next);
      act();
      if (field) showAndFocus(field);
    };
  return (
    <Banner tone="note">
      <p>{labels.otherEntries}</p>
      <p className="flex flex-wrap gap-x-6">
        <Button variant="quiet" onClick={then(bringBack, '[name=captcha]')}>
          {labels.bringBack}
        </Button>
        <Button variant="quiet" onClick={then(discard, 'select')}>
          {labels.discard}
        </Button>
      </p>
    </Banner>
  );
}
