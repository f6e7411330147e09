import { DAY } from '#contract/time-spans.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dayAfter, dayText } from '#contract/content/calendar-days.ts';
import { planCheckIn } from '#features/desk/check-in.ts';
import { needsFeatures } from '#tests/support/has-feature.ts';
import { carriedOut } from '#tests/support/a-group.ts';
import { linesOfPdf } from '#tests/support/pdf-text.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { conferenceIn } from '#tests/support/visa-form.ts';

const server = await startTestSite({ content: conferenceIn(3) });

async function certificateOf(token: string) {
  const answer = await fetch(`${server.origin}/registration/${token}/certificate.pdf`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const lines = answer.status === 200 ? linesOfPdf(bytes) : [];
  return { status: answer.status, headers: answer.headers, bytes, lines };
}

const page = async (token: string) => (await server.openPage(`/registration/${token}`)).text;

const arrive = (reference: string, name?: string) =>
  carriedOut(planCheckIn(server.organising, { reference, name, isDespiteUnpaid: false }));

test('a certificate can be downloaded after the conference by those who were checked in, and only theirs', async () => {
  needsFeatures('letters');
  const { order, reference } = await server.paidRegistration();
  const absent = await server.paidRegistration();
  const gone = await server.paidRegistration();
  const group = await server.aPaidGroup(['Speaker', 'Poster']);
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
  await carriedOut(server.planCancellation({ reference: cancelled, amount: '0' }));
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
  const write = (to: string) => server.organise('write', letter, '--to', to, '--send');
  await expect(write('paid')).rejects.toThrow(
    /but 2 of the 4 recipients have none, .*Leave it out, or write to “paid, checked in” \(2 people\)\.$/,
  );
  const said = await write('checked in');
  expect(said).toContain(`Your certificate (${server.origin}/…)`);
  expect(said).toContain('Letters in the outbox: 2.');
  const mails = await server.listMessages(1000);
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
