import { useLocation } from 'react-router';
import { ButtonLink } from '#site/ui/button.tsx';
import { AbstractMenu } from './abstract-menu.tsx';
import { mainPages } from './main-pages.ts';
import { NavItem } from './nav-item.tsx';
import { useMenu } from './use-menu.ts';
import { Wordmark } from './wordmark.tsx';

const registration = '/conference-registration';

/** Where visitors are registering already, or look at what came of it. */
const quiet = /regist|payment-/;

export function SiteHeader() {
  const { box, button, menu } = useMenu('menu');
  const { pathname } = useLocation();
  const isQuiet = quiet.test(pathname);

  return (
    <header
      {...box}
      className="no-script:static @container sticky top-0 z-30 border-b border-rule bg-paper print:hidden"
    >
      <div className="page relative flex min-h-(--masthead) flex-wrap items-center justify-between gap-x-1 sm:gap-x-4 no-script:py-3">
        <Wordmark />
        <button
          {...button}
          className="ml-auto min-h-11 cursor-pointer px-1.5 text-small font-semibold underline-offset-8 aria-expanded:underline @5xl:hidden no-script:hidden"
        >
          Menu
        </button>
        <nav
          {...menu}
          aria-label="Main"
          className="absolute inset-x-0 top-full border-t border-b-4 border-rule border-b-ink bg-paper px-(--gutter) py-4 not-data-open:hidden @5xl:static @5xl:ml-auto @5xl:block! @5xl:border-0 @5xl:p-0"
        >
          <ul className="flex flex-col @5xl:flex-row @5xl:items-center @5xl:gap-8">
            {mainPages.map(({ to, name }) => (
              <li key={to}>
                <NavItem {...{ to, name }} />
              </li>
            ))}
            <li className="relative">
              <AbstractMenu />
            </li>
            {/* In place of the button, where large letters leave no room for it. */}
            <li className="@min-[20rem]:hidden">
              <NavItem to={registration} name="Register" />
            </li>
          </ul>
        </nav>
        <ButtonLink
          to={registration}
          variant={isQuiet ? 'secondary' : 'primary'}
          className="min-h-11! px-3! text-small @max-[22rem]:px-1.5! @max-[20rem]:hidden sm:px-5! @5xl:ml-8"
        >
          Register
        </ButtonLink>
      </div>
    </header>
  );
}
