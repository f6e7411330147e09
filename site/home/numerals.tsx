import { useId } from 'react';
import drawing from 'theme:drawings/highlights';
import numerals from 'theme:numerals';

/** The width of a numeral, the width of the dash and the height of a numeral in the font of headings at the size of 500. */
const { digit, dash, height } = numerals;

/**
 * The days of the conference in large numerals. The drawing of the theme runs behind the numerals and through them. Screen
 * readers skip the numerals and read the dates below.
 */
export function Numerals({ start, end }: { start: string; end: string }) {
  const clip = useId();
  const days = [...new Set([start, end])].map((date) => Number(date.slice(8))).join('–');
  const width = [...days].reduce((sum, sign) => sum + (sign === '–' ? dash : digit), 0);
  const figures = (
    <text
      y={height - 7}
      fontSize="500"
      textLength={width}
      lengthAdjust="spacingAndGlyphs"
      className="font-serif"
    >
      {days}
    </text>
  );
  const lines = drawing && <use href={`${drawing}#drawing`} x="-420" y="-30" />;
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      className="numerals drawing max-h-[70svh] w-full overflow-visible"
    >
      <g className="numerals-behind">{lines}</g>
      <g fill="currentColor">{figures}</g>
      <clipPath id={clip}>{figures}</clipPath>
      <g clipPath={`url(#${clip})`} className="numerals-within">
        {lines}
      </g>
    </svg>
  );
}
