import drawing from '#site/drawings/not-found.svg';
import { ButtonLink } from '#site/ui/button.tsx';
import { PageHeading } from '#site/ui/page-heading.tsx';
import { useSiteWords } from './site-words.ts';

export function NotFound() {
  const words = useSiteWords()?.notFound;
  if (!words) return null;
  return (
    <PageHeading heading={words.heading} intro={words.text} drawing={drawing}>
      <ButtonLink to="/">{words.link}</ButtonLink>
    </PageHeading>
  );
}
