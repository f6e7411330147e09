import { DAY } from '#contract/time-spans.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import type { Content } from '#contract/content.ts';
import { asCents } from '#contract/money.ts';
import { momentAt } from '#contract/content/moments.ts';
import { readPerson } from '#organiser/dashboard/read-pages.ts';
import { allRights } from '#organiser/dashboard/rights.ts';
import { testContext } from '#tests/support/test-commands.ts';
import { proofOffers } from './site/proof-offers.ts';
import { readersOf } from '#features/letters/letter-readers.ts';
import { writeBackup } from '#server/operations/write-backup.ts';
import { exportPerson } from '#server/privacy/export-person.ts';
import { lapseChanges } from '#server/orders/rows/order-changes.ts';
import { planInvitation } from '#features/invitations/invite-guests.ts';
import { planInvitationLinks } from '#features/invitations/send-invitations.ts';
import { forgetOldProofFiles } from './proofs.ts';
import { finishRemovals } from '#server/privacy/removals.ts';
import { aSheet, carriedOut } from '#tests/support/a-group.ts';
import { pathOf } from '#tests/support/own-page.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { withCombinations } from '#tests/support/fixture-prices.ts';
import { asCancelled } from '#tests/support/cancelled-conference.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { unexpected } from '#tests/support/unexpected.ts';
import { details } from '#tests/support/visitor.ts';
import { claimDifferences } from './claim-differences.ts';
import { planAcceptance } from './decide-proofs.ts';
import { remindUnproved } from './remind-unproved.ts';
import { scanDueFiles } from '#server/operations/scan-due-files.ts';

const PDF = `%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n`;
const JPEG = Buffer.from('ffd8ffe000074a46494600ffda0002113fff00ffd01fffd9', 'hex');

let server: TestSite;
let content: Content;
let folder: string;
beforeEach(async () => {
  const until = momentAt(
    new Date(Date.now() + 30 * DAY).toISOString(),
    fixtureContent.conference.dates,
  );
  const proof = { text: 'Please send your student card.', until, otherwise: 'delegate' };
  content = {
    ...fixtureContent,
    prices: {
      ...fixtureContent.prices,
      presentationTypes: fixtureContent.prices.presentationTypes.map((type) =>
        // Listeners come for nothing, and prove why.
        type.id === 'student'
          ? { ...type, proof }
          : type.id === 'listener'
            ? { ...type, proof, price: [asCents(0)] }
            : type,
      ),
    },
  };
  server = await startTestSite({ content, quotas: { uploads: 12 } });
  folder = testFolder();
});

const claimAll = () => claimDifferences(server.organising);
const overdue = () => server.clock.advance(31 * DAY);

async function aStudent() {
  const { reference, person } = await server.paidRegistration({ presentationType: 'STUDENT' });
  const { page_token: token } = await server.db
    .selectFrom('participants')
    .select('page_token')
    .where('email', '=', person.email)
    .executeTakeFirstOrThrow();
  const page = `/registration/${token}`;
  return { reference, email: person.email, page };
}

function send(page: string, name: string, bytes: string | Buffer): Promise<Response> {
  const form = new FormData();
  form.append('abstractFile', new Blob([new Uint8Array(Buffer.from(bytes))]), name);
  return fetch(`${server.origin}${page}/proof`, { method: 'POST', body: form, redirect: 'manual' });
}

const shown = async (path: string) => (await fetch(server.origin + path)).text();
const mailsOf = async (email: string) =>
  (await server.listMessages(100)).filter(({ recipient }) => recipient === email);
const changes = () => server.db.selectFrom('order_changes').selectAll().execute();

describe('a free price that needs a proof', () => {
  /** Someone who registered for nothing and came back to the site. */
  async function aListener() {
    const { path, body, person } = await server.aCheckout({ presentationType: 'LISTENER' });
    const { instituteOrUniversity, name, email, phone, country } = person;
    const registrant = { name, email, phone, instituteOrUniversity, country };
    await server.post('/api/registration/register', {
      ...registrant,
      presentationType: 'LISTENER',
      registrationType: 'REGISTRATION_ONLY',
    });
    const { json } = await server.post(path, body);
    await server.post(`/api/payment/update?sessionId=${String(json['sessionId'])}`);
    return email;
  }

  const unproved = async () =>
    (await readersOf(server.organising, 'unproved')).map(({ email }) => email);

  test('asks for it in the one mail about the place, and claims the difference', async () => {
    const email = await aListener();
    const mails = await mailsOf(email);
    const unsent = await server.db
      .selectFrom('outbox')
      .select('kind')
      .where('recipient', '=', email)
      .where('withdrawn_at', 'is', null)
      .execute();
    expect(unsent).toEqual([{ kind: 'free-confirmed' }]);
    expect(JSON.stringify(mails)).toContain('Please send your student card.');
    expect(await unproved()).toEqual([email]);
    overdue();
    expect([await claimAll(), await claimAll()]).toEqual([1, 0]);
    // 449.00 with 5 per cent.
    expect(await changes()).toMatchObject([{ state: 'proposed', difference_cents: 47_145 }]);
  });

  test('is asked of a member of a group and of whoever moves to it, and of no guest', async () => {
    const { rows, people } = aSheet(['Listener']);
    await carriedOut(planInvitation(server.organising, { rows }));
    const [guest] = people;
    const { reference } = await server.db
      .selectFrom('orders')
      .select('reference')
      .executeTakeFirstOrThrow();
    await server.organise('correct', reference, '--institute', 'Institute of Chains', '--yes');
    const group = await server.aPaidGroup(['Listener', 'Speaker']);
    const moving = await server.paidRegistration({
      presentationType: 'DELEGATE',
      registrationType: 'REGISTRATION_AND_ACCOMMODATION',
    });
    await server.organise('move', moving.reference, '--type', 'listener', '--send');
    const asked = [group.members[0].email, moving.person.email];
    expect((await unproved()).toSorted()).toEqual(asked.toSorted());
    overdue();
    expect(await claimAll()).toBe(2);
    expect(JSON.stringify(await mailsOf(guest?.email ?? ''))).not.toContain('student card');
  });
});

describe('a price that needs a proof', () => {
  test('is one that a person pays: a free place and an agreed price need none, and no mail asks for one', async () => {
    const { email, reference } = await aStudent();
    const { rows, people } = aSheet(['Student']);
    await carriedOut(planInvitation(server.organising, { rows }));
    const ada = 'ada@lab.example';
    const agreed = [
      ['Name', 'Email', 'Type', 'Price'],
      ['Ada Kowalska', ada, 'Student', '100.00'],
    ];
    const until = new Date(server.clock.now().getTime() + 9 * DAY).toISOString().slice(0, 10);
    await carriedOut(planInvitationLinks(server.organising, { rows: agreed, until }));
    const [path = ''] = /\/invitation\/\w+/.exec(JSON.stringify(await mailsOf(ada))) ?? [];
    const form = { name: 'Ada Kowalska', ...details, total: '10500' };
    const body = new URLSearchParams(form);
    const used = await fetch(server.origin + path, { method: 'POST', body, redirect: 'manual' });
    await server.payLink(`${used.headers.get('location')}/pay`);

    const mailed = async (to: string) => JSON.stringify(await mailsOf(to));
    expect(await mailed(email)).toContain('Please send your student card.');
    for (const to of [ada, people[0]?.email ?? '']) {
      expect(await mailed(to)).toContain('/registration/');
      expect(await mailed(to)).not.toContain('student card');
    }
    const asked = await readersOf(server.organising, 'unproved');
    expect(asked.map((reader) => reader.email)).toEqual([email]);
    expect((await server.organise('proofs')).match(/nothing sent/g)).toHaveLength(1);
    await server.organise('proofs', '--accept', reference, '--yes');
    expect(await readersOf(server.organising, 'unproved')).toEqual([]);
  });

  test('says so before somebody pays it, changes to it, offers it or takes it over', async () => {
    const says =
      /Please send your student card\. You can send it on the page of your registration until it closes .* Without it the difference to the full price is due\./;
    const group = await server.aGroup(['Student', 'Student', 'Speaker']);
    const toPay = (await server.openPage(group.path)).words;
    expect(toPay).toMatch(says);
    expect(toPay.match(/student card/g)).toHaveLength(1);
    const speaker = await server.paidRegistration();
    const change = `${pathOf(speaker.order)}/change`;
    expect((await server.openPage(change)).words).toMatch(says);
    expect((await server.fillIn(change, { type: 'student' })).words).toMatch(says);

    const student = await server.paidRegistration({ presentationType: 'STUDENT' });
    const colleague = { name: 'Oona Järvi', email: 'oona@institute.example', country: 'Finland' };
    const offer = await server.actThrough(`${pathOf(student.order)}/hand-over`, {
      ...colleague,
      phone: '+358 9 1',
      institute: 'Institute of Gels',
    });
    expect(offer.check.words).toMatch(says);
    expect((await server.openConfirmation(colleague.email)).page.words).toMatch(says);
    const leaves = await server.fillIn(`${pathOf(student.order)}/change`, { type: 'speaker' });
    expect(leaves.words).not.toContain('student card');
  });

  test('takes a limited number of files in an hour, also if each replaces the one before', async () => {
    const { page } = await aStudent();
    const sent: number[] = [];
    for (let at = 0; at < 13; at += 1) sent.push((await send(page, `${at}.pdf`, PDF)).status);
    expect(sent).toEqual([...Array.from({ length: 12 }, () => 303), 503]);
    expect(await server.files.listStored()).toHaveLength(1);
    server.clock.advance(61 * 60_000);
    expect((await send(page, 'again.pdf', PDF)).status).toBe(303);
  });

  test('is not named to the reader of another address, which an organiser entered', async () => {
    const { page, email, reference } = await aStudent();
    await send(page, 'rosalinds-card.pdf', PDF);
    expect(await shown(page)).toContain('rosalinds-card.pdf');
    await server.organise('correct', reference, '--email', `next.${email}`, '--yes');
    const next = `/registration/${await server.pageTokenOf(`next.${email}`)}`;
    expect(await shown(next)).not.toContain('rosalinds-card.pdf');
    expect(await server.organise('proofs')).toContain('waits for you, rosalinds-card.pdf');
    await send(next, 'next-card.pdf', PDF);
    expect(await shown(next)).toContain('next-card.pdf');
  });

  test('asks for it in the mail and on the page, and an organiser sees and accepts it', async () => {
    const { page, email, reference } = await aStudent();
    const mail = (await mailsOf(email)).find(({ kind }) => kind === 'payment-confirmed');
    expect(JSON.stringify(mail)).toContain('Please send your student card.');
    expect(await shown(page)).toContain('Send the proof');
    expect((await send(page, 'card.jpg', JPEG)).status).toBe(303);
    const sent = await send(page, 'card.pdf', PDF);
    expect(sent.status).toBe(303);
    expect(await shown(sent.headers.get('location') ?? '')).toContain('Your file has arrived');
    expect(await shown(page)).toContain('card.pdf');
    expect(await server.files.listStored()).toHaveLength(1);

    expect(await server.organise('proofs')).toContain(`${reference}, `);
    expect(await server.organise('proofs')).toContain('waits for you, card.pdf');
    const concerns = await server.listConcerns();
    expect(concerns).toMatchObject([{ about: 'proof', reference }]);
    expect(JSON.stringify(concerns)).not.toContain(email);
    const path = join(folder, 'out.pdf');
    expect(await server.organise('proofs', reference, '--file', path)).toContain(
      'not scanned for viruses',
    );
    expect(readFileSync(path, 'utf8')).toBe(PDF);
    expect(await server.organise('proofs', '--accept', reference, '--yes')).toContain('Accepted.');
    expect(await shown(page)).toContain('Your proof was accepted.');
    overdue();
    expect(await claimAll()).toBe(0);
  });

  test('is seen, accepted and refused on the page of the person in the dashboard', async () => {
    const { reference, page } = await aStudent();
    const context = testContext(server);
    async function offered() {
      const [person] = (await readPerson(context, reference, allRights))?.people ?? [];
      if (!person) throw new Error('no person');
      return proofOffers
        .filter(({ forPerson }) => forPerson?.(person))
        .map(({ action, preset }) => [action, preset?.(person)['path']]);
    }
    // Somebody may show the card at the desk.
    expect(await offered()).toEqual([['accept-proof', undefined]]);
    await send(page, 'card.JPG', JPEG);
    expect(await offered()).toEqual([
      ['proof-file', '.jpg'],
      ['accept-proof', undefined],
      ['refuse-proof', undefined],
    ]);
    await server.organise('proofs', '--accept', reference, '--yes');
    expect(await offered()).toEqual([['proof-file', '.jpg']]);

    const { reference: another } = await server.paidRegistration({ presentationType: 'SPEAKER' });
    const story = await readPerson(context, another, allRights);
    expect(story?.people[0]?.proofToDecide).toBeUndefined();
  });

  test('is scanned once for viruses, and an infected file is not handed out', async () => {
    const { page, reference } = await aStudent();
    await send(page, 'card.pdf', PDF);
    let scans = 0;
    const room = {
      db: server.db,
      store: server.files.store,
      clock: server.clock.now,
      log: unexpected,
      scan: async () => {
        scans += 1;
        return { isInfected: true, name: 'Test.Stand-In' } as const;
      },
    };
    const { signal } = new AbortController();
    const scanDue = () => scanDueFiles('proofs', 'a proof', room, signal);
    expect([await scanDue(), await scanDue()]).toEqual([1, 0]);
    expect(scans).toBe(1);
    expect(await server.organise('proofs')).toContain('card.pdf, INFECTED, ask for another file');
    const asked = server.organise('proofs', reference, '--file', join(folder, 'out.pdf'));
    await expect(asked).rejects.toThrow('infected with Test.Stand-In');
    await send(page, 'card.jpg', JPEG);
    expect(await server.organise('proofs')).toContain('card.jpg, not scanned for viruses');
  });

  test('that a person has left by a move can still be decided, and is then in no list', async () => {
    const { page, reference } = await aStudent();
    await send(page, 'card.pdf', PDF);
    await server.organise('move', reference, '--type', 'delegate', '--send');
    const [change] = await changes();
    await server.payLink(`/pay/${change?.token}`);
    expect(await server.organise('proofs')).toContain('waits for you');
    await server.organise('proofs', '--accept', reference, '--yes');
    expect(await server.listConcerns()).toEqual([]);
    expect(await server.organise('proofs')).toContain('Nobody has a price that needs a proof.');
  });

  test('takes no web page, no half picture, no other ending, and nothing of 26 MB', async () => {
    const { page } = await aStudent();
    const html = '<!doctype html><script>alert(1)</script>';
    const refused = [
      await send(page, 'card.pdf', html),
      await send(page, 'card.png', html),
      await send(page, 'card.jpg', Buffer.concat([JPEG, Buffer.from(html)])),
      await send(page, 'card.html', html),
      await send(page, 'card.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'),
    ];
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
    expect(await refused[0]?.text()).toContain('<title>Sorry, that did not work: Send the proof');
    expect((await send(page, 'card.pdf', Buffer.alloc(26 * 1024 * 1024, PDF))).status).toBe(413);
    expect(await server.files.listStored()).toEqual([]);
    expect((await server.everyRow())['proofs']).toEqual([]);
  });

  test('is a photograph as telephones write it, kept without the bytes behind its end', async () => {
    const { page } = await aStudent();
    const chunk = (type: string, data = '') =>
      Buffer.concat([Buffer.from([0, 0, 0, data.length]), Buffer.from(`${type}${data}sum.`)]);
    const png = Buffer.concat([
      Buffer.from('89504e470d0a1a0a', 'hex'),
      chunk('IHDR', 'size'),
      chunk('IDAT', 'IEND'),
      chunk('IEND'),
    ]);
    const heic = Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic');
    const film = Buffer.from('\0\0\0\u0018ftypmp42\0\0\0\0isommp42');
    const archive = Buffer.concat([Buffer.from('504b0506', 'hex'), Buffer.alloc(18)]);
    const thumbnail = Buffer.from('ffd8ffe1000645ffd978ffda000211ffd9', 'hex');
    const table: [name: string, bytes: Buffer, kept: string, end: number | undefined][] = [
      ['1000012345', JPEG, '1000012345.jpg', JPEG.length],
      [
        'time.jpg',
        Buffer.concat([JPEG, Buffer.from('1700000000000SEFT')]),
        'time.jpg',
        JPEG.length,
      ],
      ['film.JPG', Buffer.concat([JPEG, film]), 'film.JPG', JPEG.length],
      ['depth.jpeg', Buffer.concat([JPEG, JPEG, Buffer.alloc(70_000)]), 'depth.jpeg', JPEG.length],
      ['zeros.jfif', Buffer.concat([JPEG, Buffer.alloc(9)]), 'zeros.jpg', JPEG.length],
      ['IMG_1.HEIC', thumbnail, 'IMG_1.jpg', thumbnail.length],
      ['scan.pdf', Buffer.concat([png, Buffer.from('more')]), 'scan.png', png.length],
      ['named.png', JPEG, 'named.jpg', JPEG.length],
      ['named.jpg', png, 'named.png', png.length],
      ['cut.jpg', JPEG.subarray(0, -1), '', undefined],
      ['cut.png', png.subarray(0, -5), '', undefined],
      ['archive.jpg', Buffer.concat([JPEG, archive]), '', undefined],
      ['page.png', Buffer.concat([png, Buffer.from('\n<!DOCTYPE html>')]), '', undefined],
      ['paper.jpg', Buffer.concat([JPEG, Buffer.from(PDF)]), '', undefined],
      ['photo.heic', heic, '', undefined],
      ['photo.jpg', heic, '', undefined],
    ];
    for (const [name, bytes, kept, end] of table) {
      const answer = await send(page, name, bytes);
      expect([name, answer.status]).toEqual([name, end === undefined ? 400 : 303]);
      if (end === undefined && name.startsWith('photo')) {
        expect(await answer.text()).toContain('Please send a JPG instead');
      }
      const [proof] = await server.db.selectFrom('proofs').selectAll().execute();
      if (end === undefined) expect(proof?.file_name).toBe('named.png');
      else expect(proof).toMatchObject({ file_name: kept, bytes: end });
    }
  });

  test('takes no file by the page of another price, an invented one, or a GET', async () => {
    await aStudent();
    const { email } = (await server.paidRegistration({ presentationType: 'SPEAKER' })).person;
    const { page_token: token } = await server.db
      .selectFrom('participants')
      .select('page_token')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    expect((await send(`/registration/${token}`, 'card.pdf', PDF)).status).toBe(404);
    expect((await send('/registration/00000000000000000000000000', 'card.pdf', PDF)).status).toBe(
      404,
    );
    expect((await server.everyRow())['proofs']).toEqual([]);
  });

  test('takes no proof of a cancelled registration, and says so', async () => {
    const { reference, page } = await aStudent();
    await carriedOut(server.planCancellation({ reference, amount: '0' }));
    const said = await fetch(`${server.origin}${page}/proof`);
    expect(said.status).toBe(409);
    expect(await said.text()).toContain('This registration is cancelled already.');
    expect((await send(page, 'card.pdf', PDF)).status).toBe(409);
    expect((await server.everyRow())['proofs']).toEqual([]);
  });

  test('is asked for again once, a week before the last day, of those who have not sent it', async () => {
    const { email } = await aStudent();
    const other = await aStudent();
    await send(other.page, 'card.pdf', PDF);
    const { rows } = aSheet(['Student']);
    await carriedOut(planInvitation(server.organising, { rows }));
    const remind = () => remindUnproved(server.organising);
    const mailed = () =>
      server.db
        .selectFrom('outbox')
        .select('recipient')
        .where('kind', '=', 'proof-reminder')
        .execute();
    const late = async () =>
      /\d+ \w+ ha\w+ not proved their price/.exec(await server.organise('doctor'))?.[0];
    expect([await remind(), await late()]).toEqual([0, undefined]);
    server.clock.advance(24 * DAY);
    const newcomer = await aStudent();
    expect([await remind(), await remind()]).toEqual([1, 0]);
    expect(await mailed()).toEqual([{ recipient: email }]);
    const [mail] = (await mailsOf(email)).filter(({ kind }) => kind === 'proof-reminder');
    expect(mail?.content.subject).toContain('Please send the proof of your price');
    expect(JSON.stringify(mail)).toContain('Please send your student card.');
    expect(await late()).toBe('2 people have not proved their price');
    await send(newcomer.page, 'card.pdf', PDF);
    expect(await late()).toBe('1 person has not proved their price');
    server.clock.advance(7 * DAY);
    expect([await remind(), await late()]).toEqual([0, undefined]);
  });

  test('is not asked for again while letters are on hold, or for a cancelled conference', async () => {
    await aStudent();
    server.clock.advance(24 * DAY);
    const cancelled = await startTestSite({ content: asCancelled(content), beside: server });
    expect(await remindUnproved(cancelled.organising)).toBe(0);
    await server.organise('mails', '--hold', '--yes');
    expect(await remindUnproved(server.organising)).toBe(0);
    await server.organise('mails', '--release', '--yes');
    expect(await remindUnproved(server.organising)).toBe(1);
  });

  test('and is not proved at its day costs the difference, claimed once', async () => {
    const { reference, email, page } = await aStudent();
    expect(await claimAll()).toBe(0);
    overdue();
    expect([await claimAll(), await claimAll()]).toEqual([1, 0]);
    const [change, ...none] = await changes();
    expect(none).toEqual([]);
    // 449.00 less 199.00, with 5 per cent.
    expect(change).toMatchObject({ state: 'proposed', difference_cents: 26250 });
    const mails = await mailsOf(email);
    expect(mails.filter(({ kind }) => kind === 'proof-missing')).toHaveLength(1);
    expect(await server.organise('proofs')).toContain('difference claimed, not paid');
    const [concern] = await server.listConcerns();
    expect(concern).toMatchObject({ about: 'proof', reference });

    expect((await send(page, 'card.pdf', PDF)).status).toBe(303);
    expect(await server.organise('proofs', '--accept', reference, '--yes')).toContain(
      'claim is withdrawn',
    );
    expect(await changes()).toMatchObject([{ state: 'withdrawn' }]);
    const order = await server.db.selectFrom('orders').selectAll().executeTakeFirstOrThrow();
    expect(order).toMatchObject({ state: 'CONFIRMED', amount_cents: 20895 });
    expect(await claimAll()).toBe(0);
  });

  test('costs the difference to a type with all that this type includes', async () => {
    await aStudent();
    overdue();
    const prices = withCombinations(content.prices);
    const presentationTypes = prices.presentationTypes.map((type) =>
      type.id === 'delegate' ? { ...type, includes: ['tour'] } : type,
    );
    const including = await startTestSite({
      content: { ...content, prices: { ...prices, presentationTypes } },
      beside: server,
    });
    expect(await claimDifferences(including.organising)).toBe(1);
    expect(await changes()).toMatchObject([
      { difference_cents: 26250, becomes: 'Registration (Delegate); Boat tour, included' },
    ]);
  });

  test('can be paid after the claim, and an organiser gives the difference back for a late proof', async () => {
    const { reference } = await aStudent();
    overdue();
    await claimAll();
    const [change] = await changes();
    await server.payLink(`/pay/${change?.token}`);
    const paid = await server.db.selectFrom('orders').selectAll().executeTakeFirstOrThrow();
    expect(paid.amount_cents).toBe(47145);
    const said = await server.organise('proofs', '--accept', reference, '--yes');
    expect(said).toContain(`Give it back with move ${reference}`);
    await server.organise('move', reference, '--type', 'student', '--send');
    expect(await claimAll()).toBe(0);
    const back = await server.db.selectFrom('orders').selectAll().executeTakeFirstOrThrow();
    expect(back.amount_cents).toBe(20895);
  });

  test('is proved again by somebody who paid the claim and comes back to the price', async () => {
    const { reference } = await aStudent();
    overdue();
    await claimAll();
    const [change] = await changes();
    await server.payLink(`/pay/${change?.token}`);
    expect(await claimAll()).toBe(0);
    await server.organise('move', reference, '--type', 'student', '--send');
    expect([await claimAll(), await claimAll()]).toEqual([1, 0]);
    const states = (await changes()).map(({ state }) => state);
    expect(states.toSorted()).toEqual(['made', 'made', 'proposed']);
  });

  test('stays claimed until it is proved or paid, and is claimed again after another change', async () => {
    const { page, reference } = await aStudent();
    overdue();
    await claimAll();
    const [claim] = await changes();
    const withdrawal = `/changes/${claim?.id}/withdraw`;
    expect(await shown(page)).not.toContain(withdrawal);
    await fetch(`${server.origin}${page}${withdrawal}`, { method: 'POST', redirect: 'manual' });
    const dropped = server.organise('move', reference, '--room', 'none', '--send');
    await expect(dropped).rejects.toThrow(`proofs --accept ${reference}`);
    expect(await changes()).toMatchObject([{ state: 'proposed' }]);
    await server.organise('move', reference, '--room', '1,0', '--send');
    const room = (await changes()).find(({ state }) => state === 'proposed');
    await server.payLink(`/pay/${room?.token}`);
    expect([await claimAll(), await claimAll()]).toEqual([1, 0]);
  });

  test('asks nobody to decide about somebody who has another price after the claim', async () => {
    const { reference } = await aStudent();
    overdue();
    await claimAll();
    server.clock.advance(31 * DAY);
    await lapseChanges(server.db, server.clock.now().toISOString());
    expect(await server.listConcerns()).toMatchObject([{ about: 'proof', reference }]);
    await server.organise('move', reference, '--type', 'poster', '--send');
    const poster = (await changes()).find(({ state }) => state === 'proposed');
    await server.payLink(`/pay/${poster?.token}`);
    expect(await server.listConcerns()).toEqual([]);
  });

  test('costs nothing more once the conference is cancelled', async () => {
    await aStudent();
    overdue();
    const cancelled = await startTestSite({ content: asCancelled(content), beside: server });
    expect(await claimDifferences(cancelled.organising)).toBe(0);
    await claimAll();
    const [change] = await changes();
    const led = await cancelled.press(`/pay/${change?.token}`, 'card');
    expect(led.headers.get('location')).not.toMatch(/^http/);
    expect((await server.everyRow())['payments']).toHaveLength(1);
  });

  test('is not accepted by a file that came after the organiser had looked', async () => {
    const { page, reference } = await aStudent();
    await send(page, 'card.pdf', PDF);
    const plan = await planAcceptance(server.organising, { reference });
    await send(page, 'party.jpg', JPEG);
    await expect(plan.perform()).rejects.toThrow('has sent another file meanwhile');
    expect(await server.organise('proofs')).toContain('waits for you, party.jpg');
  });

  test('that is refused gets a reason by mail, and is claimed when its day is over', async () => {
    const { reference, page, email } = await aStudent();
    await send(page, 'card.pdf', PDF);
    overdue();
    expect(await claimAll()).toBe(0);
    await server.organise('proofs', reference, '--refuse', 'The card is of 2019.', '--send');
    expect(await shown(page)).toContain('The card is of 2019.');
    const mail = (await mailsOf(email)).find(({ kind }) => kind === 'proof-refused');
    expect(JSON.stringify(mail)).toContain('The card is of 2019.');
    expect(await claimAll()).toBe(1);
  });

  test('leaves no file after the retention period or an erasure, and is in exports and backups', async () => {
    const { page, email, reference } = await aStudent();
    await send(page, 'card.pdf', PDF);
    const { store } = server.files;
    const { files } = await exportPerson(server.db, store, email, server.clock.now());
    expect(files).toMatchObject([{ name: 'card.pdf', isThere: true }]);
    const archive = join(folder, 'backup.tar.gz');
    const now = () => server.clock.now().toISOString();
    expect(await writeBackup(server.db, store, archive, now())).toMatchObject({ files: 1 });
    await server.organise('proofs', '--accept', reference, '--yes');
    await forgetOldProofFiles(server.db, now());
    await finishRemovals(server.db, { store, mailFolder: folder });
    expect(await server.files.listStored()).toEqual([]);
    expect(await server.organise('proofs')).toContain('accepted');

    const other = await aStudent();
    await send(other.page, 'card.pdf', PDF);
    await server.organise('person', 'erase', other.email, '--yes', '--even-paid');
    expect(await server.files.listStored()).toEqual([]);
    expect((await server.everyRow())['proofs']).toHaveLength(1);
  });
});
