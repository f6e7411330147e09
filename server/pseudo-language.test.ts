import { afterEach, expect, test } from 'vitest';
import type { Content } from '#contract/content.ts';
import { dayAfter, daysText } from '#contract/content/calendar-days.ts';
import { ibanInGroups } from '#contract/content/bank-account.ts';
import { momentAt } from '#contract/content/moments.ts';
import { contentOf } from '#server/mail/message.ts';
import { planCheckIn } from '#features/desk/check-in.ts';
import { planAsking } from '#features/asked-amounts/ask-for-amount.ts';
import { planPlaces } from '#server/orders/sell/change-places.ts';
import { planRefund } from '#server/orders/change/refund-order.ts';
import { planInvitationLinks } from '#features/invitations/send-invitations.ts';
import { findPaymentByRef } from '#server/payments/payments.ts';
import { findParticipants } from '#server/orders/rows/participants.ts';
import { planVisaLetter } from '#features/visa-letter/decide-visa-request.ts';
import { aPayer, aSheet, carriedOut } from '#tests/support/a-group.ts';
import { aForm } from '#tests/support/author.ts';
import { withExtras } from '#tests/support/fixture-prices.ts';
import { ifThere } from '#tests/support/has-feature.ts';
import { university, withInvoices } from '#tests/support/invoices.ts';
import { decide, sendFile } from '#tests/support/own-abstract.ts';
import { linesOfPdf } from '#tests/support/pdf-text.ts';
import {
  latinWords,
  latinWordsIn,
  PSEUDO_LANGUAGE,
  pseudo,
  readPseudo,
} from '#tests/support/pseudo-language.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { entryOf, offerFreePlaces } from '#tests/support/waiting-list.ts';
import { sendVisaForm } from '#tests/support/visa-form.ts';
import { account, withTransfers } from '#tests/support/with-transfers.ts';
import type { aCheckout } from '#tests/support/visitor.ts';
import { aPerson } from '#tests/support/visitor.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Texts that people typed, and facts that no language translates. */
const data = [
  // Greek names the time of Berlin so.
  'CEST',
  'CET',
  'PayPal',
  'Stripe',
  'BYLADEM1001',
  // The name of a letter for a visa is in Latin letters, as in the passport.
  'MIRA',
  'Dr',
  'Talk',
  'Please show the new data.',
  university.legalName,
  'EUR',
  'kB',
  ibanInGroups(account.iban),
  ...university.address.split('\n'),
  'DE777700032',
  university.purchaseOrder,
];

const inPseudo = { 'accept-language': PSEUDO_LANGUAGE };
/** Each place in which there are words of the code, with the words. */
let found: string[] = [];
const opened = new Set<string>();

const server = await startTestSite({ content: richConference() });
afterEach(() => {
  const words = found;
  found = [];
  expect([...new Set(words)]).toEqual([]);
});

/** A conference in 90 days with all that it can sell. */
function richConference(): Content {
  const first = readPseudo();
  const all = (content: Content, say: (text: string) => string): Content => {
    const today = new Date().toISOString().slice(0, 10);
    const [start, end] = [dayAfter(today, 89), dayAfter(today, 90)];
    const rich = withInvoices({}, withSpokenAccount(withTransfers(content), say));
    const dates = {
      ...rich.conference.dates,
      start,
      end,
      text: daysText(start, end, content.language),
    };
    const prices = withExtras(rich.prices);
    const until = momentAt(new Date(Date.now() + 30 * DAY_MS).toISOString(), dates);
    return {
      ...rich,
      conference: { ...rich.conference, dates },
      prices: {
        ...prices,
        extras: prices.extras.map((extra) => ({ ...extra, label: say(extra.label) })),
        presentationTypes: prices.presentationTypes.map((type) => ({
          ...type,
          ...(type.id === 'student' && {
            proof: { text: say('Please send your card.'), until, otherwise: 'delegate' },
          }),
          ...(type.id === 'poster' && { places: 0 }),
        })),
      },
    };
  };
  const translation = first.translations[PSEUDO_LANGUAGE];
  if (!translation) throw new Error('there is no translation');
  return {
    ...all(first, (text) => text),
    translations: { [PSEUDO_LANGUAGE]: all(translation, pseudo) },
  };
}

function withSpokenAccount(content: Content, say: (text: string) => string): Content {
  const bankTransfer = { ...account, holder: say(account.holder), bank: say(account.bank ?? '') };
  return { ...content, conference: { ...content.conference, bankTransfer } };
}

const visitor = () => {
  const { name, instituteOrUniversity, ...person } = aPerson();
  return {
    ...person,
    name: pseudo(name),
    instituteOrUniversity: pseudo(instituteOrUniversity),
  };
};

function note(place: string, words: string[]): void {
  for (const each of words) found.push(`${place}: ${each}`);
}

/** Reads a page and all that its links lead to, and sends its forms without entries, which asks for them. */
async function readFrom(path: string): Promise<void> {
  const route = path.replaceAll(/[0-9a-z]{26}/g, '…');
  if (opened.has(path)) return;
  opened.add(path);
  const answer = await fetch(server.origin + path);
  const type = answer.headers.get('content-type') ?? '';
  if (type.includes('pdf')) {
    const lines = await linesOfPdf(Buffer.from(await answer.arrayBuffer()));
    note(route, latinWords(lines.join('\n'), data));
    return;
  }
  if (!type.includes('html')) return;
  const text = await answer.text();
  note(route, latinWordsIn(text, data));
  for (const [, link = ''] of text.matchAll(/<a[^>]*href="([^"#]*)"/g)) {
    const own = link.replace(server.origin, '').replaceAll('&#38;', '&');
    if (/^\/(?:registration|receipt|pay|abstract|offer|waiting-list|invitation)\//.test(own)) {
      await readFrom(own);
    }
  }
}

/** Sends forms with wrong entries. */
async function refuse(path: string, entries: Record<string, string> = {}): Promise<void> {
  const { text, status } = await server.sendForm(path, entries);
  note(`POST ${path.replaceAll(/[0-9a-z]{26}/g, '…')} ${status}`, latinWordsIn(text, data));
}

async function checkedOut(choice: Parameters<typeof aCheckout>[1], person = visitor()) {
  const { path, body } = await server.aCheckout(choice, {
    ...person,
  });
  const { json, text } = await server.post(path, body, inPseudo);
  const payment = await findPaymentByRef(server.db, String(json['sessionId']));
  if (!payment) throw new Error(`there is no payment: ${text}`);
  note(
    'checkout',
    latinWords([payment.request.description, payment.request.productName].join('\n'), data),
  );
  const pay = async () => {
    await server.payAt(String(json['url']));
    await server.post(`/api/payment/update?sessionId=${String(json['sessionId'])}`);
  };
  return { person, pay, order: await server.getOrder(payment.orderId) };
}

test('a person who registers in a translation reads no word of the code', async () => {
  const { organising } = server;
  const rich = {
    presentationType: 'STUDENT',
    registrationType: 'REGISTRATION_AND_ACCOMMODATION',
    nights: 2,
    guests: 1,
    extras: [{ id: 'dinner', count: 2 }],
  } as const;
  const unpaid = await checkedOut(rich);
  const own = `/registration/${unpaid.order.pageToken}`;
  await readFrom(own);
  await server.press(`${own}/pay`, 'transfer');
  opened.clear();
  await readFrom(own);

  const paid = await checkedOut(rich);
  await paid.pay();
  const page = `/registration/${paid.order.pageToken}`;
  await readFrom(page);
  for (const form of [
    'details',
    'address',
    'change',
    'hand-over',
    'invoice',
    'visa-letter',
    'answers',
    'cancel',
  ]) {
    await refuse(`${page}/${form}`);
  }
  for (const end of ifThere('proofs', 'proof')) {
    const body = new FormData();
    body.append('abstractFile', new Blob(['no picture']), 'card.svg');
    const refused = await fetch(`${server.origin}${page}/${end}`, { method: 'POST', body });
    note('proof', latinWordsIn(await refused.text(), data));
  }
  await server.sendForm(`${page}/invoice`, university);
  await sendVisaForm(server, paid.order.pageToken, { name: 'MIRA', consulate: 'Βερολίνο' });
  opened.clear();
  await readFrom(page);
  await carriedOut(planVisaLetter(organising, { reference: paid.order.reference }));
  await carriedOut(planRefund(organising, { reference: paid.order.reference, amount: '10.00' }));
  await carriedOut(
    planCheckIn(organising, {
      reference: paid.order.reference,
      name: undefined,
      isDespiteUnpaid: true,
    }),
  );
  opened.clear();
  await readFrom(page);
  await readFrom(`/receipt/${paid.order.receiptToken}`);
  const other = await checkedOut({ presentationType: 'SPEAKER' });
  await other.pay();
  const others = `/registration/${other.order.pageToken}`;
  await readFrom(`${others}/change`);
  await server.actThrough(`${others}/address`, { email: 'new@lab.example' });
  await readFrom(await server.confirmationLink('new@lab.example'));
  const agreed = await server.post(
    '/api/discounts/create-session',
    {
      ...visitor(),
      customerEmail: 'agreed@lab.example',
      description: 'Ομιλια',
      unitAmount: '105.00',
      productName: 'x',
      quantity: 1,
      currency: 'eur',
      successUrl: `${server.origin}/payment-success`,
      cancelUrl: `${server.origin}/payment-cancel`,
    },
    inPseudo,
  );
  const payment = await findPaymentByRef(server.db, String(agreed.json['sessionId']));
  await server.payAt(String(agreed.json['url']));
  await server.post(`/api/discounts/update?sessionId=${String(agreed.json['sessionId'])}`);
  await readFrom(`/registration/${(await server.getOrder(payment?.orderId ?? '')).pageToken}`);

  const cancelled = await server.actThrough(`${others}/cancel`);
  note('cancelled', latinWordsIn(cancelled.check.text + cancelled.done.text, data));
  opened.clear();
  await readFrom(others);
});

test('the payer and the members of a group read no word of the code', async () => {
  const { people, rows } = aSheet(['Speaker', 'Student']);
  const named = rows.map((row) =>
    row.map((cell) =>
      people.some(({ name, instituteOrUniversity }) =>
        [name, instituteOrUniversity].includes(String(cell)),
      )
        ? pseudo(String(cell))
        : cell,
    ),
  );
  const payer = { ...aPayer, name: 'Ταμειο', institute: 'Ινστιτουτο' };
  const request = { rows: named, payer, language: PSEUDO_LANGUAGE };
  const said = await carriedOut(server.planGroup(request));
  const { order, path } = await server.linkedOrder(said);
  await readFrom(path);
  await server.payLink(path);
  await readFrom(`/registration/${order.pageToken}`);
  for (const { pageToken } of await findParticipants(server.db, order.participantIds)) {
    await readFrom(`/registration/${pageToken}`);
  }
});

test('an author reads no word of the code', async () => {
  const form = aForm({ name: 'Ιλμαρι', organizationName: 'Ινστιτουτο', country: 'Other' });
  const answer = await server.submit({ form, headers: inPseudo });
  note('submitted', latinWords(String(answer.json['message']), data));
  const wrong = await server.submit({ form, headers: inPseudo, name: 'a.txt' });
  note('not submitted', latinWords(String(wrong.json['message']), data));
  const { token, id } = await server.db
    .selectFrom('abstracts')
    .selectAll()
    .executeTakeFirstOrThrow();
  const path = `/abstract/${token}`;
  await readFrom(path);
  for (const page of ['contribution', 'details']) await refuse(`${path}/${page}`);
  await sendFile(server, path, 'new.pdf');
  note('file', latinWordsIn((await sendFile(server, path, 'new.exe')).text, data));
  await decide(server, id, 'ACCEPTED');
  opened.clear();
  await readFrom(path);
  await refuse(`${path}/withdraw`);
  opened.clear();
  await readFrom(path);
});

test('somebody who waits, is invited, asked for an amount or refused reads no word of the code', async () => {
  const { organising } = server;
  const language = PSEUDO_LANGUAGE;
  const named = (choice: string) => `/waiting-list?language=${language}&choice=${choice}`;
  await readFrom(named('registrationAndAccommodation,poster,3,1,2,0'));
  await readFrom(named('registrationOnly,speaker,1,0'));
  await readFrom(named('nonsense'));
  const waiting = { choice: 'poster', name: 'Αδα', email: 'waits@lab.example' };
  await refuse(`/waiting-list?language=${language}`, { ...waiting, name: '' });
  await refuse(`/waiting-list?language=${language}`, waiting);
  const { token } = await entryOf(server, waiting.email);
  await refuse(`/waiting-list/${token}/confirm`);
  await readFrom(`/waiting-list/${token}`);
  await server.sendForm(`/waiting-list/${token}/confirm`);

  const rows = [
    ['Name', 'Email', 'Type', 'Price'],
    ['Αδα', 'ada@lab.example', 'speaker', '100'],
  ];
  const until = new Date(server.clock.now().getTime() + 10 * DAY_MS).toISOString().slice(0, 10);
  await carriedOut(planInvitationLinks(organising, { rows, until, language }));
  const invitation = await server.db
    .selectFrom('invitations')
    .selectAll()
    .executeTakeFirstOrThrow();
  await readFrom(`/invitation/${invitation.token}`);
  await refuse(`/invitation/${invitation.token}`);

  const asked = await carriedOut(
    planAsking(organising, {
      name: 'Ταμειο',
      institute: 'Ινστιτουτο',
      country: 'Other',
      email: 'office@lab.example',
      amount: '1200',
      words: 'Περιπτερο',
      about: undefined,
      tax: undefined,
      isWithoutFee: false,
      isSecond: false,
      language,
    }),
  );
  const [link = ''] = /\/pay\/\w+/.exec(asked) ?? [];
  await readFrom(link);

  const { path, body } = await server.aCheckout({}, visitor());
  const requests: [string, unknown][] = [
    [path, { ...body, unitAmount: 1 }],
    [path, { ...body, quantity: 2 }],
    [path, { ...body, successUrl: 'https://elsewhere.example' }],
    ['/api/discounts/create-session', { unitAmount: 'much' }],
    ['/api/payment/update?sessionId=cs_test_unknown', undefined],
  ];
  for (const [call, request] of requests) {
    const { json, text, status } = await server.post(call, request, inPseudo);
    // The names of wrong fields are those of the call.
    const words = String(json['message'] ?? text).replace(/: [\w, ]*\.$/, '');
    note(`refusal ${status} ${call.split('?')[0]}`, latinWords(words, data));
  }
});

test('somebody who is offered a place, and a participant after the conference, read no word of the code', async () => {
  const { organising, clock } = server;
  await carriedOut(planPlaces(organising, { kind: 'type:poster', limit: '5' }));
  await offerFreePlaces(server);
  const { token } = await entryOf(server, 'waits@lab.example');
  await readFrom(`/offer/${token}`);
  await refuse(`/offer/${token}/take`);
  clock.advance(95 * DAY_MS);
  const { page_token } = await server.db
    .selectFrom('participants')
    .select('page_token')
    .where('checked_in_at', 'is not', null)
    .executeTakeFirstOrThrow();
  opened.clear();
  await readFrom(`/registration/${page_token}`);
  await readFrom(`/registration/${page_token}/certificate.pdf`);
});

test('nobody but the secretary gets a mail with words of the code', async () => {
  const rows = await server.db
    .selectFrom('outbox')
    .select(['payload', 'kind', 'recipient'])
    .where('recipient', '!=', server.content.conference.secretary.email)
    .execute();
  for (const { payload, kind } of rows) {
    const { subject, text, html } = contentOf(payload);
    note(kind, [...latinWords(`${subject}\n${text}`, data), ...latinWordsIn(html, data)]);
  }
  expect(new Set(rows.map(({ kind }) => kind)).size).toBe(15);
});
