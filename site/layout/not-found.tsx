import drawing from '#site/drawings/not-found.svg';
import { ButtonLink } from '#site/ui/button.tsx';
import { PageHeading } from '#site/ui/page-heading.tsx';
import { mainPages } from './main-pages.ts';
import { useSiteWords } from './site-words.ts';

export function NotFound() {
  const words = useSiteWords()?.notFound;
  if (!words) return null;
  return (
    <PageHeading heading={words.heading} intro={words.text} drawing={drawing}>
      <ButtonLink to="/">{words.link}</ButtonLink>
      {mainPages.slice(1).map(({ to, name }) => (
        <ButtonLink key={to} to={to} variant="quiet" className="mx-3">
          {name}
        </ButtonLink>
      ))}
    </PageHeading>
  );
}
