import { NavLink } from 'react-router';

export function NavItem({ to, name }: { to: string; name: string }) {
  return (
    <NavLink to={to} end={to === '/'} prefetch="intent" className="menu-item">
      {name}
    </NavLink>
  );
}
