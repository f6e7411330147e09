/** The pages that the header links to, in the order of the header. */
export const mainPages = [
  { to: '/', name: 'Home' },
  { to: '/speakers', name: 'Speakers' },
  { to: '/agenda', name: 'Agenda' },
  { to: '/contact', name: 'Contact' },
] as const;
