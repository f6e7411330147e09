import { type ReactNode, type RefObject, useEffect, useRef } from 'react';

/** Scrolls to the first field with an error, and focuses the field. */
export function showFirstFailing(form: HTMLFormElement | null, failed: readonly string[]): void {
  const field = [...(form?.elements ?? [])].find((element) =>
    failed.includes(element.getAttribute('name') ?? ''),
  );
  // The honeypot is invisible, and the Tab key skips it.
  if (field instanceof HTMLElement && field.tabIndex >= 0) showAndFocus(field);
}

export function showAndFocus(element: HTMLElement): void {
  // If something stops the smooth scrolling, the focus still brings the element into view.
  element.focus();
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  element.scrollIntoView({ block: 'center', behavior: still ? 'instant' : 'smooth' });
}

type FocusedProps = { when: unknown; className?: string; children: ReactNode };

/** A box around its children. The focus moves to the box when `when` changes to another truthy value. */
export function Focused({ when, className = '', children }: FocusedProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (when && box.current) showAndFocus(box.current);
  }, [when]);
  return (
    <div ref={box} tabIndex={-1} className={`focus:outline-none ${className}`}>
      {children}
    </div>
  );
}

/**
 * A pressed button is disabled while its form is sent, and a disabled button loses the focus. This hook moves the focus to
 * the element, which has `tabIndex={-1}`.
 */
export function useFocusKept(element: RefObject<HTMLElement | null>, busy: boolean): void {
  useEffect(() => {
    const focused = document.activeElement;
    const isLost = focused === document.body || focused?.matches(':disabled');
    if (busy && isLost) element.current?.focus({ preventScroll: true });
  }, [element, busy]);
}
