import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { inTransaction } from '#server/database/database.ts';
import { asCents } from '#contract/money.ts';
import { agree } from '#server/discount/agree.ts';
import { planCheckIn } from '#features/desk/check-in.ts';
import {
  printAttendance,
  printBadges,
  printCertificates,
  type Printed,
} from '#features/badges/print-documents.ts';
import { runsOfPdf } from '#tests/support/pdf-text.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { aPerson } from '#tests/support/visitor.ts';
import { writeNewFile } from './new-file.ts';

const names = ['Zoe Adler', 'Anna Zeller', 'Björn Möller'];
const references = new Map<string, string>();
const server = await startTestSite();
beforeAll(async () => {
  for (const name of names) await pay(aPerson({ name }));
  const anna = String(references.get('Anna Zeller'));
  await server.organise('answer', anna, 'photos', 'yes', '--yes');
  const unpaid = await server.aCheckout({}, aPerson({ name: 'Una Paidova' }));
  await server.post(unpaid.path, unpaid.body);
});

async function pay(person: ReturnType<typeof aPerson>): Promise<void> {
  const { path, body } = await server.aCheckout({}, person);
  const { json } = await server.post(path, body);
  await server.payAt(String(json['url']));
  await server.post(`/api/payment/update?sessionId=${String(json['sessionId'])}`);
  references.set(person.name, await referenceOf(person.email));
}

async function referenceOf(email: string): Promise<string> {
  const orders = await server.db
    .selectFrom('orders')
    .select(['reference', 'payer_email'])
    .execute();
  return orders.find(({ payer_email }) => payer_email === email)?.reference ?? '';
}

let files = 0;
async function saved(printed: Promise<Printed>) {
  files += 1;
  const path = join(server.files.dataDir, `printed-${files}.pdf`);
  const { pdf, count } = await printed;
  await writeNewFile(path, pdf);
  const texts = runsOfPdf(readFileSync(path)).map(({ glyphs }) =>
    glyphs.map(({ text }) => text).join(''),
  );
  return { path, count, texts };
}

const badges = (request: Partial<Parameters<typeof printBadges>[1]> = {}) =>
  saved(printBadges(server.organising, { format: 'card', order: 'family-name', ...request }));

const among = (texts: readonly string[], wanted: readonly string[]) =>
  texts.filter((text) => wanted.includes(text));

test('badges are printed for everybody who has paid, by family name or by name', async () => {
  const { path, count, texts } = await badges();
  expect(count).toBe(3);
  expect(among(texts, names)).toEqual(['Zoe Adler', 'Björn Möller', 'Anna Zeller']);
  expect(texts).toContain('Speaker');
  expect(texts).toContain(references.get('Zoe Adler'));
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const { texts: byName } = await badges({ order: 'name' });
  expect(among(byName, names)).toEqual(['Anna Zeller', 'Björn Möller', 'Zoe Adler']);
});

test('badges are printed for some orders, or for places since a day', async () => {
  const some = await badges({ references: [String(references.get('Anna Zeller')).toLowerCase()] });
  expect(among(some.texts, names)).toEqual(['Anna Zeller']);
  server.clock.advance(3 * 24 * 60 * 60_000);
  const day = server.clock.now().toISOString().slice(0, 10);
  await expect(badges({ since: day })).rejects.toThrow(
    'Nobody matches, so there is no badge to print.',
  );
  await expect(badges({ since: 'Monday' })).rejects.toThrow('"Monday" is no day');
  await pay(aPerson({ name: 'Late Comer' }));
  expect((await badges({ since: day })).count).toBe(1);
  await expect(badges({ references: ['PS26-0000-0000'] })).rejects.toThrow(
    'There is no registration with the reference PS26-0000-0000.',
  );
});

test('a discount registration gets a badge once its amount is agreed', async () => {
  const { person } = await server.paidAmount({ person: aPerson({ name: 'Rabea Tilgner' }) });
  const reference = await referenceOf(person.email);
  await expect(badges({ references: [reference] })).rejects.toThrow('is not confirmed');
  await expect(
    planCheckIn(server.organising, { reference, isDespiteUnpaid: false }),
  ).rejects.toThrow('paid, but nobody agreed to the amount');
  const agreed = { email: person.email, amountCents: asCents(10_000), words: 'Invited guest' };
  await inTransaction(server.db, (tx) => agree(tx, server.context, agreed));
  const badge = await badges({ references: [reference] });
  expect(badge.count).toBe(1);
  expect(badge.texts).toContain('Invited guest');
  const list = await saved(printAttendance(server.organising));
  expect(list.texts).toContain('Invited guest');
  const checkIn = await planCheckIn(server.organising, { reference, isDespiteUnpaid: false });
  expect(checkIn.words.join()).toContain('(Invited guest)');
});

test('a text of an agreement that is too long for a badge is cut', async () => {
  const words = 'Invited speaker of the session about polymers at interfaces '.repeat(7).trim();
  const person = aPerson({ name: 'Lange Wortmann' });
  const agreed = { email: person.email, amountCents: asCents(10_000), words };
  await inTransaction(server.db, (tx) => agree(tx, server.context, agreed));
  await server.paidAmount({ person });
  const { texts } = await badges({ references: [await referenceOf(person.email)] });
  expect(texts.some((text) => text.startsWith('Invited speaker'))).toBe(true);
  expect(texts.some((text) => text.endsWith('…'))).toBe(true);
});

test('only people who were checked in get a certificate, unless all get one', async () => {
  const certificates = (isForAll: boolean) =>
    saved(printCertificates(server.organising, { isForAll }));
  await expect(certificates(false)).rejects.toThrow('only those who have checked in get one');
  const reference = String(references.get('Björn Möller'));
  await (await planCheckIn(server.organising, { reference, isDespiteUnpaid: false })).perform();
  const { count, texts } = await certificates(false);
  expect(count).toBe(1);
  expect(texts).toContain('Björn Möller');
  expect((await certificates(true)).count).toBeGreaterThan(3);
});

const FRIDAY = '2026-05-29';
test.each([
  [undefined, '2', '10.5'],
  [[{ day: FRIDAY }], '1', '6'],
  [[{ day: FRIDAY, part: 'morning' }], '0.5', '3'],
  [[{ day: FRIDAY, part: 'morning' }, { day: '2026-05-30' }], '1.5', '7.5'],
] as const)(
  'a certificate with a ticket for %j has %s days and %s hours, and the answers of its person',
  async (ticket, days, hours) => {
    const anna = String(references.get('Anna Zeller'));
    const { content } = server;
    const { conference, pages, prices, yourRegistration } = content;
    const notes = ['{ticket_days} d, {hours} h', 'Photos {answer:photos}', '{answer:access}'];
    const { documents } = pages;
    const changed = {
      ...content,
      conference: { ...conference, certificate: { signer: 'A', role: 'B', hours: [6, 4.5] } },
      pages: {
        ...pages,
        documents: { ...documents, certificate: { ...documents.certificate, notes } },
      },
      prices: {
        ...prices,
        presentationTypes: prices.presentationTypes.map((type) => ({
          ...type,
          ...(ticket && { days: ticket.map((each) => ({ ...each, words: '', longWords: 'day' })) }),
        })),
      },
    };
    const printed = printCertificates(
      { ...server.organising, content: changed },
      { isForAll: true, references: [anna] },
    );
    const { texts } = await saved(printed);
    expect(texts).toContain(`${days} d, ${hours} h`);
    expect(texts).toContain(`Photos ${yourRegistration.questions.yes}`);
    expect(texts.join('\n')).not.toContain('{answer');
  },
);

test('the list for the registration desk has everybody whose place is confirmed', async () => {
  const { count, texts } = await saved(printAttendance(server.organising));
  expect(count).toBeGreaterThan(3);
  expect(among(texts, names)).toEqual(['Zoe Adler', 'Björn Möller', 'Anna Zeller']);
  expect(texts).not.toContain('Una Paidova');
});

test('an existing file stays, and an incomplete file is removed', async () => {
  const path = join(server.files.dataDir, 'mine.pdf');
  writeFileSync(path, 'mine');
  const printed = printBadges(server.organising, { format: 'card', order: 'name' });
  await expect(writeNewFile(path, (await printed).pdf)).rejects.toThrow('exists already');
  expect(readFileSync(path, 'utf8')).toBe('mine');

  const broken = join(server.files.dataDir, 'broken.pdf');
  async function* breakingOff() {
    yield '%PDF-1.7';
    throw new Error('no more');
  }
  await expect(writeNewFile(broken, breakingOff())).rejects.toThrow('no more');
  expect(existsSync(broken)).toBe(false);
  expect(readdirSync(server.files.dataDir).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('names are in the alphabet of the conference: in Swedish Ö is behind Z', async () => {
  await pay(aPerson({ name: 'Ola Öst' }));
  const people = ['Ola Öst', 'Anna Zeller'];
  const swedish = { ...server.organising, content: { ...server.content, language: 'sv' } };
  const list = await saved(printAttendance(swedish));
  expect(among(list.texts, people)).toEqual(['Anna Zeller', 'Ola Öst']);
  const usual = await saved(printAttendance(server.organising));
  expect(among(usual.texts, people)).toEqual(['Ola Öst', 'Anna Zeller']);
});
