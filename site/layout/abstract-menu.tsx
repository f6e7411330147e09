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
        className="min-w-full border-rule bg-paper not-data-open:hidden @max-5xl:pl-5 @5xl:absolute @5xl:top-full @5xl:right-0 @5xl:mt-3 @5xl:border @5xl:border-t-2 @5xl:border-t-accent @5xl:px-5 @5xl:py-2"
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
