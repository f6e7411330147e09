/** `auto` for a text with letters that are written from right to left, so that the browser aligns it to its own side. */
export function directionOf(text: string): 'auto' | undefined {
  return /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(text) ? 'auto' : undefined;
}
