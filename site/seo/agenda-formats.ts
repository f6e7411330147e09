import agenda from 'content:agenda';
import conference from 'content:conference';
import details from 'content:conference-details';
import type { MetaDescriptor } from 'react-router';
import { agendaEvents } from './conference-event.ts';

/** The other formats of the agenda, for search engines, calendars and apps. The scripts do not contain them. */
export function agendaFormats(): MetaDescriptor[] {
  if (!import.meta.env.SSR) return [];
  return [
    ...formats.map((format) => ({ tagName: 'link', rel: 'alternate', ...format })),
    { 'script:ld+json': agendaEvents({ conference, agenda, places: details.places }) },
  ];
}

const formats = [
  { type: 'text/calendar', href: '/conference.ics', title: 'Calendar' },
  { type: 'application/xml', href: '/schedule.xml', title: 'Schedule (frab)' },
  { type: 'application/json', href: '/schedule.json', title: 'Schedule (JSON)' },
  { type: 'application/pdf', href: '/documents/agenda.pdf', title: 'PDF' },
];
