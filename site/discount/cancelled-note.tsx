import { useEffect, useRef, useState } from 'react';
import { Banner } from '#site/ui/banner.tsx';

/** PayPal leads those who cancel back to the form, with its token in the address. The draft has their entries. */
export function CancelledNote() {
  const [isShown, setIsShown] = useState(false);
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!new URLSearchParams(location.search).has('token')) return;
    history.replaceState(history.state, '', location.pathname);
    setIsShown(true);
  }, []);
  useEffect(() => {
    if (isShown) box.current?.focus();
  }, [isShown]);

  return (
    isShown && (
      <div ref={box} tabIndex={-1} className="mb-8 max-w-[44rem] focus:outline-none">
        <Banner tone="good">
          <p>
            You cancelled the payment at PayPal. Nothing was charged, and your entries are here.
          </p>
        </Banner>
      </div>
    )
  );
}
