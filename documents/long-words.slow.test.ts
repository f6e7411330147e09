import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { Content } from '#contract/content.ts';
import { currencyOf } from '#contract/currency.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { fixtureSettings } from '#tests/support/fixture-settings.ts';
import { runsOfPdf } from '#tests/support/pdf-text.ts';
import { makeAgenda } from './agenda.ts';
import { makeAttendance } from '#features/badges/attendance-sheet.ts';
import { makeBadges } from '#features/badges/badges.ts';
import { makeBrochure } from './brochure.ts';
import { makeCertificates } from '#features/badges/certificates.ts';

const word = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
const names = Array.from({ length: 60 }, (_, nth) => `${word} N${nth}.`);
const { conference, prices, agenda, speakers, pages } = fixtureContent;

const textOf = (pdf: Buffer) =>
  runsOfPdf(pdf)
    .flatMap(({ glyphs }) => glyphs.map(({ text }) => text))
    .join('')
    .replaceAll(/\s/g, '');

const bytesOf = async (pdf: Promise<AsyncIterable<string | Uint8Array>>) =>
  buffer(Readable.from(await pdf));

/** Expects all names in the document, and no line that begins outside a page of this height. */
function expectAll(pdf: Buffer, height = 842): void {
  const text = textOf(pdf);
  for (const name of names) expect(text).toContain(name.replaceAll(' ', ''));
  for (const { y } of runsOfPdf(pdf)) {
    expect(y).toBeGreaterThan(0);
    expect(y).toBeLessThan(height);
  }
}

test('the brochure has 60 types and 60 speakers with long words', async () => {
  const [type] = prices.presentationTypes;
  const [speaker] = speakers;
  if (!type || !speaker) throw new Error('the fixture has no presentation type or no speaker');
  const presentationTypes = names.map((label, nth) => ({ ...type, id: `t${nth}`, label }));
  const content: Content = {
    ...fixtureContent,
    speakers: names.map((name) => ({ ...speaker, name })),
    prices: { ...prices, currency: currencyOf('CHF'), presentationTypes },
  };
  const pdf = await makeBrochure(content, fixtureSettings.CONTENT_DIR);
  expectAll(pdf);
  const name = names[7]?.replaceAll(' ', '') ?? '';
  expect(textOf(pdf).split(name)).toHaveLength(3);
});

test('the agenda has 60 items with long words', async () => {
  const items = names.map((title) => ({ start: '09:00', end: '10:00', title, text: word }));
  const days = agenda.days.slice(0, 1).map((day) => ({ ...day, items }));
  expectAll(await makeAgenda({ ...fixtureContent, agenda: { days } }));
});

test('a full title of several lines is above the title of the agenda', async () => {
  const fullTitle = `${word} ${word} ${word}`;
  const pdf = await makeAgenda({ ...fixtureContent, conference: { ...conference, fullTitle } });
  const place = (words: string) =>
    runsOfPdf(pdf).filter(({ glyphs }) =>
      glyphs
        .map(({ text }) => text)
        .join('')
        .includes(words),
    );
  const [title] = place(pages.documents.agendaTitle);
  const lowest = Math.min(...place('gesellschaft').map(({ y }) => y));
  expect(lowest - (title?.y ?? 0)).toBeGreaterThan(40);
});

test('badges, certificates and the list have 60 people with long words', async () => {
  const date = '2026-05-20';
  const people = names.map((name) => ({
    name,
    institute: 'Institute',
    country: 'Germany',
    type: `Delegate of ${word}`,
    answers: ['Photographs: No'],
    reference: 'PS26-7K3M-9QXW',
    emblem: 'PS26-7K3M-9QXW',
  }));
  for (const format of ['card', 'a6'] as const) {
    expectAll(await bytesOf(makeBadges(fixtureContent, people, { format, date })));
  }
  expectAll(await bytesOf(makeCertificates(fixtureContent, people, date)), 596);
  const expected = people.map((one) => ({
    ...one,
    nights: 1,
    guests: 0,
    extras: word,
    isPresent: false,
  }));
  expectAll(await bytesOf(makeAttendance(fixtureContent, expected, date)), 596);
});

test('the list of the desk has each reference on one line, with the widest letters, too', async () => {
  const reference = 'PS26-WMWM-WMWM';
  const person = { reference, name: 'Bo Fibre', institute: '', type: '', nights: 0, guests: 0 };
  const expected = [{ ...person, extras: '', isPresent: false }];
  const pdf = await bytesOf(makeAttendance(fixtureContent, expected, '2026-05-29'));
  const lines = runsOfPdf(pdf).map(({ glyphs }) => glyphs.map(({ text }) => text).join(''));
  expect(lines).toContain(reference);
});

test('a speaker’s biography that is longer than a page continues on the next page', async () => {
  const words = Array.from({ length: 900 }, (_, nth) => `word${nth}.`);
  const bio = words.join(' ');
  const [speaker] = speakers;
  const long = { ...fixtureContent, speakers: speaker ? [{ ...speaker, bio }] : [] };
  const pdf = await makeBrochure(long, fixtureSettings.CONTENT_DIR);
  const text = textOf(pdf);
  expect(words.filter((each) => text.split(each).length !== 2)).toEqual([]);
  for (const { y } of runsOfPdf(pdf)) expect(y).toBeGreaterThan(0);
});
