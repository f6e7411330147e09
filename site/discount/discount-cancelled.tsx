import * as labels from 'content:labels/discount';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Focused } from '#site/forms/focus.tsx';
import { Banner } from '#site/ui/banner.tsx';

/**
 * The note for visitors who cancelled at PayPal. PayPal sends them back with a token in the address, and the draft fills in
 * the form.
 */
export function DiscountCancelled() {
  const [search, setSearch] = useSearchParams();
  const [cancelled, setCancelled] = useState(false);

  useEffect(() => {
    if (!search.has('token')) return;
    setCancelled(true);
    setSearch(withoutToken, { replace: true, preventScrollReset: true });
  }, [search, setSearch]);

  if (!cancelled) return null;
  return (
    <Focused when>
      <Banner tone="good">{labels.cancelledAtPaypal}</Banner>
    </Focused>
  );
}

function withoutToken(search: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(search);
  rest.delete('token');
  return rest;
}
