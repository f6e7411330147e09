import { useRef, useState } from 'react';
import { NavItem } from './nav-item.tsx';
import { useDismissal } from './use-dismissal.ts';

/** The dropdown of the header; with JavaScript off its links stand open. */
export function AbstractMenu() {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useDismissal({ open, close: () => setOpen(false), box, trigger: button });

  return (
    <div ref={box}>
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls="abstract-menu"
        onClick={() => setOpen(!open)}
        className="menu-item group flex cursor-pointer items-center gap-2 no-script:hidden"
      >
        Abstract Submission
        <svg aria-hidden="true" viewBox="0 0 12 8" className="w-3 group-aria-expanded:rotate-180">
          <path d="M1 1.500l5 5 5-5" fill="none" stroke="currentColor" strokeWidth="1.5" />
        </svg>
      </button>
      <ul
        id="abstract-menu"
        data-open={open || undefined}
        className="min-w-full border-rule bg-paper not-data-open:hidden max-lg:pl-5 lg:absolute lg:top-full lg:right-0 lg:mt-3 lg:border lg:border-t-2 lg:border-t-accent lg:px-5 lg:py-2 no-script:static! no-script:mt-0! no-script:flex! no-script:gap-x-6 no-script:border-0! no-script:p-0!"
      >
        <li>
          <NavItem to="/abstract-submission" name="Abstract Submission" />
        </li>
        <li>
          <NavItem to="/sessions" name="Sessions" />
        </li>
      </ul>
    </div>
  );
}
