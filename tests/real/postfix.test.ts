import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { emailAddress } from '#contract/text.ts';
import { inTransaction } from '#server/database/database.ts';
import { listDeadLetters } from '#server/mail/dead-letters.ts';
import { postMessages } from '#server/mail/outbox.ts';
import { sendDueMail } from '#server/mail/outbox-worker.ts';
import { smtpMailer } from '#server/mail/smtp-mailer.ts';
import { diceFrom } from '#tests/support/dice.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { newId, seed } from '#tests/support/seed.ts';
import { testClock } from '#tests/support/test-clock.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { type Policy, type Postfix, startPostfix } from './postfix.ts';
import { withPrograms } from './with-programs.ts';

const { palette: colours } = fixtureContent.conference.looks;
const TEMPLATE = {
  language: 'en',
  colours,
  heading: 'Hello',
  paragraphs: ['Zoë, hello'],
  facts: [],
  closing: 'Bye',
  signature: ['Summit'],
};
const trusted = getCACertificates('default');

withPrograms(
  'Postfix with TLS',
  { postfix: '/usr/sbin/postfix' },
  () => {
    let database: TestDatabase;
    let clock: ReturnType<typeof testClock>;
    let postfix: Postfix;
    const folder = testFolder();
    beforeAll(async () => {
      postfix = await startPostfix(folder);
      return postfix.close;
    });
    afterAll(() => setDefaultCACertificates(trusted));
    beforeEach(async () => {
      postfix.reset();
      setDefaultCACertificates([...trusted, postfix.certificate]);
      database = await createTestDatabase();
      clock = testClock();
    });
    afterEach(() => database.close());

    const post = (recipient: string, key = recipient) =>
      inTransaction(database.db, (tx) =>
        postMessages(
          tx,
          { newId, clock: clock.now },
          { key, kind: 'abstract-received', recipient, subject: key, template: TEMPLATE },
        ),
      );
    const round = (port = postfix.port) => {
      const settings = { host: 'localhost', port, tls: 'starttls', login: undefined } as const;
      return sendDueMail({
        db: database.db,
        mailer: smtpMailer(settings, clock.now),
        clock: clock.now,
        held: [],
        hasRoom: async () => true,
        hasRoomForLetters: async () => true,
        from: { name: 'Zoë’s Summit', address: 'robot@summit.example' },
        replyTo: 'secretary@summit.example',
        log: () => undefined,
        alarm: () => undefined,
      });
    };
    const later = async (minutes: number) => {
      clock.advance(minutes * 60_000);
      return round();
    };
    /** The state of each mail by its address. */
    const states = async () => {
      const rows = await database.db
        .selectFrom('outbox')
        .select(['recipient', 'sent_at', 'dead_at', 'trouble'])
        .execute();
      return Object.fromEntries(
        rows.map(({ recipient, sent_at, dead_at, trouble }) => [
          recipient,
          sent_at === null ? `${dead_at === null ? 'waits' : 'given up'}: ${trouble}` : 'sent',
        ]),
      );
    };
    const toWhom = () =>
      postfix
        .delivered()
        .map((mail) => /^Delivered-To: (\S+)/m.exec(mail)?.[1] ?? '')
        .toSorted();
    /** Refuses the first tries of an address. */
    const refuses = (
      tries: number,
      answer: string,
      at: 'RCPT' | 'END-OF-MESSAGE' = 'RCPT',
    ): Policy => {
      let left = tries;
      return (asked) => (asked.at === at && left-- > 0 ? answer : 'DUNNO');
    };

    test('takes a mail once, encrypted', async () => {
      for (let at = 0; at < 12; at++) await post(`ada.${at}@lab.example`);
      expect(await round()).toBe(12);
      await expect.poll(() => postfix.delivered()).toHaveLength(12);
      for (const mail of postfix.delivered()) expect(mail).toMatch(/with ESMTPS/);
      expect(new Set(toWhom()).size).toBe(12);
    });

    test.each([
      ['a full mailbox', refuses(2, '452 4.2.2 Mailbox full'), 'EENVELOPE 452 4.2.2 RCPT TO'],
      [
        'a mailbox that is full for good',
        refuses(2, '552 5.2.2 Over quota'),
        'EENVELOPE 552 5.2.2 RCPT TO',
      ],
      ['greylisting', refuses(2, '450 4.2.0 Greylisted'), 'EENVELOPE 450 4.2.0 RCPT TO'],
      [
        'a disk that is full',
        refuses(2, '452 4.3.1 No room', 'END-OF-MESSAGE'),
        'EMESSAGE 452 4.3.1 DATA',
      ],
      [
        'its end in the middle',
        refuses(2, '421 4.3.2 Ending', 'END-OF-MESSAGE'),
        'EMESSAGE 421 4.3.2 DATA',
      ],
    ])('that answers with %s gets the mail once, later', async (_, policy, trouble) => {
      postfix.policy(policy);
      await post('ada@lab.example');
      expect(await round()).toBe(0);
      expect(await states()).toEqual({ 'ada@lab.example': `waits: ${trouble}` });
      expect(await later(2)).toBe(0);
      expect(await later(4)).toBe(1);
      expect(await states()).toEqual({ 'ada@lab.example': 'sent' });
      await expect.poll(toWhom).toEqual(['ada@lab.example']);
    });

    test('that does not know an address is asked once, and the others get their mails', async () => {
      postfix.policy(({ recipient }) =>
        recipient.startsWith('gone') ? '550 5.1.1 No such user' : 'DUNNO',
      );
      await post('gone@lab.example');
      await post('ada@lab.example');
      expect(await round()).toBe(1);
      expect(await states()).toMatchObject({
        'gone@lab.example': 'given up: EENVELOPE 550 5.1.1 RCPT TO',
      });
      expect(await listDeadLetters(database.db)).toHaveLength(1);
      await later(2);
      expect(postfix.asked.filter(({ recipient }) => recipient.startsWith('gone'))).toHaveLength(1);
      await expect.poll(toWhom).toEqual(['ada@lab.example']);
    });

    test('with a certificate for another name, or of nobody, gets no mail until it is right', async () => {
      await post('ada@lab.example');
      expect(await round(postfix.otherPort)).toBe(0);
      expect((await states())['ada@lab.example']).toMatch(/its certificate is self-signed/);
      setDefaultCACertificates([...trusted, postfix.certificate, postfix.otherCertificate]);
      clock.advance(2 * 60_000);
      expect(await round(postfix.otherPort)).toBe(0);
      expect((await states())['ada@lab.example']).toMatch(
        /its certificate is for another name than the one in the settings/,
      );
      expect(await later(4)).toBe(1);
      await expect.poll(toWhom).toEqual(['ada@lab.example']);
    });

    test('without SMTPUTF8 gets the mail to a domain with an umlaut, and names with one', async () => {
      await post(emailAddress.parse('ada@müller.example'));
      expect(await round()).toBe(1);
      await expect.poll(toWhom).toEqual(['ada@xn--mller-kva.example']);
      expect(postfix.delivered()[0]).toContain('=?UTF-8?');
      expect(emailAddress.safeParse('zoë@lab.example').success).toBe(false);
    });

    test('that refuses and ends at random gets every mail of a long queue once', async () => {
      const dice = diceFrom(seed);
      const answers = ['450 4.2.0 Later', '452 4.2.2 Full', '421 4.3.2 Ending'];
      postfix.policy(({ recipient }) => {
        const tries = postfix.asked.filter((asked) => asked.recipient === recipient).length;
        return tries < 7 && dice(2) === 0 ? (answers[dice(3)] ?? '') : 'DUNNO';
      });
      const people = Array.from({ length: 60 }, (_, at) => `ada.${at}@lab.example`);
      for (const person of people) await post(person);
      for (let tries = 0; tries < 9; tries++) {
        await round();
        clock.advance(360 * 60_000);
      }
      expect(Object.values(await states())).toEqual(people.map(() => 'sent'));
      await expect.poll(toWhom).toEqual(people.toSorted());
    });
  },
  { asRoot: true },
);
