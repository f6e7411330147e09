import { expect, test } from 'vitest';
import { momentAt } from '#contract/content/moments.ts';
import { asCents } from '#contract/money.ts';
import {
  abstractAddressChanged,
  abstractAnswered,
  abstractChanged,
  abstractFileReplaced,
  abstractTakenDown,
} from '#features/author-page/mails.ts';
import { abstractDecided } from '#features/programme/mails.ts';
import { authorReminder } from '#features/letters/mails.ts';
import { abstractInfected, abstractReceived } from '#server/abstract/mails.ts';
import { mailLayoutOf } from '#server/container.ts';
import {
  addressReplaced,
  askedWithdrawn,
  confirmationAsked,
  orderToPay,
  paymentReminder,
  ownAct,
  placeDeclined,
  placeHandedOver,
  placePaid,
  registrationCancelled,
  registrationChanged,
  registrationRestored,
} from '#server/orders/change/mails.ts';
import type { AddressConfirmation } from '#server/orders/rows/address-confirmations.ts';
import type { Order } from '#server/orders/rows/orders.ts';
import { actDeclined, colleagueInvited, colleaguePasskey } from '#features/colleagues/mails.ts';
import { invitedMail } from '#features/invitations/mails.ts';
import {
  aboutTransfer,
  registrationReceived,
  transferReturned,
} from '#server/orders/sell/mails.ts';
import { partToPay } from '#features/two-payers/mails.ts';
import { proofMissing, proofRefused, proofReminder } from '#features/proofs/mails.ts';
import { reviewMail } from '#features/reviewer-pages/mails.ts';
import { judgeLinkMail } from '#features/poster-judges/mails.ts';
import { surveyMail } from '#features/survey/mails.ts';
import type { Payment } from '#server/payments/payments.ts';
import {
  visaLetterDeclined,
  visaLetterIssued,
  visaLetterRequested,
} from '#features/visa-letter/mails.ts';
import {
  changePaid,
  ownPageLink,
  paymentConfirmed,
  paymentInDoubt,
  paymentMissed,
  paymentOnItsWay,
  paymentReceived,
  paymentRefunded,
  paymentReturned,
  receiptReplaced,
} from '#server/receipts/mails.ts';
import { sessionPlace } from '#features/session-places/mails.ts';
import { sessionsIn } from '#features/session-places/sessions.ts';
import { withSessions } from '#tests/support/with-sessions.ts';
import {
  moreEnded,
  moreOffered,
  offerEnded,
  offerMade,
  waitingListJoined,
} from '#features/waiting-list/mails.ts';
import { euro, feeOfFive } from '#tests/support/euro.ts';
import { translatedContent } from '#tests/support/fixture-content.ts';
import { withTransfers } from '#tests/support/with-transfers.ts';
import { mailEvents } from './mail-kinds.ts';
import { mailAsHtml } from './mail-template.ts';
import type { Message } from './message.ts';

const layout = mailLayoutOf(translatedContent, 'live');
const transferLayout = mailLayoutOf(withTransfers(), 'live');
const calendar = { fileName: 'days.ics', type: 'text/calendar', content: '' };
const mira = {
  name: 'Mira Lindqvist',
  email: 'mira@lab.example',
  phone: '+46 1',
  institute: 'Polymer Lab',
  country: 'Sweden',
};
const item = { id: 'i', position: 0, item: 'poster', quantity: 1, unitCents: asCents(29_900) };
const order: Order = {
  id: 'o',
  participantIds: ['p'],
  reference: 'PS26-AAAA-BBBB',
  offeredBy: undefined,
  dedupeKey: '',
  version: 3,
  amountCents: asCents(29_900),
  feeCents: asCents(0),
  fee: feeOfFive,
  statesTax: false,
  currency: euro,
  productName: 'Registration (Poster)',
  items: [
    {
      ...item,
      kind: 'registration',
      label: 'Poster',
      words: 'Registration (Poster)',
      participantId: 'p',
    },
  ],
  customer: mira,
  language: 'en',
  state: 'CONFIRMED',
  paidPaymentId: 'pay',
  receiptToken: 'r',
  pageToken: 'page',
  cancelledAt: undefined,
  createdAt: '',
};
const receipt = {
  kind: 'receipt',
  number: 'PS26-AAAA-BBBB',
  totalCents: asCents(29_900),
  issuedOn: '2026-03-01',
} as const;
const invoice = { ...receipt, kind: 'invoice' } as const;
const group: Order = { ...order, offeredBy: 'secretary', productName: 'Registration of 2 people' };
const agreed: Order = {
  ...order,
  productName: 'Discount registration',
  items: [
    {
      ...item,
      kind: 'agreed',
      label: '',
      words: 'Discount registration',
      statedByPayer: 'Invited speaker',
    },
  ],
};
const asked: Order = {
  ...order,
  offeredBy: 'secretary',
  productName: 'Amount asked for',
  items: [{ ...item, item: 'PS26-BBBB-CCCC', kind: 'asked', label: 'Table for exhibitors' }],
  pageToken: '',
};
const divided: Order = { ...order, items: order.items.map((one) => ({ ...one, pricedBy: 'o' })) };
const free: Order = { ...order, amountCents: asCents(0) };
const change = {
  id: 'c',
  orderId: 'o',
  participantId: 'p',
  actor: 'secretary',
  was: 'Poster',
  becomes: 'Speaker',
  differenceCents: 10_000,
  feeDifferenceCents: 0,
  state: 'proposed' as const,
  token: 't',
  paidPaymentId: undefined,
  lapsesAt: undefined,
  createdAt: '',
};
const paid = {
  id: 'pay',
  provider: 'stripe' as const,
  mode: 'live' as const,
  request: { origin: 'https://summit.example' },
} as Payment;
const coming: Payment = {
  ...paid,
  state: 'PENDING',
  amountCents: asCents(42_000),
  currency: euro,
  expiresAt: '2026-03-01T12:00:00.000Z',
  checkoutUrl: 'https://payments.stripe.com/bank_transfers/instructions/test_1',
};
const byTransfer = {
  ...paid,
  provider: 'transfer' as const,
  amountCents: asCents(29_900),
  expiresAt: '2026-03-10T23:00:00.000Z',
} as Payment;
const until = {
  at: '2026-03-10',
  day: '',
  words: 'on March 10, 2026 at 18:00',
  label: 'March 10, 2026 at 18:00',
};
const page = 'https://summit.example/registration/page';
const origin = 'https://summit.example';
const link = { token: 't', lapsesAt: '2026-03-20T00:00:00.000Z' };
const toPay = { order, address: 'https://summit.example/pay/t', page, until, link };
const person = { id: 'p', pageToken: 'own', presentationType: 'speaker', ...mira };
const reader = {
  ...person,
  language: 'en',
  reference: order.reference,
  requestId: 'v',
  link: 'https://summit.example/registration/p',
};
const now = new Date('2026-03-01');
const takingPart = { text: 'Speaker' };
const refund = { event: 'PS26-AAAA-BBBB-C1', cents: asCents(5_000), number: 'PS26-AAAA-BBBB-C1' };
const dispute = {
  ref: 'du_1',
  paymentRef: undefined,
  state: 'OPENED' as const,
  amountCents: asCents(5_000),
  currency: 'EUR',
  dueAt: '2026-11-30T14:05:00.000Z',
  openedAt: '',
};
const waiting = {
  language: 'en',
  id: 'w',
  token: 'list',
  origin,
  name: mira.name,
  email: mira.email,
};
const forMore = {
  language: 'en',
  id: 'm',
  reference: order.reference,
  name: mira.name,
  email: mira.email,
  page: `${origin}/registration/own/waiting`,
};
const choice = 'Registration (Poster)';
const confirmation: AddressConfirmation = {
  id: 'a',
  token: 't',
  kind: 'address',
  orderId: 'o',
  participantId: 'p',
  entries: mira,
  state: 'open',
  isByPayer: false,
  createdAt: '2026-03-01T08:00:00.000Z',
};
const abstract = {
  id: 'a',
  reference: 'AB26-CCCC-DDDD',
  titlePrefix: 'Dr' as const,
  language: 'en',
  fileName: 'chains.pdf',
  bytes: 2048,
  sha256: 'abc',
  organizationName: 'Polymer Lab',
  activeContent: undefined,
  ...mira,
  interestedInId: '1',
  sessionId: '1',
  token: 't',
  title: undefined,
  keywords: undefined,
  wish: undefined,
  publishAt: undefined,
  withdrawnAt: undefined,
  version: 1,
  fileId: 'f',
  fileKind: 'submitted' as const,
  fileAt: '',
  fileKey: '',
  fileStore: '',
  createdAt: '',
  scan: 'CLEAN' as const,
  scanFinding: undefined,
};
const decision = {
  abstractId: 'a',
  outcome: 'ACCEPTED' as const,
  presentation: 'Poster',
  slot: 'P01',
  decidedAt: '2026-02-01',
  toldAt: undefined,
  confirmedAt: undefined,
};

const aProof = {
  type: 'student',
  text: 'Please send your student card.',
  until: momentAt('2026-03-09T23:00:00.000Z', translatedContent.conference.dates),
  otherwise: 'delegate',
};

/** Mails of every kind. */
const mails: Message[] = [
  ...registrationReceived(layout, person, {
    toPay,
    now,
    chosenIn: () => [{ label: 'Taking part as', text: 'Poster' }],
  }),
  registrationReceived(layout, person, {
    origin: 'https://summit.example',
    toPay: undefined,
    now,
    chosenIn: () => [{ label: 'Taking part as', text: 'Poster' }],
  })[0],
  ...paymentConfirmed(layout, order, paid, receipt, { calendar, requested: {}, now }),
  ...paymentConfirmed(layout, free, { ...paid, provider: 'free' }, receipt, {
    calendar,
    requested: {},
    now,
  }),
  ...paymentConfirmed(layout, group, paid, receipt, { calendar, requested: {}, now }),
  ...paymentConfirmed(layout, asked, paid, receipt, { calendar, requested: {}, now }),
  ...paymentConfirmed(layout, asked, paid, invoice, { calendar, requested: {}, now }),
  orderToPay(layout, { ...toPay, order: asked, page: undefined }),
  askedWithdrawn(layout, asked),
  partToPay(layout, { ...toPay, order: asked, page: undefined }, 'Mira Lindqvist'),
  paymentReminder(layout, { ...toPay, order: asked, page: undefined }, { event: 'e' }),
  ...paymentMissed(layout, 'FAILED', paid, { ...toPay, order: asked, page: undefined }),
  ...changePaid(layout, { order, change }, paid, receipt),
  ...paymentReceived(layout, agreed, paid, receipt),
  ...paymentReceived(layout, divided, paid, receipt),
  ...paymentMissed(layout, 'FAILED', paid, toPay),
  ...paymentMissed(layout, 'EXPIRED', paid, toPay),
  ...paymentMissed(layout, 'EXPIRED', paid, { ...toPay, change }),
  ...paymentMissed(layout, 'EXPIRED', { ...paid, delayedBy: 'virtual-account' }, toPay),
  ...paymentOnItsWay(layout, { ...coming, delayedBy: 'debit' }, toPay),
  ...paymentOnItsWay(layout, { ...coming, delayedBy: 'virtual-account' }, toPay),
  ...paymentOnItsWay(
    layout,
    { ...coming, delayedBy: 'virtual-account', arrivedCents: asCents(5_000) },
    toPay,
  ),
  ...paymentRefunded(layout, order, refund, paid),
  ...paymentRefunded(layout, order, refund, { ...paid, delayedBy: 'virtual-account' }),
  ...paymentRefunded(layout, order, refund, byTransfer),
  ...paymentMissed(layout, 'EXPIRED', byTransfer, toPay),
  aboutTransfer(transferLayout, toPay, { what: 'chosen', payment: byTransfer }),
  aboutTransfer(transferLayout, toPay, { what: 'reminder', payment: byTransfer, rule: 'e' }),
  ...paymentMissed(layout, 'EXPIRED', { ...byTransfer, id: 'c' }, { ...toPay, change }),
  aboutTransfer(transferLayout, toPay, {
    what: 'partArrived',
    payment: byTransfer,
    receivedCents: asCents(10_000),
  }),
  transferReturned(
    layout,
    { order },
    {
      event: 'e',
      cents: asCents(100),
      why: 'tooMuch',
      page,
    },
  ),
  ...paymentReturned(layout, order, refund, paid),
  paymentInDoubt(layout, { order }, paid, { reason: 'disputed', event: 'e', dispute }),
  paymentInDoubt(layout, { order }, paid, { reason: 'disputeWon', event: 'e', dispute: undefined }),
  ownPageLink(layout, order, page, new Date('2026-03-01T10:20:00Z')),
  receiptReplaced(layout, order, paid, [{ ...receipt, number: 'PS26-AAAA-BBBB-R2' }], {
    calendar,
    confirmed: undefined,
    now,
  }),
  receiptReplaced(layout, order, paid, [{ ...receipt, number: 'PS26-AAAA-BBBB-R3' }], {
    calendar,
    confirmed: 'hand-over',
    now,
  }),
  receiptReplaced(layout, order, paid, [{ ...receipt, kind: 'invoice', number: '2026-00001' }], {
    calendar,
    confirmed: undefined,
    now,
  }),
  receiptReplaced(
    layout,
    order,
    paid,
    [
      { ...receipt, kind: 'invoice-cancellation', number: '2026-00002' },
      { ...receipt, kind: 'invoice', number: '2026-00003' },
    ],
    { calendar, confirmed: undefined, now },
  ),
  confirmationAsked(layout, confirmation, order, page),
  confirmationAsked(layout, { ...confirmation, id: 'h', kind: 'hand-over' }, order, page),
  placeDeclined(layout, order, { ...confirmation, id: 'h', kind: 'hand-over' }, origin),
  placeHandedOver(layout, order, { recipient: 'old@lab.example', event: 'e' }),
  orderToPay(layout, { ...toPay, order: group }),
  orderToPay(layout, { ...toPay, change }),
  paymentReminder(layout, toPay, { event: 'e' }),
  addressReplaced(layout, order, { recipient: 'old@lab.example', event: 'e' }),
  addressReplaced(layout, asked, { recipient: 'old@lab.example', event: 'f' }),
  placePaid(layout, group, person, { takingPart, calendar, origin, now }),
  placePaid(layout, { ...group, amountCents: asCents(0) }, person, {
    takingPart,
    calendar,
    origin,
    now,
  }),
  registrationChanged(layout, order, person, { takingPart, event: 'e', origin }),
  registrationCancelled(layout, order, person, { cents: asCents(5_000), currency: euro }, origin),
  registrationCancelled(layout, order, person, { cents: asCents(0), currency: euro }, origin),
  registrationCancelled(layout, group, person, undefined, origin),
  registrationRestored(layout, order, person, { takingPart, isRefundWithdrawn: true, origin }),
  waitingListJoined(layout, waiting, { choice, event: 'e', position: 2 }),
  invitedMail(layout, translatedContent.prices, {
    id: 'i',
    token: 'i',
    name: 'Mira Lindqvist',
    email: 'mira@lab.example',
    presentation: 'speaker',
    unitCents: asCents(0),
    note: 'We are glad that you come.',
    until: 'at the end of March 9, 2026 (Europe/Berlin)',
    origin,
  }),
  proofReminder(layout, order, { ...mira, id: 'p', pageToken: 'own' }, { needed: aProof, origin }),
  proofRefused(
    layout,
    order,
    { ...mira, id: 'p', pageToken: 'own' },
    { reason: 'The card is of 2019.', event: 'e', origin },
  ),
  proofMissing(layout, { ...toPay, change }),
  ...(['survey-invitation', 'survey-reminder'] as const).map((kind) =>
    surveyMail(layout, mira, {
      kind,
      link: { participantId: 'p', token: 'own', language: 'en' },
      origin,
      unsubscribe: 'u',
    }),
  ),
  colleagueInvited(layout, mira, {
    event: 'i',
    address: 'https://office.conference.example/invitation#token',
    until: '2026-03-10T12:00:00.000Z',
  }),
  colleagueInvited(layout, mira, {
    event: 'r',
    address: 'https://office.conference.example/invitation#token',
    until: '2026-03-10T12:00:00.000Z',
    isRecovery: true,
  }),
  colleaguePasskey(layout, mira, { event: 'k', passkey: 'Laptop' }),
  actDeclined(layout, mira, {
    event: 'd',
    act: 'Refund PS26-AAAA-BBBB 120.00 EUR',
    by: 'Bo Fibre',
  }),
  ...(['review-invitation', 'review-assignment', 'review-reminder', 'review-thanks'] as const).map(
    (kind) =>
      reviewMail(layout, mira, {
        kind,
        event: 'e',
        page: { token: 'own', language: 'en', reviewerId: 'r' },
        origin,
        contact: 'chair@summit.example',
        deadline: () => until.label,
        count: 3,
      }),
  ),
  reviewMail(layout, mira, {
    kind: 'review-discussion',
    event: 'notes',
    page: { token: 'own', language: 'en', reviewerId: 'r' },
    origin,
    contact: 'chair@summit.example',
    deadline: () => undefined,
    notes: ['Chains that forget'],
  }),
  reviewMail(layout, mira, {
    kind: 'review-assignment',
    event: 'again',
    page: { token: 'own', language: 'en', reviewerId: 'r' },
    origin,
    contact: 'chair@summit.example',
    deadline: () => until.label,
    count: 2,
    revised: ['Chains that forget', 'Gels'],
  }),
  judgeLinkMail(
    layout,
    {
      id: 'j',
      name: mira.name,
      email: mira.email,
      institute: '',
      token: 'own',
      language: 'en',
      madeAt: '',
      refusedAt: undefined,
    },
    { count: 12, event: 'e', origin },
  ),
  offerMade(layout, waiting, {
    lines: [{ words: choice, cents: asCents(29_900) }],
    currency: euro,
    until,
    priceUntil: { ...until, words: 'on March 9, 2026' },
  }),
  ...(['lapsed', 'unpaid', 'closed'] as const).map((reason) =>
    offerEnded(layout, waiting, { reason, choice, until }),
  ),
  moreOffered(layout, forMore, { more: 'Conference dinner', costs: '€68.25', until }),
  ...(['lapsed', 'closed'] as const).map((reason) =>
    moreEnded(layout, forMore, { reason, more: 'Conference dinner' }),
  ),
  ownAct(layout, order, { event: 'e', person: mira, words: 'from Poster to Speaker' }),
  ...abstractReceived(layout, abstract, {
    session: 'Smart Polymers',
    interestArea: 'Polymers',
    origin: 'https://summit.example',
  }),
  visaLetterRequested(layout, { reference: order.reference, requestId: 'v' }),
  visaLetterIssued(layout, reader, 'PS26-AAAA-BBBB-V1'),
  visaLetterDeclined(layout, reader, 'Your registration has another name.'),
  ...sessionsIn(withSessions())
    .slice(0, 1)
    .map((session) =>
      sessionPlace(layout, reader, { session, event: 's', page: `${origin}/registration/p` }),
    ),
  ...(['contributionTakenDown', 'posterTakenDown', 'materialTakenDown'] as const).map((key) =>
    abstractTakenDown(layout, abstract, {
      text: (words) => words[key],
      reason: 'The owner of a picture asked us to.',
      ...(key === 'materialTakenDown' && { what: 'Slides of the talk' }),
      event: key,
      origin: 'https://summit.example',
    }),
  ),
  abstractInfected(layout, abstract, 'Test.Stand-In'),
  abstractDecided(layout, abstract, decision, {
    session: 'Smart Polymers',
    origin: 'https://summit.example',
  }),
  abstractDecided(layout, abstract, decision, {
    session: 'Smart Polymers',
    origin: 'https://summit.example',
    event: 'c',
    isChange: true,
  }),
  abstractDecided(
    layout,
    abstract,
    { ...decision, outcome: 'REJECTED' },
    { session: 'Smart Polymers', origin: '' },
  ),
  abstractDecided(
    layout,
    abstract,
    { ...decision, outcome: 'REVISE', reviseUntil: until.at },
    { session: 'Smart Polymers', origin: 'https://summit.example' },
  ),
  ...(['answer', 'details', 'finalVersion', 'revision', 'registration'] as const).map((task) =>
    authorReminder(layout, abstract, {
      task,
      event: task,
      session: 'Smart Polymers',
      deadline: until,
      origin,
      isAccepted: task !== 'details',
    }),
  ),
  ...Object.values(
    abstractAnswered(layout, abstract, decision, {
      isWithdrawn: true,
      event: 'n',
      session: 'Smart Polymers',
      origin: 'https://summit.example',
    }),
  ),
  ...abstractFileReplaced(
    layout,
    { ...abstract, fileId: 'v', fileKind: 'final', fileName: 'final.pdf' },
    { session: 'Smart Polymers', origin: 'https://summit.example' },
  ),
  abstractChanged(layout, {
    before: abstract,
    after: { ...abstract, name: 'Mira Holm' },
    titles: [
      { session: 'Smart Polymers', interestArea: 'Polymers' },
      { session: 'Composites', interestArea: 'Polymers' },
    ],
    event: 'n',
  }),
  ...abstractAddressChanged(layout, {
    before: abstract,
    after: { ...abstract, email: 'mira@holm.example' },
    event: 'n',
    origin: 'https://summit.example',
  }),
];

const ABOUT_MIRA = [
  'Name: Mira Lindqvist',
  'Email: mira@lab.example',
  'Phone: +46 1',
  'Institute: Polymer Lab',
  'Country: Sweden',
].join(' | ');

/** A mail in one line: key, recipient, subject, last paragraph, facts, typed entries, button and further parts. */
function shown({ key, recipient, replyTo, subject, template, untilPaid, ...more }: Message) {
  const { greeting, paragraphs, facts, typed, button, links, steps } = template;
  const { secretary, name } = translatedContent.conference;
  return [
    `${key} to ${recipient === secretary.email ? 'secretary' : recipient}`,
    subject.replace(`${name}: `, ''),
    greeting,
    ...paragraphs.slice(-1).map((words) => `… ${words.split(/[.,]/, 1)[0]}`),
    ...facts.map(({ label, text }) => `${label}: ${text}`),
    typed && 'typed',
    ...(typed?.facts ?? []).map(({ label, text }) => `${label}: ${text}`),
    button && `[${button.words}] ${button.address}`,
    button?.note?.replace(/.* you can /, '… '),
    ...(links ?? []).map(({ words, address }) => `(${words}) ${address}`),
    steps?.points[0]?.slice(0, 60),
    more.attachments?.map(({ fileName }) => fileName).join(),
    untilPaid && `until paid ${untilPaid.slice(0, 8)}`,
    replyTo && `replies to ${replyTo}`,
    more.digestEntry && `digest: ${more.digestEntry.label}, ${more.digestEntry.text}`,
  ]
    .filter((line) => line !== undefined && line !== '')
    .join(' | ')
    .replace(ABOUT_MIRA, 'ABOUT MIRA');
}

test('each kind of mail has its recipient, text, facts and button', async () => {
  const lines = mails.map((mail) => `${shown(mail)}\n`);
  await expect(lines.join('')).toMatchFileSnapshot('every-mail.txt');
});

test('mails about a proof have the language of the order', () => {
  const german = { ...order, language: 'de' };
  const about = { reason: 'Der Ausweis ist von 2019.', event: 'e', origin };
  const refused = proofRefused(layout, german, { ...mira, id: 'p', pageToken: 'own' }, about);
  const missing = proofMissing(layout, { ...toPay, order: german, change });
  const reminder = proofReminder(
    layout,
    german,
    { ...mira, id: 'p', pageToken: 'own' },
    { needed: aProof, origin },
  );
  expect([refused, missing, reminder].map(({ template }) => template.language)).toEqual([
    'de',
    'de',
    'de',
  ]);
});

test('the table has every kind of mail except reports, letters and the like', () => {
  const shownKinds = new Set(mails.map(({ kind }) => kind.replace('-for-secretary', '')));
  const others = ['quota-reached', 'digest', 'report', 'letter'];
  expect([...shownKinds, ...others].toSorted()).toEqual(Object.keys(mailEvents()).toSorted());
});

test('each mail is inside the one main landmark of its page, and its tables give labels less than a third', () => {
  for (const { subject, template } of mails) {
    const text = mailAsHtml(subject, template);
    expect(text).toMatch(/<body[^>]*>\s*<main>[^]*<\/main>\s*<\/body>/);
    expect(text.match(/<main>/g)).toHaveLength(1);
    expect(text).not.toContain('45%');
    const mirrored = mailAsHtml(subject, { ...template, language: 'ar' });
    expect(mirrored).toMatch(/<html lang="ar" dir="rtl">/);
  }
});
