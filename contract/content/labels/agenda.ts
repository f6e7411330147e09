/** The words of the agenda page. */
export const agenda = {
  dayButtons: 'Days of the conference',
  /** The other formats of the agenda, for search engines and apps. */
  calendarFormat: 'Calendar',
  scheduleFormat: 'Schedule ({format})',
  /** Below an item with limited places; one of the next three sentences follows while people can sign up. */
  limited: 'Limited places: sign up on the page of your registration, to which your mails lead.',
  placesLeft: { one: '{n} place is left.', other: '{n} places are left.' },
  noneLeft: 'All places are taken.',
  allTaken: {
    one: 'All places are taken, and {n} person waits.',
    other: 'All places are taken, and {n} people wait.',
  },
};
