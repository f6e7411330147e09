import { language } from 'content:language';
import conference from 'content:conference';
import details from 'content:conference-details';
import * as labels from 'content:labels/pages';
import pages from 'content:pages';
import { addressLines, addressText } from '#contract/content/places.ts';
import drawing from 'theme:drawings/contact';
import { Place } from './place.tsx';
import { pageMeta } from '#site/page-meta.ts';
import { Lines } from '#site/ui/lines.tsx';
import { MailLink } from '#site/ui/mail-address.tsx';
import { PageHeading } from '#site/ui/page-heading.tsx';
import type { Route } from './+types/contact-page.ts';
import { ContactForm } from './contact-form.tsx';

export function loader() {
  const { places } = details;
  const { map, otherPlaces } = labels;
  return {
    ...pages.contact,
    venueNote: details.venueNote,
    ...(places && {
      places: places.map((place) => ({
        ...place,
        address: addressText({ ...conference, language }, place),
      })),
    }),
    ...((places ?? venue.map) && { labels: { map, otherPlaces } }),
  };
}

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

function Whereabouts({ words }: { words: ReturnType<typeof loader> }) {
  return (
    <div className="grid gap-12 sm:grid-cols-2 lg:grid-cols-1">
      <section className="border-t border-ink pt-5">
        <h2 className="text-label font-semibold text-accent">{words.venueHeading}</h2>
        <p className="mt-4 font-serif text-name">{venue.name}</p>
        <address className="mt-4 not-italic">
          <Lines of={addressLines({ ...venue, city, country }, { ...conference, language })} />
        </address>
        <p className="mt-4 max-w-[26em] text-small text-soft">{words.venueNote}</p>
        <MapLink to={venue.map} name={venue.name} words={words.labels?.map} />
      </section>
      <section className="border-t border-ink pt-5">
        <h2 className="text-label font-semibold text-accent">{words.secretaryHeading}</h2>
        <p className="mt-4">
          <MailLink address={secretary.email} className="font-serif text-name" />
        </p>
        <p className="mt-4 max-w-[26em] text-small text-soft">{words.secretaryText}</p>
      </section>
      {words.places && (
        <section className="border-t border-ink pt-5">
          <h2 className="text-label font-semibold text-accent">{words.labels?.otherPlaces}</h2>
          {words.places.map(({ id, name, address, note, map }) => (
            <div key={id} id={id} className="mt-4 not-last:mb-8">
              <h3 className="font-serif text-name">{name}</h3>
              <address className="mt-2 not-italic">{address}</address>
              {note && <p className="mt-2 max-w-[26em] text-small text-soft">{note}</p>}
              <MapLink to={map} name={name} words={words.labels?.map} />
            </div>
          ))}
        </section>
      )}
    </div>
  );
}

type MapLinkProps = { to: string | undefined; name: string; words: string | undefined };

/** The map is on another site, and only a visitor who opens it asks for it. */
function MapLink({ to, name, words }: MapLinkProps) {
  if (to === undefined) return null;
  return (
    <p className="mt-2">
      <a href={to} rel="noopener" className="link inline-flex min-h-11 items-center text-small">
        {words}
        <span className="sr-only"> {name}</span>
      </a>
    </p>
  );
}
