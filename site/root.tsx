import conference from 'content:conference-details';
import * as forms from 'content:labels/forms';
import * as layout from 'content:labels/layout';
import * as labels from 'content:labels/pages';
import legal from 'content:legal';
import { base, direction, language } from 'content:language';
import menu from 'content:menu';
import pages from 'content:pages';
import privacy from 'content:privacy';
import type { ReactNode } from 'react';
import { dark, light } from 'theme:paper';
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, useLocation } from 'react-router';
import type { Route } from './+types/root.ts';
import { HeadTags } from './seo/head-tags.tsx';
import { CrashScreen } from './layout/crash-screen.tsx';
import { NotFound } from './layout/not-found-page.tsx';
import NotFoundPage from './layout/not-found-page.tsx';
import { RouteChange } from './layout/route-change.tsx';
import { SiteFooter } from './layout/site-footer.tsx';
import { SiteHeader } from './layout/site-header.tsx';
import { type SiteWords, useSiteWords } from './layout/site-words.ts';
import { guardTranslatedPages } from './layout/translation-guard.ts';
import { pageMeta } from './page-meta.ts';
import stylesheet from './site.css?inline';
import { Toaster } from './ui/toast.tsx';

if (!import.meta.env.SSR) {
  // The guard has to be set before React hydrates the page.
  guardTranslatedPages();
  // The page can start without this code, so it is loaded later, in a task of its own.
  setTimeout(() => void import('./ui/links.ts').then((links) => links.watchLinks()));
}

/** Every page sets its own title, so this title is only for the 404 page. */
export const meta = () => pageMeta({ heading: layout.pageNotFound });

export function loader(): SiteWords {
  const { brandLine, copyrightYear, fullTitle } = conference;
  const { footer, notFound } = pages;
  const legalLinks = legal.pages.map(({ path, link }) => ({ path, link }));
  const { paymentNote } = legal;
  const register = pages.menu?.register ?? labels.register;
  return {
    brandLine,
    copyright: `${copyrightYear} ${fullTitle}`,
    footer,
    notFound,
    menu,
    register,
    privacyNote: privacy.formNote,
    forms: formLabels(),
    keptEntries: layout.pleaseReloadWithDraft,
    legalLinks,
    paymentNote,
    ...(conference.status && { status: conference.status.text }),
  };
}

function formLabels(): SiteWords['forms'] {
  const { cleared, draftKept, draftNotKept, filledByBrowser, leaveEmpty, notLoaded } = forms;
  const { paymentGoesTo, requiredFields, youPay } = forms;
  return {
    cleared,
    draftKept,
    draftNotKept,
    filledByBrowser,
    leaveEmpty,
    notLoaded,
    paymentGoesTo,
    requiredFields,
    youPay,
  };
}

/** The texts are the same on every page, so the router need not load them again. */
export const shouldRevalidate = () => false;

/**
 * The style sheet is part of the HTML, because a separate request would delay the first paint by a round trip. In the
 * browser, React reads the style sheet from the HTML, so that no script contains it again. A built page has all of its
 * styles in a template (scripts/first-styles.ts).
 */
const css = import.meta.env.SSR || import.meta.env.DEV ? stylesheet : styleOfPage();

function styleOfPage(): string {
  const all = document.querySelector<HTMLTemplateElement>('#styles')?.content;
  return (all ?? document.querySelector('style'))?.textContent ?? '';
}

/** The frame around every page, the 404 page and the crash screen. A page renders the content of `main`. */
export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang={language} dir={direction === 'rtl' ? direction : undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={light} media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content={dark} media="(prefers-color-scheme: dark)" />
        <Meta />
        <Links />
        <style suppressHydrationWarning dangerouslySetInnerHTML={{ __html: css }} />
        <HeadTags />
      </head>
      <body>
        <RouteChange />
        <SkipLink />
        <SiteHeader />
        <StatusNote />
        <main id="content" tabIndex={-1}>
          {children}
        </main>
        <SiteFooter />
        <Toaster />
        <Scripts />
      </body>
    </html>
  );
}

/** The sentence that the conference is postponed or cancelled, on every page. */
function StatusNote() {
  const { status } = useSiteWords() ?? {};
  return status && <p className="page py-4 font-semibold text-error">{status}</p>;
}

function SkipLink() {
  return (
    <a
      href="#content"
      className="fixed top-2 start-2 z-50 -translate-y-24 rounded-edge bg-ink px-4 py-3 text-paper focus-visible:translate-y-0 print:hidden"
    >
      {layout.skipToContent}
    </a>
  );
}

export default function Root() {
  return <Outlet />;
}

/** The build renders this component to the page that the server sends for every unknown path. */
export function HydrateFallback() {
  return <NotFound />;
}

/** The unknown path, if this is the page that the server sends for unknown paths. */
const unknownPath =
  import.meta.env.SSR || !window.__reactRouterContext?.isSpaMode
    ? undefined
    : location.pathname.slice(base.length);

/** The router accepts /Speakers and /speakers// as routes, but the server answers such paths with 404. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { pathname } = useLocation();
  const isUnknown = isRouteErrorResponse(error) ? error.status === 404 : pathname === unknownPath;
  return isUnknown ? <NotFoundPage /> : <CrashScreen />;
}
