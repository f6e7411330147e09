import { index, route, type RouteConfig } from '@react-router/dev/routes';
import { ContentError } from '#server/content/content-error.ts';
import { siteFolders } from '#server/content/folders.ts';
import { readContent } from '#server/content/read-content.ts';

/** The paths of the legal pages. This file runs while the site is built, and reaches no visitor. */
const legalPages = pagesOf(siteFolders(process.env).content);

/** Ignores mistakes in the content folder here, because the build and `npm run dev` report them. */
function pagesOf(folder: string): string[] {
  try {
    return readContent(folder).legal.pages.map(({ path }) => path);
  } catch (error) {
    if (error instanceof ContentError) return [];
    throw error;
  }
}

const own = [
  index('home/home-page.tsx'),
  route('speakers', 'speakers/speakers-page.tsx'),
  route('payment-success', 'payment-result/payment-result-page.tsx'),
  ...['payment-cancel', 'payment-failure', 'register'].map((path) =>
    route(path, 'payment-result/unpaid-page.tsx', { id: path }),
  ),
  route('sitemap.xml', 'seo/sitemap-file.ts'),
  route('robots.txt', 'seo/robots-file.ts'),
  route('site.webmanifest', 'seo/manifest-file.ts'),
  route('countries.json', 'forms/countries-file.ts'),
  route('conference-registration', 'registration/registration-page.tsx'),
  route('discount-registration', 'discount/discount-page.tsx'),
  route('agenda', 'agenda/agenda-page.tsx'),
  route('sessions', 'agenda/sessions-page.tsx'),
  route('contact', 'contact/contact-page.tsx'),
  route('exhibition', 'exhibition/exhibition-page.tsx'),
  route('book-a-stand', 'exhibition/book-a-stand-page.tsx'),
  route('sponsorship-exposure-page', 'exhibition/sponsorship-page.tsx'),
  route('sponsorship-exposure-form', 'exhibition/sponsorship-form-page.tsx'),
  route('accessibility', 'statements/accessibility-page.tsx'),
  route('privacy', 'statements/privacy-page.tsx'),
  route('abstract-submission', 'abstract/abstract-page.tsx'),
];

const taken = legalPages.find((path) => own.some((page) => page.path === path.slice(1)));
if (taken) throw new Error(`legal.yaml: another page already has the address ${taken}`);

export default [
  ...own,
  ...legalPages.map((path) => route(path.slice(1), 'statements/legal-page.tsx', { id: path })),
  route('*', 'layout/not-found-page.tsx'),
] satisfies RouteConfig;
