/** A path that can be pasted into a terminal: in quotes if it has a blank or another sign that a shell reads. */
export function shellWord(path: string): string {
  return /^[\p{L}\p{N}_@%+=:,./-]+$/u.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
