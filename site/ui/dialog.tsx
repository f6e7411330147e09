import { type ReactNode, useEffect, useId, useRef } from 'react';

type DialogProps = {
  open: boolean;
  heading: string;
  /** Called when the visitor closes it by Esc, or when it was closed by its form. */
  onClose: () => void;
  children: ReactNode;
};

/** A modal. The browser keeps the focus inside and returns it afterwards. */
export function Dialog({ open, heading, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const headingId = useId();

  useEffect(() => {
    const element = dialog.current;
    if (!open || !element) return;
    element.showModal();
    return () => element.close();
  }, [open]);

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
