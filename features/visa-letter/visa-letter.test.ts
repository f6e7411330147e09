import { DAY } from '#contract/time-spans.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { dayAfter } from '#contract/content/calendar-days.ts';
import { asCents } from '#contract/money.ts';
import { inTransaction } from '#server/database/database.ts';
import { messagesAbout } from '#server/mail/posted-messages.ts';
import { writeBackup } from '#server/operations/write-backup.ts';
import { timestamp } from '#server/identity.ts';
import { planInvitation } from '#features/invitations/invite-guests.ts';
import { planUndoCancellation } from '#server/orders/change/undo-cancellation.ts';
import { findVisaRequest, forgetOldVisaData, insertVisaRequest } from './visa-requests.ts';
import type { ListedParticipant } from '#server/reports/list-participants.ts';
import { recordsIn } from '#organiser/records.ts';
import { aSheet, carriedOut } from '#tests/support/a-group.ts';
import { rowsNaming } from '#tests/support/order-differences.ts';
import { fieldsOf, pathOf } from '#tests/support/own-page.ts';
import type { aPaidGroup } from '#tests/support/paid-registration.ts';
import { linesOfPdf } from '#tests/support/pdf-text.ts';
import { organise, testContext } from '#tests/support/test-commands.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { conferenceIn, secrets, sendVisaForm } from '#tests/support/visa-form.ts';
import { aPerson } from '#tests/support/visitor.ts';
import { listVisaLetters, planVisaLetter, planVisaRefusal } from './decide-visa-request.ts';
import { feePaid } from './visa-letter.ts';

type Group = Awaited<ReturnType<typeof aPaidGroup>>;
/** The way by which a member of a group gets another address. */
type Road = (group: Group['order'], member: Group['members'][0], email: string) => Promise<void>;

let server: TestSite;
beforeAll(async () => {
  server = await startTestSite({ content: conferenceIn(90) });
  return server.close;
});

const desk = (...args: string[]) => server.organise('visa', ...args);

const page = (token: string, rest = '') => server.openPage(`/registration/${token}${rest}`);

async function letterOf(token: string) {
  const answer = await fetch(`${server.origin}/registration/${token}/visa-letter.pdf`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const text = answer.status === 200 ? linesOfPdf(bytes).join(' ').replaceAll('  ', ' ') : '';
  return { status: answer.status, headers: answer.headers, bytes, text };
}

/** A paid registration whose participant has asked for a letter, and the token of the page. */
async function asked(entries: Record<string, string> = {}) {
  const { order, reference } = await server.paidRegistration({ presentationType: 'POSTER' });
  const token = order.pageToken;
  const answer = await sendVisaForm(server, token, entries);
  expect(answer.location).toBe(`/registration/${token}?notice=letterAsked`);
  return { order, reference, token };
}

async function issued() {
  const request = await asked();
  expect(await desk(request.reference, '--send')).toContain(`${request.reference}-V1 is issued`);
  expect((await letterOf(request.token)).status).toBe(200);
  return request;
}

const requests = () =>
  server.db.selectFrom('visa_requests').selectAll().orderBy('requested_at').execute();

async function requestsOf(token: string) {
  const person = await server.db
    .selectFrom('participants')
    .select('id')
    .where('page_token', '=', token)
    .executeTakeFirstOrThrow();
  return (await requests()).filter((row) => row.participant_id === person.id);
}

async function shownId(token: string): Promise<string> {
  return fieldsOf((await page(token, '/visa-letter')).text)['shown'] ?? 'no form';
}

async function concernsAbout(reference: string) {
  const all = await server.listConcerns();
  return all.filter((one) => one.about === 'visa' && one.reference === reference);
}

async function mailsAbout(reference: string, kind: string) {
  const mails = await messagesAbout(server.db, { reference });
  return mails.filter((mail) => mail.kind === kind);
}

const withoutData = {
  name: null,
  nationality: null,
  passport: null,
  birth_date: null,
  expiry_date: null,
  consulate: null,
  reason: null,
};

describe('a letter', () => {
  test('is asked for on the page, issued by the secretary, and downloaded', async () => {
    const { order, reference, token } = await asked();
    const waiting = await page(token);
    expect(waiting.text).toContain('You have asked for a letter.');
    expect(waiting.text).not.toContain('visa-letter.pdf');
    expect((await page(`${token}?notice=letterAsked`)).text).toContain(
      'Your request for a letter has arrived.',
    );
    expect((await letterOf(token)).status).toBe(404);
    expect(await concernsAbout(reference)).toMatchObject([
      {
        title: 'Visa letters requested',
        action: { name: 'visa', request: { reference } },
        command: `organiser visa ${reference} shows the request`,
      },
    ]);

    const plan = await desk(reference);
    for (const words of [
      order.customer.name,
      'Name in the passport: OKWUOSA Rosalind Adaeze (the registration has another spelling or another name)',
      'Nationality: Nigeria',
      'Passport: B01234567, valid until May 31, 2099',
      'Date of birth: May 31, 1990',
      'Embassy or consulate: Embassy of Germany, Lagos',
      'The letter says: Poster. The registration fee of 313.95 EUR has been paid.',
      'Nothing was changed. Add --send to do it.',
    ]) {
      expect(plan).toContain(words);
    }
    expect((await letterOf(token)).status).toBe(404);
    expect(await desk(reference, '--send')).toContain(`The letter ${reference}-V1 is issued`);

    expect(await concernsAbout(reference)).toEqual([]);
    expect((await page(token)).text).toContain(`/registration/${token}/visa-letter.pdf`);
    const { status, headers, bytes, text } = await letterOf(token);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="visa-letter-${reference}-V1.pdf"`,
    );
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-robots-tag')).toContain('noindex');
    for (const words of [
      'Gesellschaft für Kettenchemie e. V.',
      'Embassy of Germany, Lagos',
      `Reference ${reference}-V1`,
      'OKWUOSA Rosalind Adaeze',
      'B01234567',
      'May 31, 1990',
      'May 31, 2099',
      'Poster',
      '313.95 EUR',
      'Prof. Dr. Annelore Weidenhain',
    ]) {
      expect(text).toContain(words);
    }
    expect((await letterOf(token)).bytes).toEqual(bytes);
    const [mail] = await mailsAbout(reference, 'visa-letter-issued');
    expect(mail?.recipient).toBe(order.customer.email);
    expect(mail?.content.text).toContain(`/registration/${token}`);
    expect(mail?.content.attachments).toEqual([]);
  });

  test('leaves its data in no mail, log, activity, concern, list or record', async () => {
    const { reference } = await issued();
    const context = testContext(server);
    const everything = JSON.stringify([
      await server.listMessages(1000),
      server.log,
      await server.listActivities(),
      await server.listConcerns(),
      await desk(),
      await desk('--json'),
      await Array.fromAsync(recordsIn(server.db, server.files.store)),
      await organise(context, 'show', reference),
      await organise(context, 'find', ''),
    ]);
    for (const secret of secrets) expect(everything).not.toContain(secret);
    const [activity] = await server.listActivities({ reference, action: 'visa' });
    expect(activity?.words).toBe(`the visa letter ${reference}-V1 is issued`);
    const own = await server.listActivities({ reference });
    expect(own.filter(({ who }) => who === 'participant')).toMatchObject([
      { action: 'visa', words: 'asks for a visa letter' },
    ]);
    expect(await desk()).toMatch(new RegExp(`${reference}-V1, .*, issued`));
  });

  test('is exported for its person, and erased with the person', async () => {
    const { order } = await issued();
    const { email } = order.customer;
    const kept = JSON.parse(await server.organise('person', 'export', email)).kept;
    expect(kept.visa_requests).toMatchObject([{ passport: 'B01234567', outcome: 'ISSUED' }]);
    await server.organise('person', 'erase', email, '--even-paid', '--yes');
    const ids = order.participantIds;
    expect((await requests()).filter((row) => ids.includes(row.participant_id))).toEqual([]);
  });

  test('is declined with a reason, which the mail and the page give, and can be asked for again', async () => {
    const { order, reference, token } = await asked();
    const reason = 'The <name> in your registration is another one.';
    const plan = await desk(reference, '--decline', reason);
    expect(plan).toContain(reason);
    await expect(desk(reference, '--decline', ' ', '--send')).rejects.toThrow('The reason is');
    await desk(reference, '--decline', reason, '--send');
    const { text } = await page(token);
    expect(text).toContain('We cannot issue this letter:');
    expect(text).toContain('The &#60;name&#62; in your registration');
    expect((await letterOf(token)).status).toBe(404);
    const [mail] = await mailsAbout(reference, 'visa-letter-declined');
    expect(mail).toMatchObject({ recipient: order.customer.email });
    expect(mail?.content.text).toContain(reason);
    await expect(desk(reference, '--send')).rejects.toThrow('was declined');

    const again = await sendVisaForm(server, token, { shown: await shownId(token) });
    expect(again.location).toBe(`/registration/${token}?notice=letterAsked`);
    expect(await desk(reference, '--send')).toContain(`${reference}-V1 is issued`);
  });

  test('is asked for once by a double click, and a newer request replaces the letter before', async () => {
    const { reference, token } = await issued();
    const shown = await shownId(token);
    const entries = { passport: 'C7654321', consulate: '', shown };
    const both = await Promise.all([
      sendVisaForm(server, token, entries),
      sendVisaForm(server, token, entries),
    ]);
    for (const answer of both) {
      expect(answer.location).toBe(`/registration/${token}?notice=letterAsked`);
    }
    const [old, newer, ...others] = await requestsOf(token);
    expect(others).toEqual([]);
    expect(old).toMatchObject({ ...withoutData, letter: `${reference}-V1`, outcome: 'ISSUED' });
    expect(old?.withdrawn_at).not.toBeNull();
    expect(newer).toMatchObject({ passport: 'C7654321', consulate: null, outcome: null });
    expect((await letterOf(token)).status).toBe(404);
    expect(await mailsAbout(reference, 'visa-letter-requested-for-secretary')).toHaveLength(2);

    // A tab that was opened before the second request.
    const stale = await sendVisaForm(server, token, { shown });
    expect(stale.location).toBe(`/registration/${token}?notice=changedMeanwhile`);
    expect((await requestsOf(token)).at(-1)?.passport).toBe('C7654321');
    await desk(reference, '--send');
    const letter = await letterOf(token);
    expect(letter.text).toContain(`${reference}-V2`);
    expect(letter.text).toContain('To whom it may concern');
  });

  test('is asked for twenty times a day at most', async () => {
    const { token } = await issued();
    const answers = [];
    for (let time = 0; time < 21; time++) {
      const entries = { passport: `C76543${10 + time}`, shown: await shownId(token) };
      answers.push((await sendVisaForm(server, token, entries)).status);
    }
    expect(answers.filter((status) => status === 303)).toHaveLength(19);
    expect(answers.at(-1)).toBe(429);
    expect((await requestsOf(token)).at(-1)?.passport).toBe('C7654328');
  });

  test('is decided once, also by two organisers at the same moment', async () => {
    const { reference, token } = await asked();
    const { organising } = server;
    const plans = [
      await planVisaLetter(organising, { reference }),
      await planVisaLetter(organising, { reference }),
      await planVisaRefusal(organising, { reference, reason: 'No.' }),
    ];
    const results = await Promise.allSettled(plans.map((plan) => plan.perform()));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const [row] = await requestsOf(token);
    const isIssued = row?.outcome === 'ISSUED';
    expect(await mailsAbout(reference, 'visa-letter-issued')).toHaveLength(isIssued ? 1 : 0);
    expect(await mailsAbout(reference, 'visa-letter-declined')).toHaveLength(isIssued ? 0 : 1);
  });

  test('is not issued for a request that was replaced or withdrawn after the plan', async () => {
    const { reference, token } = await asked();
    const plan = await planVisaLetter(server.organising, { reference });
    await sendVisaForm(server, token, { passport: 'C7654321', shown: await shownId(token) });
    await expect(plan.perform()).rejects.toThrow('replaced or withdrawn meanwhile');
    const second = await planVisaLetter(server.organising, { reference });
    await carriedOut(server.planCancellation({ reference, amount: '0' }));
    await expect(second.perform()).rejects.toThrow('was changed at the same moment');
  });
});

describe('a letter ends', () => {
  test('when the registration is cancelled, also if the cancellation is undone', async () => {
    const { reference, token } = await issued();
    await carriedOut(server.planCancellation({ reference, amount: '0' }));
    expect((await letterOf(token)).status).toBe(404);
    expect(await requestsOf(token)).toMatchObject([
      { ...withoutData, letter: `${reference}-V1`, outcome: 'ISSUED' },
    ]);
    expect((await page(token)).text).not.toContain('Letter for your visa');
    expect((await sendVisaForm(server, token)).status).toBe(404);
    await carriedOut(planUndoCancellation(server.organising, { reference }));
    expect((await letterOf(token)).status).toBe(404);
    expect((await page(token)).text).toContain('you can ask for a letter of invitation');
  });

  test('when the name is corrected, with the data of the person before', async () => {
    const { reference, token } = await issued();
    await carriedOut(server.planCorrection({ reference, name: 'Somebody Else' }));
    expect((await letterOf(token)).status).toBe(404);
    expect(await requestsOf(token)).toMatchObject([withoutData]);
    // Another telephone number changes nothing.
    const other = await issued();
    const { reference: same } = other;
    await carriedOut(server.planCorrection({ reference: same, phone: '+49 30 1' }));
    expect((await letterOf(other.token)).status).toBe(200);
  });

  describe.each([
    [
      'the payer of the group',
      true,
      async (group, { id }, email) => {
        await server.actThrough(`/registration/${group.pageToken}/people/${id}/address`, {
          email,
        });
        await server.confirmAt(email);
      },
    ],
    [
      'an organiser',
      true,
      async ({ reference }, { email: who }, email) => {
        await carriedOut(server.planCorrection({ reference, who, email }));
      },
    ],
    [
      'the payer, by a request of an earlier version',
      true,
      async (group, { id }, email) => {
        await server.actThrough(`/registration/${group.pageToken}/people/${id}/address`, {
          email,
        });
        await server.db.updateTable('address_confirmations').set({ by_payer: null }).execute();
        await server.confirmAt(email);
      },
    ],
    [
      'the participant',
      false,
      async (_, { pageToken }, email) => {
        await server.actThrough(`/registration/${pageToken}/address`, { email });
        await server.confirmAt(email);
      },
    ],
  ] as [string, boolean, Road][])('with another address from %s', (by, ends, road) => {
    test.each(['requested', 'issued', 'declined'])(
      `${ends ? 'if' : 'never, also if'} it is %s`,
      async (state) => {
        const { order, members } = await server.aPaidGroup();
        const [member, other] = members;
        for (const { pageToken } of [member, other]) await sendVisaForm(server, pageToken);
        // The row of a list leads to the page of the group, opened at the person.
        const keys = (await listVisaLetters(server.db)).map(({ key }) => key);
        expect(keys).toContain(`${order.reference}?person=${member.id}`);
        const decided = [order.reference, '--who', member.email, '--send'];
        if (state === 'issued') await desk(...decided);
        if (state === 'declined') await desk(...decided, '--decline', 'The passport is blurred.');
        const email = `${by.length}.${state}@next.example`;
        await road(order, member, email);
        const token = await server.pageTokenOf(email);
        expect((await letterOf(token)).status).toBe(state === 'issued' && !ends ? 200 : 404);
        const { words } = await page(token);
        expect(words.includes('blurred')).toBe(state === 'declined' && !ends);
        const [kept] = await requestsOf(token);
        if (ends) expect(kept).toMatchObject(withoutData);
        else expect(kept).toMatchObject({ passport: 'B01234567', withdrawn_at: null });
        expect((await requestsOf(other.pageToken))[0]).toMatchObject({ withdrawn_at: null });
      },
    );
  });

  test('when money is refunded, or the presentation type is another', async () => {
    const refunded = await issued();
    const { reference } = refunded;
    await carriedOut(server.planRefund({ reference, amount: '20.00' }));
    await server.control.settled();
    expect((await letterOf(refunded.token)).status).toBe(404);
    expect((await page(refunded.token)).text).toContain('the letter is no longer valid');

    const moved = await issued();
    await carriedOut(server.planMove({ reference: moved.reference, type: 'student' }));
    expect((await letterOf(moved.token)).status).toBe(404);
    const { token } = moved;
    await sendVisaForm(server, token, { shown: await shownId(token) });
    expect(await desk(moved.reference, '--send')).toContain(`${moved.reference}-V2 is issued`);
    expect((await letterOf(token)).text).toContain('Student');
  });
});

describe('a request', () => {
  test('needs a confirmed place', async () => {
    const { order } = await server.unpaidRegistration();
    const token = order.pageToken;
    const { text } = await page(token);
    expect(text).toContain('as soon as your place is confirmed');
    expect(text).not.toContain(`/registration/${token}/visa-letter`);
    expect((await page(token, '/visa-letter')).status).toBe(404);
    expect((await sendVisaForm(server, token)).status).toBe(404);
    expect(await requestsOf(token)).toEqual([]);
  });

  test('of a member of a group has no amount in its letter, and the payer has none', async () => {
    const { order, members } = await server.aPaidGroup();
    const [one, other] = members;
    for (const { pageToken } of [one, other]) await sendVisaForm(server, pageToken);
    expect(await concernsAbout(order.reference)).toHaveLength(2);
    await expect(desk(order.reference, '--send')).rejects.toThrow('Several people');
    await desk(order.reference, '--who', other.name, '--send');
    await desk(order.reference, '--who', one.email, '--send');
    const letter = await letterOf(one.pageToken);
    expect(letter.text).toContain('paid by the institute');
    expect(letter.text).not.toContain('EUR');
    expect(letter.text).toContain(`${order.reference}-V2`);
    expect((await letterOf(other.pageToken)).text).toContain(`${order.reference}-V1`);

    const payers = await page(order.pageToken);
    expect(payers.text).not.toContain('visa-letter');
    expect((await letterOf(order.pageToken)).status).toBe(404);
    expect((await sendVisaForm(server, order.pageToken)).status).toBe(404);
    const { reference } = order;
    await carriedOut(server.planCancellation({ reference, who: one.name, amount: '0' }));
    expect((await letterOf(one.pageToken)).status).toBe(404);
    expect((await letterOf(other.pageToken)).status).toBe(200);
  });

  test('of a guest gets a letter that says that nothing had to be paid', async () => {
    const { rows, people } = aSheet(['Speaker']);
    await carriedOut(planInvitation(server.organising, { rows }));
    const token = await server.pageTokenOf(people[0]?.email ?? '');
    await sendVisaForm(server, token);
    const [{ reference } = { reference: '' }] = (await server.listConcerns())
      .filter(({ about }) => about === 'visa')
      .slice(-1);
    await desk(reference ?? '', '--send');
    expect((await letterOf(token)).text).toContain('The participation is free of charge.');
  });

  test('of somebody who pays an agreed amount waits for the agreement, and has no text of the payer', async () => {
    const { person } = await server.paidAmount({ description: 'Minister of the interior' });
    const token = await server.pageTokenOf(person.email);
    expect((await sendVisaForm(server, token)).status).toBe(404);
    await server.organise('agree', person.email, '100.00', 'As agreed', '--yes');
    expect((await sendVisaForm(server, token)).status).toBe(303);
    const [reference = ''] = (await listVisaLetters(server.db))
      .filter(({ name, state }) => name === person.name && state === 'requested')
      .map((one) => one.reference);
    await desk(reference, '--send');
    const { text } = await letterOf(token);
    expect(text).toContain('takes part as: Participant. The registration fee of 105.00 EUR');
    expect(text).not.toContain('Minister');
  });

  test('with mistakes keeps its entries, escaped, and has a message beside each field', async () => {
    const { order } = await server.paidRegistration();
    const token = order.pageToken;
    const answer = await sendVisaForm(server, token, {
      name: '"><script>alert(1)</script>',
      birthDate: '1990-02-30',
      expiryDate: '2020-01-01',
      nationality: 'Atlantis',
    });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { text } = answer;
    expect(text).not.toContain('<script');
    expect(text).toContain('value="&#34;&#62;&#60;script&#62;alert(1)&#60;/script&#62;"');
    expect(text).toContain('value="B01234567"');
    const { messages } = server.content.yourRegistration.visaLetter?.form ?? {};
    for (const field of ['nationality', 'birthDate', 'expiryDate'] as const) {
      expect(text).toMatch(
        new RegExp(`id="${field}-mistake"[^>]*>\\s*${messages?.[field].slice(0, 20)}`),
      );
      expect(text).toMatch(new RegExp(`name="${field}"[^>]*aria-invalid="true"`));
    }
    expect(text).not.toContain('id="passport-mistake"');
    expect(await requestsOf(token)).toEqual([]);
  });

  test.each([
    ['JSON of another shape', { 'content-type': 'application/json' }, '[1]', 400],
    ['no entries', { 'content-type': 'application/x-www-form-urlencoded' }, '', 400],
    [
      'bytes that are not UTF-8',
      { 'content-type': 'application/x-www-form-urlencoded' },
      Buffer.from([0x6e, 0x3d, 0xff]),
      400,
    ],
    [
      'more than 64 KiB',
      { 'content-type': 'application/x-www-form-urlencoded' },
      `name=${'x'.repeat(66_000)}`,
      413,
    ],
    ['a file', { 'content-type': 'text/xml' }, '<a/>', 415],
  ])('with %s is refused and stores nothing', async (_, headers, body, status) => {
    const { order } = await server.paidRegistration();
    const answer = await fetch(`${server.origin}/registration/${order.pageToken}/visa-letter`, {
      method: 'POST',
      headers,
      body,
    });
    expect(answer.status).toBe(status);
    expect(await requestsOf(order.pageToken)).toEqual([]);
  });

  test('has a passport that is valid until the end of the conference', async () => {
    const { order } = await server.paidRegistration();
    const { end } = server.content.conference.dates;
    const token = order.pageToken;
    expect((await sendVisaForm(server, token, { expiryDate: dayAfter(end, -1) })).status).toBe(400);
    expect((await sendVisaForm(server, token, { expiryDate: end })).status).toBe(303);
  });

  test('cannot be decided if nobody asked, and two names are one as they are spelled', async () => {
    const { reference } = await server.paidRegistration();
    await expect(desk(reference)).rejects.toThrow(`Nobody of ${reference} has asked`);
    await expect(desk('PS26-0000-0000')).rejects.toThrow('There is no order');
    const { order } = await server.paidRegistration({}, aPerson({ name: 'Łukasz Włókno' }));
    await sendVisaForm(server, order.pageToken, { name: 'Lukasz Wlokno' });
    expect(await desk(order.reference)).toContain('Name in the passport: Lukasz Wlokno\n');
  });
});

test('after the retention period the data are gone from the table and from a backup, and the page says so', async () => {
  const until = { at: '2099-01-01T00:00:00.000Z', day: '2099-01-01', words: '', label: '' };
  const { conference, ...content } = conferenceIn(90);
  const opening = { ...conference.opening, registration: { until } };
  const own = await startTestSite({
    content: { ...content, conference: { ...conference, opening } },
  });
  const before = server;
  server = own;
  try {
    const { reference, token } = await issued();
    const undecided = await asked({ passport: 'U9999999' });
    const contentsOfBackup = async () => {
      const path = join(testFolder(), 'backup.tar.gz');
      await writeBackup(own.db, own.files.store, path, timestamp(own.clock.now()));
      return gunzipSync(readFileSync(path)).toString('utf8');
    };
    expect(await contentsOfBackup()).toContain('B01234567');
    own.clock.advance(29 * DAY);
    await own.organise('purge', '--yes');
    expect((await letterOf(token)).status).toBe(200);

    own.clock.advance(2 * DAY);
    const counted = await own.organise('purge');
    expect(counted).toMatch(/passport data of visa letters +2 /);
    // The server does not wait for the purge.
    await forgetOldVisaData(own.db, timestamp(new Date(own.clock.now().getTime() - 30 * DAY)));
    expect(await requestsOf(token)).toMatchObject([
      { ...withoutData, letter: `${reference}-V1`, outcome: 'ISSUED', withdrawn_at: null },
    ]);
    const saved = await contentsOfBackup();
    for (const secret of [...secrets, 'U9999999']) expect(saved).not.toContain(secret);
    expect((await letterOf(token)).status).toBe(404);
    const { text } = await page(token);
    expect(text).toContain('we have deleted your passport data 30 days after that');
    expect(text).toContain(`/registration/${token}/visa-letter"`);
    expect((await page(undecided.token)).text).toContain('Your request was not decided');
    expect(await concernsAbout(undecided.reference)).toEqual([]);
    await expect(desk(undecided.reference, '--send')).rejects.toThrow('are deleted');
    expect(await desk()).toContain('issued, data deleted');
    expect(await own.organise('purge')).toMatch(/passport data of visa letters +0 /);

    await sendVisaForm(own, token, { shown: await shownId(token) });
    expect(await desk(reference, '--send')).toContain(`${reference}-V2 is issued`);
    own.clock.advance(70 * DAY);
    // A conference that still takes registrations after its days, as a sample does, gives its letters, too.
    expect((await page(token, '/visa-letter')).status).toBe(200);
    until.at = timestamp(own.clock.now());
    expect((await page(token, '/visa-letter')).status).toBe(404);
    expect((await sendVisaForm(own, token, { shown: await shownId(token) })).status).toBe(404);
  } finally {
    server = before;
    await own.close();
  }
});

test('a conference without the letter has no form and no section', async () => {
  const content = conferenceIn(90);
  const { visaLetter: _, ...words } = content.yourRegistration;
  const own = await startTestSite({ content: { ...content, yourRegistration: words } });
  const before = server;
  server = own;
  try {
    const { order, reference } = await own.paidRegistration();
    const { text } = await page(order.pageToken);
    expect(text).not.toContain('visa');
    expect((await page(order.pageToken, '/visa-letter')).status).toBe(404);
    expect((await sendVisaForm(own, order.pageToken)).status).toBe(404);
    await expect(desk(reference)).rejects.toThrow('your-registration.yaml has no visa_letter');
  } finally {
    server = before;
    await own.close();
  }
});

test.each([
  // The fee of what was given up is kept: 767.80 stays paid, and 758.10 is booked.
  [75_810, { amountCents: 96_180, refundedCents: 19_400 }, 75_810],
  [41_895, { amountCents: 41_895, refundedCents: 0 }, 41_895],
  [41_895, { amountCents: 41_895, refundedCents: 10_000 }, 31_895],
  [41_895, { amountCents: 41_895, refundedCents: 0, isInGroup: true }, 0],
  [0, { amountCents: undefined, refundedCents: undefined }, 0],
])('a letter about %i booked says no more than the own page', (booked, paid, said) => {
  const person = { isInGroup: false, ...paid } as unknown as ListedParticipant;
  expect(feePaid({ amountCents: asCents(booked) }, person)).toBe(said);
});

test('a visa request of the giver of a place does not go to the colleague', async () => {
  const { order } = await server.paidRegistration();
  const [participantId = ''] = order.participantIds;
  const { db, clock } = server;
  const passport = { name: 'Mira', nationality: 'Norway', passport: 'N7654321' };
  const days = { birthDate: '1990-01-01', expiryDate: '2030-01-01', consulate: undefined };
  const request = { id: 'a-visa-request', participantId, requestedAt: clock.now().toISOString() };
  await inTransaction(db, (tx) =>
    insertVisaRequest(tx, { ...request, data: { ...passport, ...days } }),
  );
  const colleague = { name: 'Oona Järvi', email: 'oona.visa@institute.example' };
  const rest = { phone: '+358 9 1', institute: 'Institute of Gels', country: 'Finland' };
  await server.actThrough(`${pathOf(order)}/hand-over`, { ...colleague, ...rest });
  await server.confirmAt(colleague.email);
  expect(await findVisaRequest(db, participantId)).toBeUndefined();
  expect(await rowsNaming(server, [passport.passport])).toEqual([]);
});
