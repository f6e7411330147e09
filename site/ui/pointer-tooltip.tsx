import { type PointerEvent, useEffect, useState } from 'react';
import { throttle } from './throttle.ts';

type Tip = { text: string; x: number; y: number };

const OFFSET = 10;
const THROTTLE = 50;

/** A tooltip that follows the pointer over elements with the attributes of `over(text)`. It moves at most every 50 ms. */
export function usePointerTooltip() {
  const [tip, setTip] = useState<Tip>();
  const [tips] = useState(() => throttle<Tip>(THROTTLE, setTip));

  const leave = () => {
    tips.drop();
    setTip(undefined);
  };
  const over = (text: string) => {
    const onPointer = ({ pointerType, clientX: x, clientY: y }: PointerEvent) => {
      if (pointerType !== 'touch') tips.push({ text, x, y });
    };
    return { onPointerEnter: onPointer, onPointerMove: onPointer, onPointerLeave: leave };
  };

  useEffect(() => tips.stop, [tips]);

  return { tip, over };
}

export function Tooltip({ tip }: { tip: Tip | undefined }) {
  if (!tip) return null;
  return (
    <div
      role="tooltip"
      style={{ left: tip.x + OFFSET, top: tip.y + OFFSET }}
      className="pointer-events-none fixed z-40 bg-ink px-3 py-1.5 text-label font-medium whitespace-nowrap text-paper"
    >
      {tip.text}
    </div>
  );
}
