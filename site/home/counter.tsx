import { useEffect, useRef, useState } from 'react';

const DURATION = 1500;
const TICK = 16;
/** A tile starts to count when its top is less than this distance below the window, in pixels. */
const REACH = 80;

/** Counts up when the visitor scrolls close to its tile (the list item). With reduced motion it shows the target at once. */
export function Counter({ target, sign }: { target: number; sign: string }) {
  const figure = useRef<HTMLParagraphElement>(null);
  const [count, setCount] = useState(0);
  const [begun, setBegun] = useState(false);

  useEffect(() => {
    if (begun) return;
    const look = (reach: number) => {
      const top = figure.current?.closest('li')?.getBoundingClientRect().top ?? Infinity;
      if (top <= innerHeight + reach) setBegun(true);
    };
    const onScroll = () => look(REACH);
    // A tile that is visible without scrolling starts at once.
    look(-REACH);
    addEventListener('scroll', onScroll, { passive: true });
    return () => removeEventListener('scroll', onScroll);
  }, [begun]);

  useEffect(() => {
    if (!begun) return;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const start = Date.now() - (still ? DURATION : 0);
    const timer = setInterval(() => {
      const done = Math.min((Date.now() - start) / DURATION, 1);
      setCount(Math.round(target * done));
      if (done === 1) clearInterval(timer);
    }, TICK);
    return () => clearInterval(timer);
  }, [begun, target]);

  return (
    <p
      ref={figure}
      // Screen readers read the target, also while the figure is counting.
      role="img"
      aria-label={`${target}${sign}`}
      data-target={`${target}${sign}`}
      className="counter"
    >
      {`${count}${sign}`}
    </p>
  );
}
