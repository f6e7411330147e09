import * as labels from 'content:labels/layout';
import { useLocation } from 'react-router';
import { Wordmark } from 'theme:wordmark';
import { ButtonLink } from '#site/ui/button.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { NavItem } from './nav-item.tsx';
import { useSiteWords } from './site-words.ts';
import { Submenu } from './submenu.tsx';
import { useMenu } from './use-menu.ts';

const registration = '/conference-registration';

/** On these pages visitors register or see the result, so the button Register is less prominent. */
const quiet = /regist|payment-/;

export function SiteHeader() {
  const { box, button, menu } = useMenu('menu');
  const { pathname } = useLocation();
  const isQuiet = quiet.test(pathname);
  const { menu: links, register } = useSiteWords() ?? {};

  return (
    <header {...box} className="masthead">
      <div className="page masthead-row">
        <Wordmark />
        <button {...button} className="menu-button">
          {labels.menu}
        </button>
        <nav {...menu} aria-label={labels.mainLinks} className="menu">
          <ul className="menu-list">
            {links?.map((entry) =>
              'to' in entry ? (
                <li key={entry.to}>
                  <NavItem {...entry} />
                </li>
              ) : (
                <li key={entry.id} className="relative">
                  <Submenu {...entry} />
                </li>
              ),
            )}
            <LanguageSwitch />
            {/* This item replaces the button Register if large letters leave no room for the button. */}
            <li className="@min-[20rem]:hidden">
              <NavItem to={registration} name={register ?? ''} />
            </li>
          </ul>
        </nav>
        <ButtonLink
          to={registration}
          variant={isQuiet ? 'secondary' : 'primary'}
          className="masthead-action"
        >
          {register}
        </ButtonLink>
      </div>
    </header>
  );
}
