import { Suspense, useId } from 'react';
import conference from 'content:conference';
import type { Home } from '#contract/content/home-shape.ts';
import { Place } from '#site/place/place.tsx';
import { ButtonLink } from '#site/ui/button.tsx';
import type { Deadline } from './deadlines.tsx';
import { DaysLeft, useToday } from './use-today.ts';

type ClosingProps = {
  words: Home['closing'];
  /** "Registration from €208.95, fee included". */
  fromPrice: string;
  prices: readonly { label: string; amount: string }[];
  deadlines: readonly Deadline[];
};

/** The end of the page: what a place costs, what ends next, and the two ways on. */
export function Closing({ words, fromPrice, prices, deadlines }: ClosingProps) {
  const headingId = useId();
  return (
    <Place>
      <section
        aria-labelledby={headingId}
        className="page pt-[clamp(2.5rem,5vw,5rem)] pb-(--section)"
      >
        <h2 id={headingId} className="max-w-[9em] font-serif text-title">
          {words.heading}
        </h2>
        <p className="mt-6 text-lead text-soft">{fromPrice}</p>
        <ul className="mt-10 grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] sm:grid-cols-3 lg:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] border-t border-ink lg:mt-14">
          {prices.map(({ label, amount }) => (
            <li key={label} className="border-b border-rule py-5 pr-4">
              <span className="block text-label text-soft">{label}</span>{' '}
              <span className="mt-1 block font-serif text-price">{amount}</span>
            </li>
          ))}
        </ul>
        <div className="mt-10 flex flex-wrap items-center gap-x-4 gap-y-4">
          <ButtonLink to="/conference-registration">{words.registerButton}</ButtonLink>
          <ButtonLink to="/abstract-submission" variant="secondary">
            {words.abstractButton}
          </ButtonLink>
          <NextDeadline deadlines={deadlines} />
        </div>
      </section>
    </Place>
  );
}

/** The next deadline that has a day, when it is known which day it is. */
function NextDeadline({ deadlines }: { deadlines: readonly Deadline[] }) {
  const today = useToday(conference.dates.timezone);
  if (today === undefined) return null;
  const [next] = deadlines
    .flatMap(({ label, day }) => (day !== undefined && day >= today ? [{ label, day }] : []))
    .toSorted((one, other) => one.day.localeCompare(other.day));
  return (
    next && (
      <Suspense>
        <p className="text-small text-soft">
          {next.label} <DaysLeft day={next.day} today={today} passed="" />
        </p>
      </Suspense>
    )
  );
}
