import { language, languages } from 'content:language';
import * as labels from 'content:labels/layout';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { MenuLink } from '#contract/content/menu.ts';
import { ButtonLink } from '#site/ui/button.tsx';
import { useHydrated } from '#site/ui/use-hydrated.ts';
import { NavItem } from './nav-item.tsx';
import { useSiteWords } from './site-words.ts';
import { Wordmark } from './wordmark.tsx';

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

type SubmenuProps = { id: string; name: string; links: readonly MenuLink[] };

/** A dropdown in the header. Without JavaScript, the links are always visible. */
function Submenu({ id, name, links }: SubmenuProps) {
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

/**
 * Links to the same page in the other languages. Their pages are another build, which this router does not know. The page
 * /payment-success has no such links, because its address no longer names the payment; a longer pattern would take bytes of
 * which the scripts of the home page have few left.
 */
function LanguageSwitch() {
  const { pathname } = useLocation();
  return languages
    .filter(({ tag }) => tag !== language && !/payment-s/.test(pathname))
    .map(({ tag, base, name }) => (
      <li key={tag}>
        <a
          href={(base + pathname).replace(/(?<=.)\/$/, '')}
          hrefLang={tag}
          lang={tag}
          className="menu-item"
        >
          {name}
        </a>
      </li>
    ));
}

/**
 * A menu with a button that opens and closes the menu. Esc, a click outside the box and a route change also close it. The
 * hook returns the attributes of the box, the button and the menu.
 */
function useMenu<Box extends HTMLElement>(id: string) {
  const [open, setOpen] = useState(false);
  const box = useRef<Box>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { key } = useLocation();
  const hydrated = useHydrated();

  useEffect(() => setOpen(false), [key]);

  useEffect(() => {
    if (!open) return;
    const onPointerDown = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener('pointerdown', onPointerDown);
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('pointerdown', onPointerDown);
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [open]);

  return {
    box: { ref: box },
    button: {
      ref: button,
      type: 'button' as const,
      disabled: !hydrated,
      'aria-expanded': open,
      'aria-controls': id,
      onClick: () => setOpen(!open),
    },
    menu: { id, 'data-open': open || undefined },
  };
}
