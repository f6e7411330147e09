import * as z from 'zod/mini';
import { id, text } from './content-fields.ts';
import type { Labels } from '#contract/content/shapes/labels-shape.ts';
import type { OwnPage } from '#contract/content/shapes/own-pages-shape.ts';
import { isServed, isShown } from './site-addresses.ts';

const address = z.string().check(z.startsWith('/', 'expected an address such as /speakers'));

const written = { to: address, name: z.optional(text) };
const Link = z.strictObject(written);

/** A link, or a button that opens a list of links. */
const Entry = z
  .strictObject({
    to: z.optional(address),
    name: z.optional(text),
    id: z.optional(id),
    links: z.optional(z.array(Link).check(z.minLength(1))),
  })
  .check(
    z.refine(({ to, links }) => (to === undefined) !== (links === undefined), {
      error: 'needs either `to`, the address of one page, or `links`, a list of them',
    }),
    z.refine(({ links, id: named }) => !links || named !== undefined, {
      error: 'needs an id, because it has links',
    }),
  );

/** Without `links` the menu is that of `usual`. */
export const Menu = z.strictObject({
  links: z.optional(z.array(Entry)),
  /** The words of the button that leads to the registration. */
  register: z.optional(text),
});

const usual: z.output<typeof Entry>[] = [
  { to: '/' },
  { to: '/speakers' },
  { to: '/agenda' },
  { to: '/contact' },
  { id: 'abstract', links: [{ to: '/abstract-submission' }, { to: '/sessions' }] },
];

/** A page that the server makes opens as another document. */
export type MenuLink = { to: string; name: string; isServed?: boolean };
export type MenuEntry = MenuLink | { id: string; name: string; links: MenuLink[] };

/** The labels of pages that have a short name. */
const names: Readonly<Record<string, keyof Labels['pages']>> = {
  '/': 'home',
  '/speakers': 'speakers',
  '/agenda': 'agenda',
  '/contact': 'contact',
  '/abstract-submission': 'abstracts',
  '/sessions': 'sessions',
  '/conference-registration': 'registration',
  '/discount-registration': 'discount',
  '/exhibition': 'exhibition',
  '/privacy': 'privacy',
  '/accessibility': 'accessibility',
};

type Site = {
  addresses: readonly string[];
  ownPages: readonly OwnPage[];
  legal: { pages: readonly { path: string; link: string }[] };
  labels: Labels['pages'];
};

/**
 * The links of the header: without pages that the conference has left out, and with the pages of its own that ask for a
 * place there and are not in the list.
 */
export function menuLinks(
  entries: z.output<typeof Menu>['links'] = usual,
  site: Site,
): MenuEntry[] {
  const named = ({ to, name }: { to: string; name?: string | undefined }): MenuLink => ({
    to,
    name: name ?? nameOf(to, site),
    ...(isServed(to) && { isServed: true }),
  });
  const shown = ({ to }: { to: string }) => isShown(to, site.addresses);
  const links = entries.flatMap(({ to, id: key = '', name, links: inner = [] }): MenuEntry[] => {
    if (to !== undefined) return shown({ to }) ? [named({ to, name })] : [];
    const [first, ...others] = inner.filter(shown).map(named);
    if (!first) return [];
    return others.length === 0
      ? [first]
      : [{ id: key, name: name ?? first.name, links: [first, ...others] }];
  });
  const listed = entries.flatMap(({ to, links: inner = [] }) => [
    to,
    ...inner.map((each) => each.to),
  ]);
  return withOwn(links, 'header', { ...site, listed });
}

/** Adds the pages that ask for this place, each at its number in the list, or at the end. */
export function withOwn<Entry extends { name: string }>(
  links: readonly (Entry | MenuLink)[],
  place: 'header' | 'footer',
  { ownPages, listed }: Pick<Site, 'ownPages'> & { listed: readonly (string | undefined)[] },
): (Entry | MenuLink)[] {
  const asked = ownPages
    .filter(({ path, menu }) => menu?.place === place && !listed.includes(path))
    .toSorted((one, other) => orderOf(one) - orderOf(other));
  return asked.reduce(
    (all, page) => {
      const at = Math.min(orderOf(page) - 1, all.length);
      return all.toSpliced(at, 0, { to: page.path, name: page.menu?.name ?? page.title });
    },
    [...links],
  );
}

function orderOf({ menu }: OwnPage): number {
  return menu?.order ?? Infinity;
}

function nameOf(to: string, { ownPages, legal, labels }: Site): string {
  const own = ownPages.find(({ path }) => path === to);
  const statement = legal.pages.find(({ path }) => path === to);
  return own?.menu?.name ?? own?.title ?? statement?.link ?? labelOf(to, labels) ?? to;
}

function labelOf(to: string, labels: Labels['pages']): string | undefined {
  const label = names[to];
  return label && labels[label];
}
