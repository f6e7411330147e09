import { languageBase } from '#contract/content/languages.ts';

/**
 * The language that a build or `npm run dev` makes: a translation, by its tag, or the first language of the conference. Each
 * translation is a build of its own, whose pages are below /de. `base` is nothing for the first language.
 */
export function siteLanguage({ SITE_LANGUAGE: tag }: { SITE_LANGUAGE?: string | undefined }) {
  return tag ? { tag, base: languageBase(tag) } : { tag: undefined, base: '' };
}
