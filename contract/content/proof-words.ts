import type { PresentationType } from '#contract/content.ts';
import type { Labels } from '#contract/content/shapes/labels-shape.ts';
import { fillPlaceholders } from './placeholders.ts';

/** The proof that a price needs, until when, and that the difference to the full price is due without it. */
export function proofWords(
  { text, until }: Pick<NonNullable<PresentationType['proof']>, 'text' | 'until'>,
  { inMail }: Pick<Labels['proof'], 'inMail'>,
): string {
  return `${text} ${fillPlaceholders(inMail, { until: until.words })}`;
}
