/** The notes below an item of the agenda, on the page, in calendars, schedules and PDF files. */
export const programme = {
  chair: 'Chair: {chair}',
  topic: 'Topic: {topic}',
};
