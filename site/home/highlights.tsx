import conference from 'content:conference';
import type { Conference } from '#contract/content/conference-shape.ts';
import type { Home } from '#contract/content/home-shape.ts';
import type { ReactNode } from 'react';
import { Glyph } from '#site/ui/glyph.tsx';
import { Section } from '#site/ui/section.tsx';

type HighlightsProps = { words: Home['highlights']; deadlines: Conference['deadlines']['landing'] };

export function Highlights({ words, deadlines }: HighlightsProps) {
  const { city, country, venue, dates } = conference;
  return (
    <Section heading={words.heading} intro={words.intro}>
      <div className="grid-page gap-y-10">
        <div className="col-span-12 grid gap-x-[clamp(1rem,2vw,2.5rem)] gap-y-10 lg:col-span-10 lg:col-start-3 lg:grid-cols-3">
          <Fact label={words.locationLabel}>
            <p className="font-serif text-heading">
              {city}, {country}
            </p>
            <p className="mt-3 text-small text-soft">{venue.name}</p>
          </Fact>
          <Fact label={words.datesLabel}>
            <p className="font-serif text-heading">{dates.text}</p>
            <p className="mt-3 text-small text-soft">{words.datesNote}</p>
          </Fact>
          <Fact label={words.deadlinesLabel}>
            <dl>
              {deadlines.map(({ label, date }) => (
                <div
                  key={label}
                  className="flex items-baseline justify-between gap-4 border-b border-rule py-2.5 first:pt-0"
                >
                  <dt className="text-small">{label}</dt>
                  <dd className="font-serif text-name">{date}</dd>
                </div>
              ))}
            </dl>
          </Fact>
        </div>
        <WhyAttend {...words.whyAttend} />
      </div>
    </Section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="border-t border-ink pt-4">
      <h3 className="mb-5 text-label font-semibold text-accent">{label}</h3>
      {children}
    </div>
  );
}

function WhyAttend({ heading, reasons }: Home['highlights']['whyAttend']) {
  return (
    <div className="col-span-12 mt-10 lg:col-span-10 lg:col-start-3">
      <h3 className="mb-8 font-serif text-heading">{heading}</h3>
      <ul className="grid gap-x-[clamp(1rem,2vw,2.5rem)] gap-y-10 md:grid-cols-3">
        {reasons.map(({ icon, title, text }) => (
          <li key={title}>
            <Glyph name={icon} className="mb-5 size-12 text-accent" />
            <h4 className="font-serif text-name font-medium">{title}</h4>
            <p className="mt-2 max-w-[24em] text-small text-soft">{text}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}
