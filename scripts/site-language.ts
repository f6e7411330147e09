/**
 * The language that a build or `npm run dev` makes: a translation, by its tag, or the first language of the conference. Each
 * translation is a build of its own, whose pages are below /de/.
 */
export function siteLanguage({ SITE_LANGUAGE: tag }: { SITE_LANGUAGE?: string | undefined }) {
  return tag ? { tag, base: `/${tag}/` } : { tag: undefined, base: '/' };
}

/** The folder into which a build writes. The folder of a translation is moved into the folder of the first language. */
export function buildFolder(build: string, tag: string | undefined): string {
  return tag === undefined ? build : `${build}.${tag}`;
}
