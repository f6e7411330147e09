import * as labels from 'content:labels/layout';
import conference from 'content:conference';
import { language } from 'content:language';
import { type FormEvent, useId, useState } from 'react';
import { Link } from 'react-router';
import drawing from 'theme:drawings/footer';
import { inOneLine, withColon } from '#contract/content/languages.ts';
import { addressLines } from '#contract/content/places.ts';
import { Button } from '#site/ui/button.tsx';
import { CopyButton } from '#site/ui/copy-button.tsx';
import { Drawing } from '#site/ui/drawing.tsx';
import { Lines } from '#site/ui/lines.tsx';
import { MailLink } from '#site/ui/mail-address.tsx';
import { mailAddress } from './mail-address.ts';
import { type SiteWords, useSiteWords } from './site-words.ts';
import { StatementLinks } from './statement-links.tsx';
import { Wordmark } from './wordmark.tsx';

const { city, country, secretary, venue } = conference;

export function SiteFooter() {
  const { brandLine, copyright, footer: words, legalLinks } = useSiteWords() ?? {};
  return (
    <footer className="site-footer">
      {/* On paper this line replaces the footer, so that a receipt fits on one page. */}
      <div data-line={`${conference.name} · ${secretary.email}`} className="page paper-line" />
      <div className="print:hidden">
        <Drawing
          file={drawing}
          width={2702}
          height={273}
          fit="xMaxYMax slice"
          className="footer-drawing"
        />
        <div className="border-t border-ink" />
        <div className="page grid-page footer-columns">
          <div className="col-span-12 lg:col-span-3">
            <Wordmark />
            <p className="brand-line">{brandLine}</p>
          </div>
          <nav aria-label={labels.footerLinks} className="footer-links">
            <h2 className="text-label font-semibold">{words?.linksHeading}</h2>
            <ul className="footer-list">
              {words?.links.map(({ to, name }) => (
                <li key={to}>
                  <Link to={to} className="footer-link">
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <div className="footer-office">
            <div>
              <h2 className="text-label font-semibold">{words?.venueHeading}</h2>
              <address className="mt-3 text-small text-soft not-italic">
                <Lines
                  of={[
                    venue.name,
                    ...addressLines({ ...venue, city, country }, { ...conference, language }),
                  ]}
                />
              </address>
              <p className="mt-3 text-small text-soft">{conference.dates.text}</p>
            </div>
            <div>
              <h2 className="text-label sm:mt-8 font-semibold">{words?.contactHeading}</h2>
              <p className="mt-3 text-small text-soft max-sm:text-label">{secretary.role}</p>
              <MailLink address={secretary.email} className="footer-mail" />
            </div>
          </div>
          <div className="col-span-12 lg:col-span-4">
            {words && <SubscribeForm words={words.subscribe} />}
          </div>
          <div className="imprint">
            <p>© {copyright}</p>
            <p className="statements">
              <StatementLinks links={legalLinks} />
              <StatementLinks links={words?.statements} />
            </p>
          </div>
        </div>
      </div>
    </footer>
  );
}

/**
 * The form sends nothing: it prepares a message to the secretary in the visitor's mail program. Without scripts, the method
 * `dialog` keeps the mail address out of the page's address.
 */
function SubscribeForm({ words }: { words: SiteWords['footer']['subscribe'] }) {
  const [message, setMessage] = useState<string>();
  const id = useId();

  const prepare = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const address = String(new FormData(event.currentTarget).get('email'));
    const text = withColon(words.button, address, language);
    setMessage(text);
    location.assign(
      mailAddress(secretary.email, {
        subject: inOneLine([words.heading, conference.name], language),
        body: text,
      }),
    );
  };

  return (
    <form method="dialog" onSubmit={prepare}>
      <h2 className="text-label font-semibold">{words.heading}</h2>
      <p className="mt-1.5 text-small text-soft sm:mt-3">{words.text}</p>
      <div className="mt-3 flex sm:mt-4">
        <label htmlFor={id} className="sr-only">
          {words.placeholder}
        </label>
        <input
          id={id}
          name="email"
          type="email"
          required
          autoComplete="email"
          placeholder={words.placeholder}
          aria-describedby={`${id}-note`}
          className="control rounded-e-none border-e-0"
        />
        <Button type="submit" variant="secondary" className="subscribe-button">
          {words.button}
        </Button>
      </div>
      <p id={`${id}-note`} className="mt-2 text-label sm:mt-3 text-faint">
        {words.note}
      </p>
      {message && (
        <p role="status" className="mt-3 text-small">
          <CopyButton text={`${secretary.email}\n${message}`} />
        </p>
      )}
    </form>
  );
}
