import type { Exhibition } from '#contract/content/shapes/exhibition-shape.ts';
import { NavItem } from '#site/layout/nav-item.tsx';

/** The bar at the top of the pages about the other congress, with links to all these pages. */
export function CongressBar({ name, strapline, pages }: Exhibition['congress']) {
  const links = [
    { to: '/exhibition', name: pages.exhibition },
    { to: '/book-a-stand', name: pages.stand },
    { to: '/sponsorship-exposure-page', name: pages.sponsorship },
    { to: '/sponsorship-exposure-form', name: pages.sponsorshipForm },
  ];
  return (
    <div className="border-b border-rule bg-sunk">
      <div className="page flex flex-wrap items-center justify-between gap-x-10 py-2">
        <p className="min-w-0 py-2 text-small">
          <span className="me-3 font-semibold">{name}</span>{' '}
          <span className="text-soft">{strapline}</span>
        </p>
        <nav aria-label={name} className="flex flex-wrap gap-x-6 print:hidden">
          {links.map((link) => (
            <NavItem key={link.to} {...link} />
          ))}
        </nav>
      </div>
    </div>
  );
}
