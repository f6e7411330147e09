import { ButtonLink } from '#site/ui/button.tsx';
import { AbstractMenu } from './abstract-menu.tsx';
import { NavItem } from './nav-item.tsx';
import { useMenu } from './use-menu.ts';
import { Wordmark } from './wordmark.tsx';

const links = [
  { to: '/', name: 'Home' },
  { to: '/speakers', name: 'Speakers' },
  { to: '/agenda', name: 'Agenda' },
  { to: '/contact', name: 'Contact' },
];

export function SiteHeader() {
  const { box, button, menu } = useMenu('menu');

  return (
    <header
      {...box}
      className="no-script:static sticky top-0 z-30 border-b border-rule bg-paper print:hidden"
    >
      <div className="page relative flex min-h-(--masthead) flex-wrap items-center justify-between gap-x-2 sm:gap-x-4 no-script:py-3">
        <Wordmark />
        <button
          {...button}
          className="ml-auto min-h-11 cursor-pointer px-1.5 text-small font-semibold lg:hidden no-script:hidden"
        >
          Menu
        </button>
        <nav
          {...menu}
          aria-label="Main"
          className="absolute inset-x-0 top-full border-y border-rule bg-paper px-(--gutter) py-4 not-data-open:hidden lg:static lg:ml-auto lg:block! lg:border-0 lg:p-0"
        >
          <ul className="flex flex-col lg:flex-row lg:items-center lg:gap-8">
            {links.map(({ to, name }) => (
              <li key={to}>
                <NavItem {...{ to, name }} />
              </li>
            ))}
            <li className="relative">
              <AbstractMenu />
            </li>
          </ul>
        </nav>
        <ButtonLink
          to="/conference-registration"
          className="min-h-11! px-3! text-small sm:px-5! lg:ml-8"
        >
          Register
        </ButtonLink>
      </div>
    </header>
  );
}
