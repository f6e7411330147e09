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
      document.getElementById('content')?.focus({ preventScroll: true });
      nameAddress(location.pathname);
    }
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target) target.scrollIntoView();
    else if (!samePage || before.search === location.search) {
      scrollTo({ top: 0, behavior: howToScroll() });
    }
  }, [location]);

  return <Loading shown={location} />;
}

/** Updates the canonical address, because browsers share this address. */
function nameAddress(path: string) {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  if (canonical) canonical.href = new URL(base + path, canonical.href).href;
}

function howToScroll(): ScrollBehavior {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
}

/**
 * A line at the top of the window. It stays hidden if the page arrives within 200 ms (layout.css). A built page has only
 * the styles of its own parts, so the first way to another page loads the whole style sheet, and React waits for it.
 */
function Loading({ shown: { pathname } }: { shown: Location }) {
  const { location, state } = useNavigation();
  const [first] = useState(pathname);
  return (
    <>
      {(location?.pathname ?? pathname) !== first && (
        <link rel="stylesheet" href={styles} precedence="site" />
      )}
      {state !== 'idle' && (
        <div role="progressbar" aria-label={labels.loadingPage} className="loading-line" />
      )}
    </>
  );
}
