import { useEffect, useRef, useState } from 'react';
import type { Partner } from '#contract/content/shapes/partners-shape.ts';
import { Section } from '#site/ui/section.tsx';
import { useHydrated } from '#site/ui/use-hydrated.ts';

type PartnerStripProps = {
  heading: string;
  partners: (Required<Partner> & { alt: string })[];
  labels: { group: string; pause: string };
};

/**
 * Every logo moves one slide to the left in three seconds. A logo that has left on the left starts again on the right, so
 * the strip needs no copies of the logos. With reduced motion or without scripts, the logos are in rows.
 */
export function PartnerStrip({ heading, partners, labels }: PartnerStripProps) {
  const [paused, setPaused] = useState(false);
  const hydrated = useHydrated();
  const list = useRef<HTMLUListElement>(null);
  // The security policy forbids style attributes in the HTML, but allows styles that a script sets.
  useEffect(() => {
    const slides = [...(list.current?.children ?? [])];
    list.current?.style.setProperty('--count', String(slides.length));
    for (const [at, slide] of slides.entries()) {
      if (slide instanceof HTMLElement) slide.style.setProperty('--at', String(at));
    }
    list.current?.setAttribute('data-moving', '');
  }, [partners]);
  return (
    <Section heading={heading}>
      <div role="group" aria-label={labels.group} className="strip overflow-hidden">
        <ul ref={list} data-paused={paused || undefined}>
          {partners.map(({ name, logo, alt }) => (
            <li key={name} className="px-3">
              <img
                src={logo}
                alt={alt}
                loading="lazy"
                width={72}
                height={72}
                className="mx-auto size-18 object-contain"
              />
              <p translate="no" className="mt-3 text-center font-serif text-name">
                {name}
              </p>
            </li>
          ))}
        </ul>
      </div>
      <button
        type="button"
        disabled={!hydrated}
        aria-pressed={paused}
        onClick={() => setPaused(!paused)}
        className="link strip-pause"
      >
        {labels.pause}
      </button>
    </Section>
  );
}
