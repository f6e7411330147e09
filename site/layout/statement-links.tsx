import { Link } from 'react-router';
import type { SiteWords } from './site-words.ts';

/** To what the organisers state: terms, privacy and the like. */
export function StatementLinks({ links }: { links: SiteWords['legalLinks'] | undefined }) {
  return links?.map(({ path, link }) => (
    <Link key={path} to={path} className="link inline-flex min-h-11 items-center">
      {link}
    </Link>
  ));
}
