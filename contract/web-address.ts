/**
 * The address of another site in a text that somebody has typed, at most 500 characters; undefined for anything else: only
 * `https://`, a name with a dot, and no password in it. People copy addresses without their scheme.
 */
export function webAddress(typed: string): string | undefined {
  const text = typed.trim();
  const whole = /^[\w-]+(?:\.[\w-]+)+(?:[/?#]|$)/.test(text) ? `https://${text}` : text;
  if (whole.length > 500 || /\s/.test(whole) || !URL.canParse(whole)) return undefined;
  const { protocol, username, password, hostname, href } = new URL(whole);
  const isPlain = protocol === 'https:' && username === '' && password === '';
  return isPlain && /\.[a-z][a-z\d-]*$/i.test(hostname) ? href : undefined;
}
