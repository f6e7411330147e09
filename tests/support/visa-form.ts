import { Abstracts, abstractsIn } from '#contract/content/shapes/abstracts-shape.ts';
import type { Content } from '#contract/content.ts';
import { dayAfter, daysText } from '#contract/content/calendar-days.ts';
import { fixtureContent } from './fixture-content.ts';
import { type PageAnswer, sendForm } from './own-page.ts';
import type { TestServer } from './test-server.ts';

/** Passport data that no registration has. */
const passport = {
  name: 'OKWUOSA Rosalind Adaeze',
  nationality: 'Nigeria',
  passport: 'B01234567',
  birthDate: '1990-05-31',
  expiryDate: '2099-05-31',
  consulate: 'Embassy of Germany, Lagos',
};
/** Texts that must not be anywhere but on the letter. */
export const secrets = [
  'OKWUOSA',
  'B01234567',
  '1990-05-31',
  'May 31, 1990',
  '2099-05-31',
  'Embassy of Germany',
];

/** The conference of the tests, with its last day so many days from now. */
export function conferenceIn(days: number): Content {
  const today = new Date().toISOString().slice(0, 10);
  const [start, end] = [dayAfter(today, days - 1), dayAfter(today, days)];
  const { conference } = fixtureContent;
  const dates = {
    ...conference.dates,
    start,
    end,
    text: daysText(start, end, 'en'),
    year: Number(start.slice(0, 4)),
  };
  const abstracts = abstractsIn(dates, Abstracts.parse({}), { closes: undefined, start });
  return { ...fixtureContent, conference: { ...conference, dates, abstracts } };
}

/** Sends the form of a page; `shown` is the id of the request that the form was made for. */
export function sendVisaForm(
  server: TestServer,
  token: string,
  entries: Record<string, string> = {},
): Promise<PageAnswer> {
  const fields = { ...passport, shown: '', ...entries };
  return sendForm(server, `/registration/${token}/visa-letter`, fields);
}
