import { NavItem } from './nav-item.tsx';
import { useMenu } from './use-menu.ts';

/** The dropdown in the header. Without JavaScript, the links are always visible. */
export function AbstractMenu() {
  const { box, button, menu } = useMenu<HTMLDivElement>('abstract-menu');

  return (
    <div {...box}>
      <button {...button} className="menu-item group submenu-button">
        Abstract Submission
        <svg aria-hidden="true" viewBox="0 0 12 8" className="w-3 group-aria-expanded:rotate-180">
          <path d="M1 1.500l5 5 5-5" fill="none" stroke="currentColor" strokeWidth="1.5" />
        </svg>
      </button>
      <ul {...menu} className="submenu">
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
