import { dayAfter, dayText } from '#contract/content/calendar-days.ts';
import type { Content } from '#contract/content.ts';
import { busyDays } from './busy-agenda.ts';
import { fixtureContent } from './fixture-content.ts';

/** The tests' conference with three days, 60 talks in four tracks, and a dinner that ends after midnight. */
export const largeProgramme: Content = {
  ...fixtureContent,
  agenda: {
    days: busyDays().map((day, at) => {
      const date = dayAfter(fixtureContent.conference.dates.start, at);
      return { ...day, date, dateText: dayText(date, 'en') };
    }),
  },
};
