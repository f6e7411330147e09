import { COMMAS, SEMICOLONS } from '#contract/signs.ts';

const BETWEEN = new RegExp(`[${COMMAS}${SEMICOLONS}\\n]`);

/** The keywords in a line, as people divide them. */
export function keywordsIn(line: string): string[] {
  return line
    .split(BETWEEN)
    .map((word) => word.trim())
    .filter((word) => word !== '');
}
