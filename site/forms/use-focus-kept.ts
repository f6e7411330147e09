import { type RefObject, useEffect } from 'react';

/**
 * A pressed button is disabled while its form is sent, and a disabled button loses the focus. Moves it to the element
 * instead, which has `tabIndex={-1}`.
 */
export function useFocusKept(element: RefObject<HTMLElement | null>, busy: boolean): void {
  useEffect(() => {
    const focused = document.activeElement;
    const isLost = focused === document.body || focused?.matches(':disabled');
    if (busy && isLost) element.current?.focus({ preventScroll: true });
  }, [element, busy]);
}
