import { ButtonLink } from '#site/ui/button.tsx';
import { PageHeading } from '#site/ui/page-heading.tsx';
import { useSiteWords } from './site-words.ts';

export function NotFound() {
  const words = useSiteWords()?.notFound;
  if (!words) return null;
  return (
    <PageHeading heading={words.heading} intro={words.text} seed={741}>
      <ButtonLink to="/">{words.link}</ButtonLink>
    </PageHeading>
  );
}
