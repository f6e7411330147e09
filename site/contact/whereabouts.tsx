import conference from 'content:conference';
import type { Pages } from '#contract/content/pages-shape.ts';
import { MailLink } from '#site/ui/mail-address.tsx';

const { venue, secretary, city, country } = conference;

export function Whereabouts({ words }: { words: Pages['contact'] }) {
  return (
    <div className="grid gap-12 sm:grid-cols-2 lg:grid-cols-1">
      <section className="border-t border-ink pt-5">
        <h2 className="text-label font-semibold text-accent">{words.venueHeading}</h2>
        <p className="mt-4 font-serif text-name">{venue.name}</p>
        <address className="mt-4 not-italic">
          {venue.street}
          <br />
          {venue.postalCode} {city}, {country}
        </address>
        <p className="mt-4 max-w-[26em] text-small text-soft">{venue.note}</p>
      </section>
      <section className="border-t border-ink pt-5">
        <h2 className="text-label font-semibold text-accent">{words.secretaryHeading}</h2>
        <p className="mt-4">
          <MailLink address={secretary.email} className="font-serif text-name" />
        </p>
        <p className="mt-4 max-w-[26em] text-small text-soft">{words.secretaryText}</p>
      </section>
    </div>
  );
}
