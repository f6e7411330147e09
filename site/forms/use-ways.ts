import { useInBrowser } from './use-in-browser.ts';
import type { OfferedWay, PaymentWays } from './payment-ways.ts';

/** The ways in which an amount can be paid, and the sentence about the next page. */
export function useWays({ offered, next }: PaymentWays, total: number | undefined) {
  const off = useInBrowser(waysOff, '').split(' ');
  const ways = waysFor(
    offered.filter(({ way }) => !off.includes(way)),
    total,
  );
  return { ways, next: total === 0 ? next.nothing : nextWords(ways, next) };
}

/** The server marks the ways for which it has no keys in the first element of each page. */
function waysOff(): string {
  return document.documentElement.dataset['waysOff'] ?? '';
}

/** Without a way for a small amount all are there, because the server tells the visitor more than an absent button. */
function waysFor(offered: readonly OfferedWay[], total: number | undefined): readonly OfferedWay[] {
  if (total === undefined || total === 0) return offered;
  const possible = offered.filter(({ least }) => total >= least);
  return possible.length > 0 ? possible : offered;
}

function nextWords(ways: readonly OfferedWay[], next: PaymentWays['next']): string {
  const has = (wanted: string) => ways.some(({ way }) => way === wanted);
  const hosted =
    has('card') && has('paypal')
      ? next.both
      : has('card')
        ? next.card
        : has('paypal')
          ? next.paypal
          : '';
  return [hosted, has('transfer') ? next.transfer : ''].filter(Boolean).join(' ');
}
