import conference from 'content:conference';
import { language } from 'content:language';
import { type ReactNode, Suspense, useId } from 'react';
import { inOneLine } from '#contract/content/languages.ts';
import type { Home } from '#contract/content/shapes/home-shape.ts';
import drawing from 'theme:drawings/highlights';
import numerals from 'theme:numerals';
import { Glyph } from '#site/ui/glyph.tsx';
import { Section } from '#site/ui/section.tsx';
import { type Deadline, Deadlines } from './deadlines.tsx';
import { DeadlineLine, useToday } from './use-today.ts';

type HighlightsProps = {
  words: Home['highlights'];
  deadlines: readonly Deadline[];
  /** Other places than the venue. */
  places: readonly { name: string; city?: string | undefined }[] | undefined;
};

export function Highlights({ words, deadlines, places }: HighlightsProps) {
  const { city, country, venue, dates } = conference;
  const today = useToday(dates.timezone);
  return (
    <Section heading={words.heading} intro={words.intro} ground="ink" className="overflow-hidden">
      <Numerals start={dates.start} end={dates.end} />
      {deadlines.some(({ day }) => day) && (
        <div className="deadline-line no-script:hidden print:hidden">
          {today && (
            <Suspense>
              <DeadlineLine deadlines={deadlines} today={today} todayLabel={words.today} />
            </Suspense>
          )}
        </div>
      )}
      <div className="facts">
        <Fact label={words.locationLabel}>
          <p className="fact-name">{inOneLine([city, country], language)}</p>
          <p className="fact-note">{venue.name}</p>
          {places?.map((place) => (
            <p key={place.name} className="mt-1 text-small text-soft">
              {inOneLine([place.name, place.city], language)}
            </p>
          ))}
        </Fact>
        <Fact label={words.datesLabel}>
          <p className="fact-name">{dates.text}</p>
          <p className="fact-note">{words.datesNote}</p>
        </Fact>
        {deadlines.length > 0 && (
          <Fact label={words.deadlinesLabel}>
            <Deadlines deadlines={deadlines} today={today} words={words} />
          </Fact>
        )}
      </div>
      <WhyAttend {...words.whyAttend} />
    </Section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="fact">
      <h3 className="fact-label">{label}</h3>
      {children}
    </div>
  );
}

function WhyAttend({ heading, reasons }: Home['highlights']['whyAttend']) {
  return (
    <div className="reasons">
      <h3 className="reasons-heading">{heading}</h3>
      <ul className="reason-list">
        {reasons.map(({ icon, title, text }) => (
          <li key={title} className="reason">
            <Glyph name={icon} className="reason-glyph" />
            <h4 className="font-serif text-name font-medium">{title}</h4>
            <p className="mt-2 max-w-[24em] text-small text-soft">{text}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The width of a numeral, the width of the dash and the height of a numeral in the font of headings at the size of 500. */
const { digit, dash, height } = numerals;

/**
 * The days of the conference in large numerals. The drawing of the theme runs behind the numerals and, as the pattern with
 * which they are filled, through them. Within a clip path the text would count as painted in the first screen. Screen
 * readers skip the numerals and read the dates below.
 */
function Numerals({ start, end }: { start: string; end: string }) {
  const fill = useId();
  const days = [...new Set([start, end])].map((date) => Number(date.slice(8))).join('–');
  const width = [...days].reduce((sum, sign) => sum + (sign === '–' ? dash : digit), 0);
  const lines = drawing && <use href={`${drawing}#drawing`} x="-420" y="-30" />;
  // Some letters exceed their own width and height.
  const tile = { width: width + 100, height: height + 100 };
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      className="numerals drawing max-h-[70svh] w-full overflow-visible"
    >
      <g className="numerals-behind">{lines}</g>
      <pattern id={fill} patternUnits="userSpaceOnUse" {...tile}>
        <rect {...tile} fill="currentColor" stroke="none" />
        <g className="numerals-within">{lines}</g>
      </pattern>
      <text
        y={height - 7}
        fontSize="500"
        textLength={width}
        lengthAdjust="spacingAndGlyphs"
        fill={`url(#${fill})`}
        className="font-serif"
      >
        {days}
      </text>
    </svg>
  );
}
