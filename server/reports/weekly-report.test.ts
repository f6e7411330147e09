import { HOUR } from '#contract/time-spans.ts';
import { describe, expect, test } from 'vitest';
import { newId } from '#tests/support/seed.ts';
import { mailLayoutOf } from '#server/container.ts';
import type { Mail } from '#server/mail/mailer.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { aPerson } from '#tests/support/visitor.ts';
import { lastMonday, writeWeeklyReport } from './weekly-report.ts';

describe('the weekly report', () => {
  let server: TestSite;

  async function startWith(report: 'off' | 'weekly') {
    const content = { ...fixtureContent, mails: { ...fixtureContent.mails, report } };
    server = await startTestSite({ content });
    const monday = lastMonday('Europe/Berlin', server.clock.now());
    // Sunday evening.
    server.clock.advance(monday.getTime() + (7 * 24 - 8) * HOUR - server.clock.now().getTime());
  }

  const write = () =>
    writeWeeklyReport({
      db: server.db,
      content: server.content,
      mailLayout: mailLayoutOf(server.content, 'sandbox'),
      clock: server.clock.now,
      newId,
    });

  test('on Monday at seven the secretary gets one report, even from several servers', async () => {
    await startWith('weekly');
    const person = aPerson();
    await server.post('/api/registration/register', { ...person, presentationType: 'SPEAKER' });
    const taken: Mail[] = [];
    const send = async (mail: Mail) => void taken.push(mail);
    server.clock.advance(HOUR);
    await server.mailRound(send);
    taken.length = 0;
    expect(await write()).toBe(false);
    server.clock.advance(8 * HOUR);
    await Promise.all([write(), write()]);
    await write();
    await server.mailRound(send);
    expect(taken).toMatchObject([
      {
        to: fixtureContent.conference.secretary.email,
        subject: expect.stringContaining(fixtureContent.mails.reportMail.subject),
        attachments: [{ fileName: 'report.html', content: expect.stringContaining('<dd>1</dd>') }],
      },
    ]);
    expect(taken[0]?.attachments[0]?.content).not.toContain(person.name);
  });

  test('a week before anybody has registered, sent an abstract or paid has no report', async () => {
    await startWith('weekly');
    server.clock.advance(9 * HOUR);
    expect(await write()).toBe(false);
    server.clock.advance(6 * 24 * HOUR);
    await server.post('/api/registration/register', { ...aPerson(), presentationType: 'SPEAKER' });
    server.clock.advance(24 * HOUR);
    expect(await write()).toBe(true);
  });

  test('a Monday on which no server ran has no report', async () => {
    await startWith('weekly');
    server.clock.advance(40 * HOUR);
    expect(await write()).toBe(false);
  });

  test('without the setting there is no report', async () => {
    await startWith('off');
    server.clock.advance(9 * HOUR);
    expect(await write()).toBe(false);
  });
});

test.each([
  ['Europe/Berlin', '2026-11-23T05:59:00.000Z', '2026-11-16T06:00:00.000Z'],
  ['Europe/Berlin', '2026-11-23T06:00:00.000Z', '2026-11-23T06:00:00.000Z'],
  // The clocks changed on the Sunday before.
  ['Europe/Berlin', '2026-10-28T12:00:00.000Z', '2026-10-26T06:00:00.000Z'],
  ['Asia/Tokyo', '2026-11-22T22:30:00.000Z', '2026-11-22T22:00:00.000Z'],
])('the last Monday at seven in %s before %s is %s', (timezone, now, expected) => {
  expect(lastMonday(timezone, new Date(now)).toISOString()).toBe(expected);
});
