export type PosterEntries = { [Name in 'licence' | 'consent' | 'url']?: string | undefined };
export type PosterMistake = 'file' | 'licence' | 'consent' | 'url';

/** The licence of a form with a poster; or the fields with mistakes. */
export function readLicence(
  typed: PosterEntries,
  licences: readonly { name: string }[],
): { licence: string } | { mistakes: PosterMistake[] } {
  const licence = licences.find(({ name }) => name === typed.licence)?.name;
  if (licence !== undefined && typed.consent === 'yes') return { licence };
  return {
    mistakes: [
      ...(licence === undefined ? (['licence'] as const) : []),
      ...(typed.consent === 'yes' ? [] : (['consent'] as const)),
    ],
  };
}

/** The address of a form with a video; or the fields with mistakes. */
export function readVideo(typed: PosterEntries): { url: string } | { mistakes: PosterMistake[] } {
  const url = addressIn(typed.url ?? '');
  if (url !== undefined && typed.consent === 'yes') return { url };
  return {
    mistakes: [
      ...(url === undefined ? (['url'] as const) : []),
      ...(typed.consent === 'yes' ? [] : (['consent'] as const)),
    ],
  };
}

/** An address of another site, without a password in it. People copy addresses without their scheme. */
export function addressIn(typed: string): string | undefined {
  const text = typed.trim();
  const whole = /^[\w-]+(?:\.[\w-]+)+(?:[/?#]|$)/.test(text) ? `https://${text}` : text;
  if (whole.length > 500 || /\s/.test(whole) || !URL.canParse(whole)) return undefined;
  const { protocol, username, password, hostname, href } = new URL(whole);
  const isPlain = protocol === 'https:' && username === '' && password === '';
  return isPlain && /\.[a-z][a-z\d-]*$/i.test(hostname) ? href : undefined;
}
