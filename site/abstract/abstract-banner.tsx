import type { ReactNode } from 'react';
import type { AbstractWords } from './abstract-form.tsx';

/** The deadline, the dates, the venue and the contact. */
export function AbstractBanner({ words }: { words: AbstractWords }) {
  return (
    <dl className="grid w-full max-w-[44rem] grid-cols-2 gap-x-8 gap-y-5 border-t border-ink pt-5">
      <Fact label={words.deadlineLabel}>
        <span className="font-serif text-name font-medium text-accent">{words.deadline}</span>
      </Fact>
      <Fact label={words.datesLabel}>
        <span className="font-serif text-name">{words.dates}</span>
      </Fact>
      <Fact label={words.venueLabel} wide>
        {words.venue}
      </Fact>
      <Fact label={words.contactLabel} wide>
        <a href={`mailto:${words.email}`} className="link">
          {words.email}
        </a>
      </Fact>
    </dl>
  );
}

type FactProps = {
  label: string;
  /** Takes the whole line on a phone. */
  wide?: boolean;
  children: ReactNode;
};

function Fact({ label, wide, children }: FactProps) {
  return (
    <div className={wide ? 'col-span-2 sm:col-span-1' : ''}>
      <dt className="text-label font-semibold text-soft">{label}</dt>
      <dd className="mt-1 text-small">{children}</dd>
    </div>
  );
}
