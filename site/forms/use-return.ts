import { useEffect, useEffectEvent } from 'react';

/** Calls `onReturn` when the browser restores the page from its back/forward cache. */
export function useReturn(onReturn: () => void): void {
  const returned = useEffectEvent(onReturn);

  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) returned();
    };
    addEventListener('pageshow', onPageShow);
    return () => removeEventListener('pageshow', onPageShow);
  }, []);
}
