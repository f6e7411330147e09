import { useEffect, useEffectEvent } from 'react';

/** Called when the visitor comes back to a page that the browser had kept as it was left. */
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
