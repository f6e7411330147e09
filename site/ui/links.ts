import * as labels from 'content:labels/layout';
import { showToast } from './toast.tsx';

/** Watches all links of the page. */
export function watchLinks(): void {
  stayWhileOffline();
  announceDocuments();
}

/**
 * Keeps visitors who are offline on the current page, which they can still read. Otherwise the browser would show its error
 * page. When the visitor is online again, the pressed link opens.
 */
function stayWhileOffline(): void {
  let pressed: HTMLAnchorElement | undefined;
  const stay = (event: MouseEvent) => {
    const link = linkOf(event);
    const isHere = link?.pathname === location.pathname;
    if (navigator.onLine || link?.origin !== location.origin || isHere) return;
    event.preventDefault();
    pressed = link;
    showToast(labels.offline);
  };
  // `capture` handles the click before React does.
  addEventListener('click', stay, { capture: true });
  addEventListener('online', () => {
    pressed?.click();
    pressed = undefined;
  });
  // The router reloads the page if it cannot load a script of another page, even if the pointer is only on a link.
  window.navigation?.addEventListener('navigate', (event) => {
    const isReload = event.navigationType === 'reload' && !event.userInitiated;
    if (isReload && !navigator.onLine) event.preventDefault();
  });
}

/** Shows the loading line (layout.css) for a link that the router leaves to the browser, such as another language. */
function announceDocuments(): void {
  const { dataset } = document.documentElement;
  addEventListener('click', (event) => {
    const link = linkOf(event);
    const hasModifier = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (event.defaultPrevented || hasModifier || link?.origin !== location.origin) return;
    // A file is downloaded, and the page stays.
    const isFile = link.hasAttribute('download') || /\.\w+$/.test(link.pathname);
    const isHere = link.hash !== '' && link.pathname === location.pathname;
    if (!isFile && !isHere && link.target === '') dataset['leaving'] = '';
  });
  // The browser restores a page as it was left.
  addEventListener('pageshow', () => delete dataset['leaving']);
}

function linkOf({ target }: Event): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest('a') : null;
}
