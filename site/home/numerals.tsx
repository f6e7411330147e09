import { useId } from 'react';
import drawing from '#site/drawings/highlights.svg';

/** The width of a numeral, the width of the dash and the height of a numeral in our serif font at the size of 500. */
const NUMERAL = 283.5;
const DASH = 260;
const HEIGHT = 350;

/**
 * The days of the conference in large numerals. The chains of the drawing run behind the numerals and through them. Screen
 * readers skip the numerals and read the dates below.
 */
export function Numerals({ start, end }: { start: string; end: string }) {
  const clip = useId();
  const days = [...new Set([start, end])].map((date) => Number(date.slice(8))).join('–');
  const width = [...days].reduce((sum, sign) => sum + (sign === '–' ? DASH : NUMERAL), 0);
  const figures = (
    <text
      y={HEIGHT - 7}
      fontSize="500"
      textLength={width}
      lengthAdjust="spacingAndGlyphs"
      className="font-serif"
    >
      {days}
    </text>
  );
  const chains = <use href={`${drawing}#chains`} x="-420" y="-30" />;
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${HEIGHT}`}
      className="numerals drawing max-h-[70svh] w-full overflow-visible"
    >
      <g className="numerals-behind">{chains}</g>
      <g fill="currentColor">{figures}</g>
      <clipPath id={clip}>{figures}</clipPath>
      <g clipPath={`url(#${clip})`} className="numerals-within">
        {chains}
      </g>
    </svg>
  );
}
