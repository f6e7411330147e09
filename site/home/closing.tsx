import { useId } from 'react';
import type { Home } from '#contract/content/shapes/home-shape.ts';
import { Place } from '#site/contact/place.tsx';
import { ButtonLink } from '#site/ui/button.tsx';

type ClosingProps = {
  /** Without words for abstracts, the conference takes none. */
  words: Omit<Home['closing'], 'abstractButton'> & { abstractButton: string | undefined };
  /** "Registration from €208.95, fee included". Undefined if everything is free. */
  fromPrice: string | undefined;
  prices: readonly { label: string; note: string | undefined; amount: string }[];
  /** The last deadline, in the words of the content. */
  deadline: { label: string; date: string } | undefined;
};

/** The end of the page: the lowest price, the price of each type, two links and the last deadline. */
export function Closing({ words, fromPrice, prices, deadline }: ClosingProps) {
  const headingId = useId();
  return (
    <Place>
      <section aria-labelledby={headingId} className="page closing">
        <h2 id={headingId} className="max-w-[9em] font-serif text-title">
          {words.heading}
        </h2>
        {fromPrice && <p className="closing-from">{fromPrice}</p>}
        <ul className="closing-prices">
          {prices.map(({ label, note, amount }) => (
            <li key={label} className="closing-price">
              <span className="block text-label text-soft">{label}</span>{' '}
              <span className="mt-1 block font-serif text-price">{amount}</span>
              {note && <span className="mt-1 block text-label text-soft">{note}</span>}
            </li>
          ))}
        </ul>
        <div className="closing-actions">
          <ButtonLink to="/conference-registration">{words.registerButton}</ButtonLink>
          {words.abstractButton && (
            <ButtonLink to="/abstract-submission" variant="secondary">
              {words.abstractButton}
            </ButtonLink>
          )}
          {deadline && (
            <p className="text-small text-soft">
              {deadline.label} {deadline.date}
            </p>
          )}
        </div>
      </section>
    </Place>
  );
}
