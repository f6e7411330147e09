import { webAddress } from '#contract/web-address.ts';

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
  const url = webAddress(typed.url ?? '');
  if (url !== undefined && typed.consent === 'yes') return { url };
  return {
    mistakes: [
      ...(url === undefined ? (['url'] as const) : []),
      ...(typed.consent === 'yes' ? [] : (['consent'] as const)),
    ],
  };
}
