import type { MenuLink } from '#contract/content/menu.ts';
import { NavItem } from './nav-item.tsx';
import { useMenu } from './use-menu.ts';

type SubmenuProps = { id: string; name: string; links: readonly MenuLink[] };

/** A dropdown in the header. Without JavaScript, the links are always visible. */
export function Submenu({ id, name, links }: SubmenuProps) {
  const { box, button, menu } = useMenu<HTMLDivElement>(`${id}-menu`);

  return (
    <div {...box}>
      <button {...button} className="menu-item group submenu-button">
        {name}
        <svg aria-hidden="true" viewBox="0 0 12 8" className="w-3 group-aria-expanded:rotate-180">
          <path d="M1 1.500l5 5 5-5" fill="none" stroke="currentColor" strokeWidth="1.5" />
        </svg>
      </button>
      <ul {...menu} className="submenu">
        {links.map((link) => (
          <li key={link.to}>
            <NavItem {...link} />
          </li>
        ))}
      </ul>
    </div>
  );
}
