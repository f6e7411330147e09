import { showToast } from './toast.tsx';

/**
 * Keeps visitors who are offline on the page that they can read: the browser would put a page of its own in its place.
 * The link that was pressed is followed when they are online again.
 */
export function stayWhileOffline(): void {
  let pressed: HTMLAnchorElement | undefined;
  const stay = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const isHere = link?.pathname === location.pathname;
    if (navigator.onLine || link?.origin !== location.origin || isHere) return;
    event.preventDefault();
    pressed = link;
    showToast('No connection. The page opens when you are online again.');
  };
  // Before React hears of the click.
  addEventListener('click', stay, { capture: true });
  addEventListener('online', () => {
    pressed?.click();
    pressed = undefined;
  });
  // The router reloads the page where a part of another does not come, also where a link was only pointed at.
  window.navigation?.addEventListener('navigate', (event) => {
    const isReload = event.navigationType === 'reload' && !event.userInitiated;
    if (isReload && !navigator.onLine) event.preventDefault();
  });
}
