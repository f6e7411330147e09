/** The pattern with which `like … escape '\'` finds a text anywhere, also one with %, _ or \. */
export function patternOf(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
