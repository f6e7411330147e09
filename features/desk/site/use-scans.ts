import { type RefObject, useEffect, useEffectEvent } from 'react';
import { hasReference } from '#contract/typed-reference.ts';

/** A scanner pauses less than this between two keys. */
const LONGEST_PAUSE_MS = 100;

type Typing = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Takes what a scanner types as a scan, wherever the focus is: a button gives the focus to the field at the first key, and
 * another field gets back the value that it had before.
 */
export function useScans(
  field: RefObject<HTMLInputElement | null>,
  onScan: (code: string) => void,
): void {
  const scanned = useEffectEvent(onScan);
  useEffect(() => {
    let typed = '';
    let last = 0;
    let before: { control: Typing; value: string } | undefined;

    function keyDown(event: KeyboardEvent) {
      if (event.isComposing || event.metaKey || (event.ctrlKey && !event.altKey)) return;
      const { key, target, timeStamp } = event;
      const control = isTyping(target) ? target : undefined;
      const isFast = timeStamp - last <= LONGEST_PAUSE_MS;
      if (key.length === 1) {
        // A blank presses the button that has the focus.
        if (!control && key !== ' ') field.current?.focus();
        if (!isFast) {
          typed = '';
          before = control && { control, value: control.value };
        }
        typed += key;
        last = timeStamp;
        return;
      }
      if ((key !== 'Enter' && key !== 'Tab') || !isFast || !hasReference(typed)) return;
      // The form of the field takes its own Enter.
      if (control === field.current && key === 'Enter') return;
      event.preventDefault();
      event.stopPropagation();
      const code = control === field.current ? (control?.value ?? typed) : typed;
      if (before && before.control !== field.current) before.control.value = before.value;
      typed = '';
      scanned(code);
    }

    document.addEventListener('keydown', keyDown, { capture: true });
    return () => document.removeEventListener('keydown', keyDown, { capture: true });
  }, [field]);
}

function isTyping(target: EventTarget | null): target is Typing {
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
