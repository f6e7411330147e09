import { Link } from 'react-router';
import type { SiteWords } from './site-words.ts';

/** Links to the organisers' statements, such as terms and privacy. */
export function StatementLinks({ links }: { links: SiteWords['legalLinks'] | undefined }) {
  return links?.map(({ path, link }) => (
    <Link key={path} to={path} className="link inline-flex min-h-11 items-center">
      {link}
    </Link>
  ));
}
