/** The pattern by which `like … escape '\'` finds a text anywhere, whichever signs are in it. */
export function patternOf(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
