import { NavItem } from './nav-item.tsx';
import { useMenu } from './use-menu.ts';

/** The dropdown of the header. Without JavaScript its links are always visible. */
export function AbstractMenu() {
  const { box, button, menu } = useMenu<HTMLDivElement>('abstract-menu');

  return (
    <div {...box}>
      <button
        {...button}
        className="menu-item group flex cursor-pointer items-center gap-2 no-script:hidden"
      >
        Abstract Submission
        <svg aria-hidden="true" viewBox="0 0 12 8" className="w-3 group-aria-expanded:rotate-180">
          <path d="M1 1.500l5 5 5-5" fill="none" stroke="currentColor" strokeWidth="1.5" />
        </svg>
      </button>
      <ul
        {...menu}
        className="min-w-full border-rule bg-paper not-data-open:hidden max-lg:pl-5 lg:absolute lg:top-full lg:right-0 lg:mt-3 lg:border lg:border-t-2 lg:border-t-accent lg:px-5 lg:py-2"
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
