/**
 * The site is built once, as a template of any conference: scripts/build-template.ts. scripts/render-site.ts puts the texts
 * and the looks of a conference into it, in each of its languages. These words stand for them until then.
 */
export const template = {
  /** The beginning of all addresses. */
  base: '/__base__',
  /** The routes that stand for the pages of legal.yaml and of pages/. */
  legalPage: '/__legal__',
  ownPage: '/__own__',
} as const;

/** Whether the template is built now, and not the site of a conference by `npm run dev`. */
export function isTemplate({ SITE_TEMPLATE }: { SITE_TEMPLATE?: string | undefined }): boolean {
  return SITE_TEMPLATE !== undefined;
}
