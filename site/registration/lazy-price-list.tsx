import { type ComponentProps, Suspense } from 'react';
import { lazyPart } from '#site/forms/lazy-part.ts';
import type { PriceList } from './price-list.tsx';

const List = lazyPart(async () => (await import('./price-list.tsx')).PriceList);

/** The list is in the HTML of the page, so its code is not among the first scripts. */
export function LazyPriceList(props: ComponentProps<typeof PriceList>) {
  return (
    <Suspense>
      <List {...props} />
    </Suspense>
  );
}
