import { useEffect } from 'react';
import { type Location, useLocation, useNavigation } from 'react-router';

/** Module state, because React mounts the layout again around the 404 page. */
let shown: Location | undefined;

/** Every route change shows that it goes on, scrolls smoothly to the top and moves the focus there. */
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

  return <LoadingLine />;
}

/** Browsers share the canonical address of a page. */
function nameAddress(path: string) {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  if (canonical) canonical.href = new URL(path, canonical.href).href;
}

function howToScroll(): ScrollBehavior {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
}

/** Stays hidden while a page arrives at once (layout.css). */
function LoadingLine() {
  const { state } = useNavigation();
  if (state === 'idle') return null;
  return <div role="progressbar" aria-label="Loading the page" className="loading-line" />;
}
