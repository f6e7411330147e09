/** The words of pages that every conference has. */
export const pages = {
  /** The links of the header, unless `menu` in pages.yaml has other words. */
  home: 'Home',
  speakers: 'Speakers',
  agenda: 'Agenda',
  contact: 'Contact',
  abstracts: 'Abstract Submission',
  sessions: 'Sessions',
  registration: 'Registration',
  discount: 'Discount Registration',
  exhibition: 'Exhibition',
  privacy: 'Privacy',
  accessibility: 'Accessibility',
  register: 'Register',
  /** In place of a list that is empty until it is known. */
  speakersToCome: 'The speakers are announced here as soon as they have agreed to come.',
  agendaToCome: 'The programme is published here as soon as it is known.',
  sessionsToCome: 'The sessions are published here as soon as they are known.',
  abstractsToCome: 'Abstracts can be submitted as soon as the sessions are known.',
  /** Above the sponsors in levels. */
  sponsors: 'Sponsors',
  /** Above the places other than the venue. */
  otherPlaces: 'Other places',
  /** A link to a map on another site. */
  map: 'Open a map',
};
