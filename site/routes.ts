import { index, route, type RouteConfig } from '@react-router/dev/routes';
import { registerTexts } from '#contract/content/feature-texts.ts';
import { texts } from '#features/texts.ts';
import { ContentError } from '#server/content/content-error.ts';
import { siteFolders } from '#server/content/folders.ts';
import { readContent } from '#server/content/read-content.ts';
import { siteLanguage } from '#server/content/site-language.ts';
import { isTemplate, template } from '#server/content/site-template.ts';

registerTexts(texts);

/** The addresses of the conference's pages. This file runs while the site is built, and reaches no visitor. */
const { addresses, ...own } = isTemplate(process.env)
  ? { addresses: undefined, legalPages: [template.legalPage], ownPages: [template.ownPage] }
  : pagesOf(siteFolders(process.env).content);

/** Ignores mistakes in the content folder here, because the build and `npm run dev` report them. */
function pagesOf(folder: string) {
  try {
    const { legal, ownPages, addresses: all } = readContent(folder);
    return {
      addresses: all,
      legalPages: legal.pages.map(({ path }) => path),
      ownPages: ownPages.map(({ path }) => path),
    };
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    return { addresses: undefined, legalPages: [], ownPages: [] };
  }
}

/** A page that a conference may leave out (contract/content/site-addresses.ts). */
function optional(path: string, file: string) {
  return addresses === undefined || addresses.includes(`/${path}`) ? [route(path, file)] : [];
}

/** Files that are the same in every language, or that list the pages of all languages. */
const shared =
  siteLanguage(process.env).tag === undefined
    ? [
        route('sitemap.xml', 'seo/sitemap-file.ts'),
        route('robots.txt', 'seo/robots-file.ts'),
        route('countries.json', 'forms/countries-file.ts'),
      ]
    : [];

export default [
  ...shared,
  index('home/home-page.tsx'),
  route('speakers', 'speakers/speakers-page.tsx'),
  route('payment-success', 'payment-result/payment-result-page.tsx'),
  ...['payment-cancel', 'payment-failure', 'register'].map((path) =>
    route(path, 'payment-result/unpaid-page.tsx', { id: path }),
  ),
  route('site.webmanifest', 'seo/manifest-file.ts'),
  route('conference-registration', 'registration/registration-page.tsx'),
  ...optional('discount-registration', 'discount/discount-page.tsx'),
  route('agenda', 'agenda/agenda-page.tsx'),
  ...optional('sessions', 'agenda/sessions-page.tsx'),
  route('contact', 'contact/contact-page.tsx'),
  ...optional('exhibition', 'exhibition/exhibition-page.tsx'),
  ...optional('book-a-stand', 'exhibition/book-a-stand-page.tsx'),
  ...optional('sponsorship-exposure-page', 'exhibition/sponsorship-page.tsx'),
  ...optional('sponsorship-exposure-form', 'exhibition/sponsorship-form-page.tsx'),
  route('accessibility', 'statements/accessibility-page.tsx'),
  route('privacy', 'statements/privacy-page.tsx'),
  ...optional('abstract-submission', 'abstract/abstract-page.tsx'),
  ...own.legalPages.map((path) => route(path.slice(1), 'statements/legal-page.tsx', { id: path })),
  ...own.ownPages.map((path) => route(path.slice(1), 'statements/own-page.tsx', { id: path })),
  route('*', 'layout/not-found-page.tsx'),
] satisfies RouteConfig;
