import { useEffect, useRef, useState } from 'react';
import type { Conference } from '#contract/content/shapes/conference-shape.ts';
import type { Home } from '#contract/content/shapes/home-shape.ts';
import { Glyph } from '#site/ui/glyph.tsx';

type StatisticsProps = { words: Home['statistics']; figures: Conference['statistics'] };

export function Statistics({ words, figures }: StatisticsProps) {
  return (
    <section aria-label={words.heading} className="band">
      <ul className="page statistics">
        {figures.map(({ icon, number, label, plus = true }) => (
          <li key={label} className="figure-tile">
            <Glyph name={icon} className="figure-glyph" />
            <Counter target={number} sign={plus ? '+' : ''} />
            <p className="figure-label">{label}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const DURATION = 1500;
const TICK = 16;
/** A tile starts to count when its top is less than this distance below the window, in pixels. */
const REACH = 80;

/** Counts up when the visitor scrolls close to its tile (the list item). With reduced motion it shows the target at once. */
function Counter({ target, sign }: { target: number; sign: string }) {
  const whole = `${target}${sign}`;
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
      aria-label={whole}
      data-target={whole}
      className="counter"
    >
      {`${count}${sign}`}
    </p>
  );
}
