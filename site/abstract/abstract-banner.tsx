import type { ReactNode } from 'react';
import { MailLink } from '#site/ui/mail-address.tsx';
import type { AbstractWords } from './abstract-form.tsx';

/** The deadline, the dates, the venue and the contact. */
export function AbstractBanner({ words }: { words: AbstractWords }) {
  return (
    <dl className="grid w-full max-w-[44rem] grid-cols-[1fr_1.1fr] gap-x-4 gap-y-3 border-t border-rule pt-3 sm:grid-cols-2 sm:gap-x-8">
      <Fact label={words.deadlineLabel}>
        <span className="font-serif text-name font-medium text-accent">{words.deadline}</span>
      </Fact>
      <Fact label={words.datesLabel}>
        <span className="font-serif text-name">{words.dates}</span>
      </Fact>
      <Fact label={words.venueLabel}>{words.venue}</Fact>
      <Fact label={words.contactLabel}>
        <MailLink address={words.email} className="max-sm:text-label" />
      </Fact>
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-label font-semibold text-soft">{label}</dt>
      <dd className="mt-0.5 text-small">{children}</dd>
    </div>
  );
}
