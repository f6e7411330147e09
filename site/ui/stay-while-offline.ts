import * as labels from 'content:labels/layout';
import { showToast } from './toast.tsx';

/**
 * Keeps visitors who are offline on the current page, which they can still read. Otherwise the browser would show its error
 * page. When the visitor is online again, the pressed link opens.
 */
export function stayWhileOffline(): void {
  let pressed: HTMLAnchorElement | undefined;
  const stay = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
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
