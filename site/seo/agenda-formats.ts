import * as labels from 'content:labels/agenda';
import { base } from 'content:language';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import agenda from 'content:agenda';
import conference from 'content:conference';
import details from 'content:conference-details';
import type { MetaDescriptor } from 'react-router';
import { agendaEvents } from './conference-event.ts';

/** The other formats of the agenda, for search engines, calendars and apps. The scripts do not contain them. */
export function agendaFormats(): MetaDescriptor[] {
  if (!import.meta.env.SSR) return [];
  return [
    ...formats().map((format) => ({
      tagName: 'link',
      rel: 'alternate',
      ...format,
      href: base + format.href,
    })),
    { 'script:ld+json': agendaEvents({ conference, agenda, places: details.places }) },
  ];
}

const formats = () => [
  { type: 'text/calendar', href: '/conference.ics', title: labels.calendarFormat },
  {
    type: 'application/xml',
    href: '/schedule.xml',
    title: fillPlaceholders(labels.scheduleFormat, { format: 'frab' }),
  },
  {
    type: 'application/json',
    href: '/schedule.json',
    title: fillPlaceholders(labels.scheduleFormat, { format: 'JSON' }),
  },
  { type: 'application/pdf', href: '/documents/agenda.pdf', title: 'PDF' },
];
