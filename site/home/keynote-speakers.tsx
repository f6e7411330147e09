import type { Home } from '#contract/content/shapes/home-shape.ts';
import { SpeakerGrid } from '#site/speakers/speaker-grid.tsx';
import { ButtonLink } from '#site/ui/button.tsx';
import { Section } from '#site/ui/section.tsx';

export function KeynoteSpeakers({ words }: { words: Home['speakers'] }) {
  const { heading, subtitle, link } = words;
  return (
    <Section heading={heading} intro={subtitle} ground="tint">
      <SpeakerGrid heading="h3" brief />
      <p className="mt-6 sm:mt-0">
        <ButtonLink to="/speakers" variant="secondary">
          {link}
        </ButtonLink>
      </p>
    </Section>
  );
}
