import * as z from 'zod/mini';
import { id, text } from './content-fields.ts';
import { pages as labels } from './labels/pages.ts';
import type { OwnPage } from './own-pages-shape.ts';
import { isShown } from './site-addresses.ts';

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
    z.refine(
      ({ links, id: named, name }) => !links || (named !== undefined && name !== undefined),
      {
        error: 'needs a name and an id, because it has links',
      },
    ),
  );

export const Menu = z.prefault(
  z.strictObject({
    links: z._default(z.array(Entry), [
      { to: '/' },
      { to: '/speakers' },
      { to: '/agenda' },
      { to: '/contact' },
      {
        id: 'abstract',
        name: labels.menu.abstracts,
        links: [{ to: '/abstract-submission' }, { to: '/sessions' }],
      },
    ]),
    /** The words of the button that leads to the registration. */
    register: z._default(text, labels.menu.register),
  }),
  {},
);

export type MenuLink = { to: string; name: string };
export type MenuEntry = MenuLink | { id: string; name: string; links: MenuLink[] };

/** The names of pages that have a short one. */
const names: Readonly<Record<string, string>> = {
  '/': labels.menu.home,
  '/speakers': labels.menu.speakers,
  '/agenda': labels.menu.agenda,
  '/contact': labels.menu.contact,
  '/abstract-submission': labels.menu.abstracts,
  '/sessions': labels.menu.sessions,
  '/conference-registration': labels.menu.registration,
  '/discount-registration': labels.menu.discount,
  '/exhibition': labels.menu.exhibition,
  '/privacy': labels.menu.privacy,
  '/accessibility': labels.menu.accessibility,
};

type Site = {
  addresses: readonly string[];
  ownPages: readonly OwnPage[];
  legal: { pages: readonly { path: string; link: string }[] };
};

/**
 * The links of the header: without pages that the conference has left out, and with the pages of its own that ask for a
 * place there and are not in the list.
 */
export function menuLinks(entries: z.output<typeof Menu>['links'], site: Site): MenuEntry[] {
  const named = ({ to, name }: { to: string; name?: string | undefined }): MenuLink => ({
    to,
    name: name ?? nameOf(to, site),
  });
  const shown = ({ to }: { to: string }) => isShown(to, site.addresses);
  const links = entries.flatMap(
    ({ to, id: key = '', name = '', links: inner = [] }): MenuEntry[] => {
      if (to !== undefined) return shown({ to }) ? [named({ to, name: name || undefined })] : [];
      const [first, ...others] = inner.filter(shown).map(named);
      if (!first) return [];
      return others.length === 0 ? [first] : [{ id: key, name, links: [first, ...others] }];
    },
  );
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

function nameOf(to: string, { ownPages, legal }: Site): string {
  const own = ownPages.find(({ path }) => path === to);
  const statement = legal.pages.find(({ path }) => path === to);
  return own?.menu?.name ?? own?.title ?? statement?.link ?? names[to] ?? to;
}
