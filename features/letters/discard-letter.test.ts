import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { NotDelivered } from '#server/mail/mailer.ts';
import { planHold } from '#server/operations/hold-mails.ts';
import { concernsOf } from '#organiser/commands/doctor.ts';
import { aForm } from '#tests/support/author.ts';
import { openedIn, startTestDashboard } from '#tests/support/dashboard-client.ts';
import { testContext } from '#tests/support/test-commands.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { planLetter } from './write-letter.ts';

const server = await startTestSite();

describe('a wrong letter', () => {
  const letter = 'Subject: The hall\n\nDear {name}, the hall is another one.';
  const write = async (file: string) => {
    const request = {
      file,
      selection: `abstracts, country=${country}`,
      isNews: false,
      mailsPerHour: Infinity,
    };
    const { words, perform } = await planLetter(testContext(server), request);
    return [...words, ...(await perform())].join('\n');
  };
  const mails = (...options: string[]) => server.organise('mails', ...options);
  const discard = (name: string, isReal = true) =>
    mails('--discard', name, ...(isReal ? ['--yes'] : []));
  const list = () => mails();
  /** The recipients of the letters that the server sends now. */
  async function reached(most = Infinity) {
    const to: string[] = [];
    await server.mailRound(async (mail) => {
      if (to.length === most) throw new NotDelivered('ESOCKET CONN');
      if (mail.subject.includes('hall')) to.push(mail.to);
    });
    return to;
  }
  const countries = ['Iceland', 'Malta'];
  let country = '';
  let authors: string[];
  beforeEach(async () => {
    await mails('--release', '--yes');
    country = countries.pop() ?? '';
    authors = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const form = aForm({ country });
        await server.submit({ form });
        return String(form['email']);
      }),
    );
    await server.mailRound(async () => undefined);
  });

  test('is listed with its subject, and its unsent mails are discarded', async () => {
    await mails('--hold', '--letters', '--yes');
    await write(letter);
    const listed = await list();
    expect(listed).toMatch(
      /^waiting +3 {2}letter [0-9a-f]{8} “The hall”, since \d{4}-\S+ \d\d:\d\d$/m,
    );
    expect(await discard('the hall', false)).toContain(
      '3 unsent mails of the letter “The hall” would be discarded. 0 were sent and stay sent.',
    );
    expect(await list()).toBe(listed);
    const [, id = ''] = /letter (\w+)/.exec(listed) ?? [];
    expect(await discard(id)).toContain('3 mails discarded.');
    expect(await list()).toBe('Mass letters are on hold: organiser mails --release sends them.\n');
    await write(letter.replace('is another one', 'is the old one'));
    await mails('--release', '--yes');
    expect((await reached()).toSorted()).toEqual(authors.toSorted());
    expect(await server.organise('log')).toContain('"The hall": 3 unsent mails discarded');
  });

  test('that reached some people is discarded only for the others, and can be written again', async () => {
    const file = letter.replace('hall', 'hall and the hour');
    await write(file);
    const [first] = await reached(1);
    const said = await discard('the hall and the hour');
    expect(said).toContain('2 unsent mails');
    expect(said).toContain('1 were sent and stay sent.');
    expect(said).toContain('Letters are not on hold');
    server.clock.advance(48 * 60 * 60_000);
    expect(await reached()).toEqual([]);
    expect(await write(file)).toContain('It would go to 2 people');
    const others = authors.filter((email) => email !== first);
    expect((await reached()).toSorted()).toEqual(others.toSorted());
    await expect(discard('the hall and the hour')).rejects.toThrow('is waiting: 3 were sent.');
    await expect(discard('no such letter')).rejects.toThrow('There is no letter “no such letter”.');
  });
});

test('a letter on hold is a thing to do, and can be discarded', async () => {
  const dashboard = await startTestDashboard(server);
  onTestFinished(dashboard.close);
  const organiser = await openedIn(dashboard);
  await server.paidRegistration();
  const letter = { file: 'Subject: The hall\n\nIt is another one.', selection: 'paid' };
  const more = { isNews: false, mailsPerHour: Infinity };
  await (await planHold(server.organising, { hold: 'letters' })).perform();
  await (await planLetter(server.organising, { ...letter, ...more })).perform();
  const held = async () =>
    (await concernsOf(testContext(server))).filter(({ id }) => id === 'The hall');
  const [thing] = await held();
  expect(thing).toMatchObject({ about: 'mails', action: { name: 'discard-letter' } });
  const { name: action = '', request = {} } = thing?.action ?? {};
  const planned = await organiser.tell('/plan', { action, request });
  expect(String(planned.json['words'])).toContain('unsent mails of the letter “The hall”');
  await organiser.tell('/perform', { plan: planned.json['plan'] });
  expect(await held()).toEqual([]);
  // Afterwards it may be sent again, and a third time there is nobody to send it to.
  const again = {
    letter: { name: 'letter.md', data: Buffer.from(letter.file).toString('base64') },
    selection: 'paid',
  };
  const plan = async () =>
    (await organiser.tell('/plan', { action: 'write', request: again })).json;
  const first = await plan();
  expect(first).toMatchObject({ button: expect.stringMatching(/^Send to \d+ pe/) });
  await organiser.tell('/perform', { plan: first['plan'] });
  expect(await plan()).not.toHaveProperty('button');
  await (await planHold(server.organising, { hold: undefined })).perform();
});
