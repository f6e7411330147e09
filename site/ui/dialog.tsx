import { type ReactNode, useEffect, useId, useRef } from 'react';

type DialogProps = {
  open: boolean;
  heading: string;
  /** The dialog calls this function after the visitor presses Esc, or after a form in the dialog closes it. */
  onClose: () => void;
  children: ReactNode;
};

/** A modal dialog. The browser keeps the focus inside the dialog, and returns the focus afterwards. */
export function Dialog({ open, heading, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const headingId = useId();

  // Each time, because Esc closes it, and its owner may keep it open.
  useEffect(() => {
    const element = dialog.current;
    if (!element || element.open === open) return;
    if (open) element.showModal();
    else element.close();
  });

  return (
    <dialog
      ref={dialog}
      role="dialog"
      aria-labelledby={headingId}
      onClose={onClose}
      className="m-auto w-[min(36rem,calc(100vw-2rem))] rounded-edge border-t-4 border-accent bg-raised p-7 text-ink sm:p-10"
    >
      {open && (
        <>
          <h2 id={headingId} className="mb-4 font-serif text-heading">
            {heading}
          </h2>
          {children}
        </>
      )}
    </dialog>
  );
}
