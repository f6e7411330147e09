const FORM = /^(?:https?:\/\/orcid\.org\/)?(\d{4})-?(\d{4})-?(\d{4})-?(\d{3}[\dX])$/i;

/**
 * An ORCID iD in its usual form, 0000-0002-1825-0097, from its digits or its address; undefined if it is none. The last
 * character is a check digit by ISO 7064, MOD 11-2.
 */
export function orcidOf(typed: string): string | undefined {
  const groups = FORM.exec(typed.trim())?.slice(1);
  if (!groups) return undefined;
  const characters = [...groups.join('').toUpperCase()];
  const last = characters.pop();
  const total = characters.reduce((sum, digit) => (sum + Number(digit)) * 2, 0);
  const check = (12 - (total % 11)) % 11;
  return last === (check === 10 ? 'X' : String(check)) ? groups.join('-').toUpperCase() : undefined;
}
