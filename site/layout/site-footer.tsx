import conference from 'content:conference';
import { Link } from 'react-router';
import drawing from '#site/drawings/footer.svg';
import { Drawing } from '#site/ui/drawing.tsx';
import { useSiteWords } from './site-words.ts';
import { StatementLinks } from './statement-links.tsx';
import { SubscribeForm } from './subscribe-form.tsx';
import { Wordmark } from './wordmark.tsx';

const { secretary, venue } = conference;

export function SiteFooter() {
  const { footer: words, legalLinks } = useSiteWords() ?? {};
  return (
    <footer className="mt-(--section) print:mt-8">
      {/* On paper one line takes its place, so that a receipt stays on one sheet. */}
      <div
        data-line={`${conference.name} · ${secretary.email}`}
        className="page hidden text-label before:content-[attr(data-line)] print:block"
      />
      <div className="print:hidden">
        <Drawing
          file={drawing}
          width={2702}
          height={273}
          fit="xMaxYMax slice"
          className="-mb-px h-28 w-full text-ink sm:h-44"
        />
        <div className="border-t border-ink" />
        <div className="page grid-page gap-y-12 pt-12 pb-10">
          <div className="col-span-12 lg:col-span-3">
            <Wordmark />
            <p className="mt-6 max-w-[22em] text-small text-soft">{conference.brandLine}</p>
          </div>
          <nav aria-label="Footer" className="col-span-12 sm:col-span-6 lg:col-span-2">
            <ul className="text-small">
              {words?.links.map(({ to, name }) => (
                <li key={to}>
                  <Link to={to} className="inline-flex min-h-11 items-center hover:text-accent">
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <div className="col-span-12 sm:col-span-6 lg:col-span-3">
            <h2 className="text-label font-semibold">{words?.venueHeading}</h2>
            <address className="mt-3 text-small text-soft not-italic">
              {venue.name}
              <br />
              {venue.street}
              <br />
              {venue.postalCode} {conference.city}, {conference.country}
            </address>
            <p className="mt-3 text-small text-soft">{conference.dates.text}</p>
            <h2 className="mt-8 text-label font-semibold">{words?.contactHeading}</h2>
            <p className="mt-3 text-small text-soft">{secretary.role}</p>
            <a
              href={`mailto:${secretary.email}`}
              className="link inline-flex min-h-11 items-center text-small"
            >
              {secretary.email}
            </a>
          </div>
          <div className="col-span-12 lg:col-span-4">
            {words && <SubscribeForm words={words.subscribe} />}
          </div>
          <div className="col-span-12 flex flex-wrap justify-between gap-x-8 gap-y-2 border-t border-rule pt-6 text-label text-faint">
            <p>
              © {conference.copyrightYear} {conference.fullTitle}
            </p>
            <p className="-my-3 flex flex-wrap gap-x-6">
              <StatementLinks links={legalLinks} />
              <StatementLinks links={words?.statements} />
            </p>
          </div>
        </div>
      </div>
    </footer>
  );
}
