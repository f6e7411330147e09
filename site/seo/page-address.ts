import { SITE_ORIGIN } from '#contract/site-origin.ts';

/** The whole address of a page in a language, whose addresses begin with `base`. */
export function addressIn(base: string, path: string): string {
  const address = base + path;
  return SITE_ORIGIN + (address === '/' ? '/' : address.replace(/\/$/, ''));
}
