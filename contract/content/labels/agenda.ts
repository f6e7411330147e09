/** The words of the agenda page. */
export const agenda = {
  dayButtons: 'Days of the conference',
  /** The other formats of the agenda, for search engines and apps. */
  calendarFormat: 'Calendar',
  scheduleFormat: 'Schedule ({format})',
};
