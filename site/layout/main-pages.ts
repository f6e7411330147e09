/** The pages that the header leads to, in its order. */
export const mainPages = [
  { to: '/', name: 'Home' },
  { to: '/speakers', name: 'Speakers' },
  { to: '/agenda', name: 'Agenda' },
  { to: '/contact', name: 'Contact' },
] as const;
