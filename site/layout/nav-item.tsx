import { NavLink } from 'react-router';
import type { MenuLink } from '#contract/content/menu.ts';

export function NavItem({ to, name, isServed = false }: MenuLink) {
  return (
    <NavLink
      to={to}
      end={to === '/'}
      prefetch={isServed ? 'none' : 'intent'}
      reloadDocument={isServed}
      className="menu-item"
    >
      {name}
    </NavLink>
  );
}
