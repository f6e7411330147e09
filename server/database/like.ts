/** What `like … escape '\'` finds a text anywhere by, whichever signs are in it. */
export function patternOf(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
