import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayAfter, dayText } from '#contract/content/calendar-days.ts';
import { listMessages } from '#server/mail/posted-messages.ts';
import { planCheckIn } from '#features/desk/check-in.ts';
import { planCancellation } from '#server/orders/change/cancel-order.ts';
import { carriedOut } from '#tests/support/a-group.ts';
import { openPage } from '#tests/support/own-page.ts';
import { aPaidGroup, paidRegistration } from '#tests/support/paid-registration.ts';
import { linesOfPdf } from '#tests/support/pdf-text.ts';
import { organise, testContext } from '#tests/support/test-commands.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { conferenceIn } from '#tests/support/visa-form.ts';

const DAY = 24 * 60 * 60_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ content: conferenceIn(3) });
});
afterAll(() => server.close());

async function certificateOf(token: string) {
  const answer = await fetch(`${server.origin}/registration/${token}/certificate.pdf`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const lines = answer.status === 200 ? linesOfPdf(bytes) : [];
  return { status: answer.status, headers: answer.headers, bytes, lines };
}

const page = async (token: string) => (await openPage(server, `/registration/${token}`)).text;

const arrive = (reference: string, name?: string) =>
  carriedOut(planCheckIn(server.organising, { reference, name, isDespiteUnpaid: false }));

test('a certificate can be downloaded after the conference by those who were checked in, and only theirs', async () => {
  const { order, reference } = await paidRegistration(server);
  const absent = await paidRegistration(server);
  const gone = await paidRegistration(server);
  const group = await aPaidGroup(server, ['Speaker', 'Poster']);
  const [one, other] = group.members;

  // Before the conference is over the page names the day.
  await arrive(reference);
  await arrive(gone.reference);
  await arrive(group.order.reference, one.name);
  const { end } = server.content.conference.dates;
  expect(await page(order.pageToken)).toContain(
    `From ${dayText(dayAfter(end), 'en')} you can download`,
  );
  expect((await certificateOf(order.pageToken)).status).toBe(404);

  server.clock.advance(5 * DAY);
  const { reference: cancelled } = gone;
  await carriedOut(planCancellation(server.organising, { reference: cancelled, amount: '0' }));
  expect(await page(order.pageToken)).toContain(`/registration/${order.pageToken}/certificate.pdf`);
  const { status, headers, bytes, lines } = await certificateOf(order.pageToken);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/pdf');
  expect(headers.get('content-disposition')).toBe(
    `attachment; filename="certificate-${reference}.pdf"`,
  );
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(lines).toEqual(expect.arrayContaining(['Certificate of Attendance', order.customer.name]));
  server.clock.advance(DAY);
  expect((await certificateOf(order.pageToken)).bytes).toEqual(bytes);

  // A letter leads each person who came to the own certificate.
  const letter = join(server.files.dataDir, 'certificates.md');
  writeFileSync(letter, 'Subject: Thank you\n\n[Your certificate]({certificate_link})');
  const write = (to: string) =>
    organise(testContext(server), 'write', letter, '--to', to, '--send');
  await expect(write('paid')).rejects.toThrow(
    /but 2 of the 4 recipients have none, .*Leave it out, or write to “paid, checked in” \(2 people\)\.$/,
  );
  const said = await write('checked in');
  expect(said).toContain(`Your certificate (${server.origin}/…)`);
  expect(said).toContain('Letters in the outbox: 2.');
  const mails = await listMessages(server.db, 1000);
  const links = mails
    .filter(({ kind }) => kind === 'letter')
    .map(({ content }) => /\/registration\/(\w+)\/certificate\.pdf/.exec(content.text)?.[1]);
  expect(links.toSorted()).toEqual([order.pageToken, one.pageToken].toSorted());

  const missed = await page(absent.order.pageToken);
  expect(missed).toContain('there is no certificate yet');
  expect(missed).not.toContain('certificate.pdf');
  for (const token of [absent.order.pageToken, gone.order.pageToken, group.order.pageToken]) {
    expect((await certificateOf(token)).status).toBe(404);
  }
  expect(await page(gone.order.pageToken)).not.toContain('ertificate');
  expect(await page(group.order.pageToken)).not.toContain('ertificate');
  expect((await certificateOf(one.pageToken)).lines).toContain(one.name);
  expect((await certificateOf(other.pageToken)).status).toBe(404);
});
