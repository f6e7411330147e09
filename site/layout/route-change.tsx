import * as labels from 'content:labels/layout';
import { base } from 'content:language';
import { useEffect, useState } from 'react';
import { type Location, useLocation, useNavigation } from 'react-router';
import styles from '#site/site.css?url';

/** The last shown location. It is module state, because React mounts the layout again around the 404 page. */
let shown: Location | undefined;

/** On every route change, shows a loading line, scrolls smoothly to the top and moves the focus to the content. */
export function RouteChange() {
  const location = useLocation();

  useEffect(() => {
    history.scrollRestoration = 'manual';
    const restoreOnReload = () => (history.scrollRestoration = 'auto');
    addEventListener('pagehide', restoreOnReload);
    return () => removeEventListener('pagehide', restoreOnReload);
  }, []);

  useEffect(() => {
    const before = shown;
    shown = location;
    if (!before || before === location) return;
    const samePage = before.pathname === location.pathname;
    if (!samePage) {
      focusContent();
      nameAddress(location.pathname);
    }
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target) target.scrollIntoView();
    else if (!samePage || before.search === location.search) {
      scrollTo({ top: 0, behavior: howToScroll() });
    }
  }, [location]);

  return (
    <>
      <LoadingLine />
      <WholeStyleSheet shown={location} />
    </>
  );
}

export function focusContent() {
  document.getElementById('content')?.focus({ preventScroll: true });
}

/** Updates the canonical address, because browsers share this address. */
function nameAddress(path: string) {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  if (canonical) canonical.href = new URL(base + path, canonical.href).href;
}

function howToScroll(): ScrollBehavior {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
}

/** A line at the top of the window. It stays hidden if the page arrives within 50 ms (layout.css). */
function LoadingLine() {
  const { state } = useNavigation();
  return (
    state !== 'idle' && (
      <div role="progressbar" aria-label={labels.loadingPage} className="loading-line" />
    )
  );
}

/**
 * A built page has only the styles of its own parts, so the first way to another page loads the whole style sheet. React
 * shows that page, and nothing else, when the style sheet is there. So the link comes with the page and not before it:
 * otherwise the loading line would wait for the style sheet too.
 */
function WholeStyleSheet({ shown: { pathname } }: { shown: Location }) {
  const { location } = useNavigation();
  const [first] = useState(pathname);
  const isNext = location !== undefined && location.pathname !== first;
  useEffect(() => {
    // The browser then has the style sheet in its cache. A preload would warn of a page that takes a few seconds.
    if (isNext) void fetch(styles).catch(() => {});
  }, [isNext]);
  return pathname !== first && <link rel="stylesheet" href={styles} precedence="site" />;
}
