import conference from 'content:conference';
import pages from 'content:pages';
import type { Pages } from '#contract/content/pages-shape.ts';
import drawing from 'theme:drawings/contact';
import { Place } from './place.tsx';
import { pageMeta } from '#site/page-meta.ts';
import { MailLink } from '#site/ui/mail-address.tsx';
import { PageHeading } from '#site/ui/page-heading.tsx';
import type { Route } from './+types/contact-page.ts';
import { ContactForm } from './contact-form.tsx';

export const loader = () => pages.contact;

export const meta = ({ loaderData }: Route.MetaArgs) => pageMeta(loaderData);

export default function ContactPage({ loaderData: words }: Route.ComponentProps) {
  return (
    <>
      <PageHeading compact heading={words.heading} intro={words.intro} drawing={drawing} />
      <div className="page grid-page gap-y-16 pt-8 lg:pt-12">
        <div className="col-span-12 lg:col-span-7 lg:col-start-6">
          <ContactForm words={words} />
        </div>
        <div className="col-span-12 lg:col-span-4 lg:col-start-1 lg:row-start-1">
          <Whereabouts words={words} />
        </div>
      </div>
      <Place />
    </>
  );
}

const { venue, secretary, city, country } = conference;

function Whereabouts({ words }: { words: Pages['contact'] }) {
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
