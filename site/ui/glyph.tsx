import type { IconName } from '#contract/content/content-fields.ts';
import glyphs from 'theme:drawings/glyphs';

/** A small drawing inside a ring, in the colour of the text around it. */
export function Glyph({ name, className }: { name: IconName; className: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 48 48"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinejoin="round"
      strokeLinecap="round"
      className={className}
    >
      <use href={`${glyphs}#ring`} />
      <use href={`${glyphs}#${name}`} />
    </svg>
  );
}
