import { useRef, useState } from 'react';
import { ButtonLink } from '#site/ui/button.tsx';
import { AbstractMenu } from './abstract-menu.tsx';
import { NavItem } from './nav-item.tsx';
import { useDismissal } from './use-dismissal.ts';
import { Wordmark } from './wordmark.tsx';

const links = [
  { to: '/', name: 'Home' },
  { to: '/speakers', name: 'Speakers' },
  { to: '/agenda', name: 'Agenda' },
  { to: '/contact', name: 'Contact' },
];

export function SiteHeader() {
  const [open, setOpen] = useState(false);
  const header = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useDismissal({ open, close: () => setOpen(false), box: header, trigger: button });

  return (
    <header
      ref={header}
      className="no-script:static sticky top-0 z-30 border-b border-rule bg-paper print:hidden"
    >
      <div className="page relative flex min-h-(--masthead) flex-wrap items-center justify-between gap-x-2 sm:gap-x-4 no-script:py-3">
        <Wordmark />
        <button
          ref={button}
          type="button"
          aria-expanded={open}
          aria-controls="menu"
          onClick={() => setOpen(!open)}
          className="ml-auto min-h-11 cursor-pointer px-1.5 text-small font-semibold lg:hidden no-script:hidden"
        >
          Menu
        </button>
        <nav
          id="menu"
          aria-label="Main"
          data-open={open || undefined}
          className="menu absolute inset-x-0 top-full border-y border-rule bg-paper px-(--gutter) py-4 not-data-open:hidden lg:static lg:ml-auto lg:block! lg:border-0 lg:p-0 no-script:static! no-script:block! no-script:border-0! no-script:p-0!"
        >
          <ul className="flex flex-col lg:flex-row lg:items-center lg:gap-8 no-script:flex-row no-script:flex-wrap no-script:py-3 no-script:gap-x-6">
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
          className="min-h-11! px-4! text-small sm:px-5! lg:ml-8"
        >
          Register
        </ButtonLink>
      </div>
    </header>
  );
}
