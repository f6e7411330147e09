import { useEffect } from 'react';
import { useLocation } from 'react-router';
import drawing from 'theme:drawings/not-found';
import { ButtonLink } from '#site/ui/button.tsx';
import { PageHeading } from '#site/ui/page-heading.tsx';
import { useSiteWords } from './site-words.ts';

export default function NotFoundPage() {
  const { pathname } = useLocation();

  useEffect(() => {
    // The log has only the path, because a query may contain personal data.
    console.error(`Page not found: ${pathname.slice(0, 200)}`);
  }, [pathname]);

  return <NotFound />;
}

export function NotFound() {
  const { notFound: words, menu = [] } = useSiteWords() ?? {};
  if (!words) return null;
  const links = menu.flatMap((entry) => ('to' in entry && entry.to !== '/' ? entry : []));
  return (
    <PageHeading heading={words.heading} intro={words.text} drawing={drawing}>
      <ButtonLink to="/">{words.link}</ButtonLink>
      {links.map(({ to, name, isServed = false }) => (
        <ButtonLink key={to} to={to} reloadDocument={isServed} variant="quiet" className="mx-3">
          {name}
        </ButtonLink>
      ))}
    </PageHeading>
  );
}
