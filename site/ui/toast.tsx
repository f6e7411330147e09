import { useEffect, useSyncExternalStore } from 'react';

type Toast = { text: string };

let shown: Toast | undefined;
const listeners = new Set<() => void>();

/** Shows one line at the bottom of the window. A new line replaces the previous line. */
export function showToast(text: string) {
  set({ text });
}

export function Toaster() {
  const toast = useSyncExternalStore(subscribe, current, atBuild);

  useEffect(() => {
    if (!toast) return;
    const timer = setTimeout(() => shown === toast && set(undefined), 6000);
    return () => clearTimeout(timer);
  }, [toast]);

  return (
    <div
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-40 sm:inset-x-auto sm:end-6 sm:bottom-6"
    >
      {toast && (
        <p className="border-s-4 border-accent bg-ink px-5 py-4 text-small text-paper">
          {toast.text}
        </p>
      )}
    </div>
  );
}

function set(next: Toast | undefined) {
  shown = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const current = () => shown;
const atBuild = () => undefined;
