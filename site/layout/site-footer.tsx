import conference from 'content:conference';
import { Link } from 'react-router';
import drawing from '#site/drawings/footer.svg';
import { Drawing } from '#site/ui/drawing.tsx';
import { MailLink } from '#site/ui/mail-address.tsx';
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
          className="-mb-px h-16 w-full text-ink sm:h-44"
        />
        <div className="border-t border-ink" />
        <div className="page grid-page gap-y-5 pt-6 pb-4 sm:gap-y-12 sm:pt-12 sm:pb-10">
          <div className="col-span-12 lg:col-span-3">
            <Wordmark />
            <p className="mt-3 max-w-[22em] text-small text-soft sm:mt-6">{conference.brandLine}</p>
          </div>
          <nav aria-label="Footer" className="col-span-12 sm:col-span-6 lg:col-span-2">
            <ul className="grid grid-cols-2 gap-x-4 text-small sm:block">
              {words?.links.map(({ to, name }) => (
                <li key={to}>
                  <Link to={to} className="inline-flex min-h-11 items-center hover:text-accent">
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <div className="col-span-12 grid grid-cols-2 gap-x-4 sm:col-span-6 sm:block lg:col-span-3">
            <div>
              <h2 className="text-label font-semibold">{words?.venueHeading}</h2>
              <address className="mt-3 text-small text-soft not-italic">
                {venue.name}
                <br />
                {venue.street}
                <br />
                {venue.postalCode} {conference.city}, {conference.country}
              </address>
              <p className="mt-3 text-small text-soft">{conference.dates.text}</p>
            </div>
            <div>
              <h2 className="text-label sm:mt-8 font-semibold">{words?.contactHeading}</h2>
              <p className="mt-3 text-small text-soft">{secretary.role}</p>
              <MailLink
                address={secretary.email}
                className="inline-flex min-h-11 items-center text-small max-sm:text-label"
              />
            </div>
          </div>
          <div className="col-span-12 lg:col-span-4">
            {words && <SubscribeForm words={words.subscribe} />}
          </div>
          <div className="col-span-12 flex flex-wrap justify-between gap-x-8 gap-y-2 border-t border-rule pt-3 text-label sm:pt-6 text-faint">
            <p>
              © {conference.copyrightYear} {conference.fullTitle}
            </p>
            <p className="-my-3 flex flex-wrap gap-x-4 sm:gap-x-6">
              <StatementLinks links={legalLinks} />
              <StatementLinks links={words?.statements} />
            </p>
          </div>
        </div>
      </div>
    </footer>
  );
}
