/** The words of pages that every conference has, in English. */
export const pages = {
  menu: {
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
  },
  /** In place of a list that is empty until it is known. */
  toCome: {
    speakers: 'The speakers are announced here as soon as they have agreed to come.',
    agenda: 'The programme is published here as soon as it is known.',
    sessions: 'The sessions are published here as soon as they are known.',
    abstracts: 'Abstracts can be submitted as soon as the sessions are known.',
  },
  map: 'Open a map',
  sponsors: 'Sponsors',
  /** Beside the link to a speaker on the home page that shows the first of many. */
  otherPlaces: 'Other places',
} as const;
