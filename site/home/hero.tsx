import conference from 'content:conference';
import { language } from 'content:language';
import { inOneLine } from '#contract/content/languages.ts';
import type { Home } from '#contract/content/shapes/home-shape.ts';
import type { Dot } from '#contract/content/shapes/theme-shape.ts';
import drawing from 'theme:drawings/hero';
import { ButtonLink } from '#site/ui/button.tsx';
import { Drawing } from '#site/ui/drawing.tsx';

type Words = Home['hero'] & {
  fullTitle: string;
  locationLabel: string;
  datesLabel: string;
  venueLabel: string;
  when: string;
  dots: readonly Dot[];
};

export function Hero({ words }: { words: Words }) {
  const facts = [
    [words.locationLabel, inOneLine([conference.city, conference.country], language)],
    [words.datesLabel, conference.dates.text],
    [words.venueLabel, conference.venue.name],
  ] as const;
  return (
    <div id="hero" className="hero">
      <div className="relative flex flex-1 items-center">
        {words.dots.length > 0 && <HeroArt dots={words.dots} />}
        <div className="page hero-text">
          <div className="@5xl:w-[56%]">
            <p className="text-small font-medium text-accent">{words.fullTitle}</p>
            <p className="mt-1 text-small text-soft @2xl:hidden">{words.when}</p>
            <h1 className="hero-heading">{words.heading}</h1>
            <p className="hero-intro">{words.text}</p>
            <div className="mt-7 flex flex-wrap gap-3">
              <ButtonLink to="/conference-registration">{words.registerButton}</ButtonLink>
              <ButtonLink to="/conference-registration" variant="secondary">
                {words.speakerButton}
              </ButtonLink>
              <ButtonLink to="/documents/brochure.pdf" reloadDocument download variant="quiet">
                {words.brochureButton}
              </ButtonLink>
            </div>
          </div>
        </div>
      </div>
      <div className="page relative">
        <dl className="hero-facts">
          {facts.map(([label, fact]) => (
            <div key={label} className="hero-fact">
              <dt className="text-label text-faint">{label}</dt>
              <dd className="mt-0.5 font-serif text-name">{fact}</dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  );
}

/** The drawing of the hero, on which dots move. */
function HeroArt({ dots }: { dots: readonly Dot[] }) {
  return (
    <Drawing file={drawing} width={991} height={897} fit="xMaxYMid slice" className="hero-art">
      {dots.map(([x, y, angle, turn, radius = 8]) => (
        <g key={`${x} ${y}`} transform={`translate(${x} ${y}) rotate(${angle})`}>
          <circle data-dot="" r={radius} className={`dot turns-${turn}`} />
        </g>
      ))}
    </Drawing>
  );
}
