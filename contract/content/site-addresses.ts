/** The pages that only some conferences have: each goes with a file or a section of content/. */
const pagesOfParts = {
  sessions: ['/sessions', '/abstract-submission'],
  discount: ['/discount-registration'],
  exhibition: [
    '/exhibition',
    '/book-a-stand',
    '/sponsorship-exposure-page',
    '/sponsorship-exposure-form',
  ],
} as const;

const pagesOfAll = [
  '/',
  '/speakers',
  '/agenda',
  '/contact',
  '/conference-registration',
  '/payment-success',
  '/payment-cancel',
  '/payment-failure',
  '/register',
  '/accessibility',
  '/privacy',
] as const;

/** The first parts of addresses that the server answers itself: calls, private pages, files and tests. */
const ofTheServer = [
  'api pay receipt registration invitation abstract unsubscribe waiting-list offer',
  'contributions posters survey review material sandbox metrics healthz readyz documents assets pages schemas',
].flatMap((line) => line.split(' '));

type Parts = {
  sessions?: unknown;
  exhibition?: unknown;
  pages: { discount?: unknown };
};

/** The addresses of the pages that every conference has, and of those that this one has. */
export function standardAddresses({ sessions, exhibition, pages }: Parts): string[] {
  return [
    ...pagesOfAll,
    ...(sessions === undefined ? [] : pagesOfParts.sessions),
    ...(pages.discount === undefined ? [] : pagesOfParts.discount),
    ...(exhibition === undefined ? [] : pagesOfParts.exhibition),
  ];
}

/** The addresses that a conference may leave out. A link to a page that is left out is no mistake: it is not shown. */
const optionalAddresses: readonly string[] = Object.values(pagesOfParts).flat();

/** Whether a link can be shown: to a page of the conference, perhaps with a place in it, or to a file. */
export function isShown(address: string, addresses: readonly string[]): boolean {
  const path = pathOf(address);
  return addresses.includes(path) || !optionalAddresses.includes(path);
}

/** Whether a link leads nowhere, whatever the conference has left out. */
export function leadsNowhere(address: string, addresses: readonly string[]): boolean {
  const path = pathOf(address);
  return (
    !addresses.includes(path) &&
    !optionalAddresses.includes(path) &&
    !/\.\w+$/.test(path) &&
    !isServed(path)
  );
}

/** Whether the server answers the address itself, so that no script of the site knows a page at it. */
export function isServed(address: string): boolean {
  return ofTheServer.includes(pathOf(address).split('/')[1] ?? '');
}

/** Whether a page of the conference's own cannot have the address, because something else has it. */
export function isTaken(address: string, addresses: readonly string[]): boolean {
  return addresses.includes(address) || ofTheServer.includes(address.slice(1));
}

/** The address of a page without a place in it: /agenda for /agenda#dinner. */
function pathOf(address: string): string {
  return address.replace(/[?#].*$/, '').replace(/(?<=.)\/$/, '');
}
