const KEPT = 'paymentReturn';

/**
 * What the provider put into the address. Once read it leaves the address bar, where it would be seen, passed on and
 * remembered as a place, and goes with this entry of the tab's history: a reload and a step back find it there.
 */
export function takeReturnQuery(): string {
  const { search, pathname } = location;
  const state: unknown = history.state;
  const kept: object = typeof state === 'object' && state !== null ? state : {};
  if (search !== '') {
    history.replaceState({ ...kept, [KEPT]: search }, '', pathname);
    return search;
  }
  return KEPT in kept && typeof kept[KEPT] === 'string' ? kept[KEPT] : '';
}
