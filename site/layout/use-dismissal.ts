import { type RefObject, useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router';

type Dismissal = {
  open: boolean;
  close: () => void;
  /** A click outside of it closes. */
  box: RefObject<HTMLElement | null>;
  /** Gets the focus back after Esc. */
  trigger: RefObject<HTMLElement | null>;
};

/** What opens in the page closes by Esc, by a click elsewhere and by going to another page. */
export function useDismissal({ open, close, box, trigger }: Dismissal) {
  const { key } = useLocation();
  const dismiss = useEffectEvent(close);

  useEffect(() => dismiss(), [key]);

  useEffect(() => {
    if (!open) return;
    const onPointerDown = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) dismiss();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      dismiss();
      trigger.current?.focus();
    };
    document.addEventListener('pointerdown', onPointerDown);
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('pointerdown', onPointerDown);
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [open, box, trigger]);
}
