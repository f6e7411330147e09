import { expect, test } from 'vitest';
import { asCents } from '#contract/money.ts';
import {
  abstractAddressChanged,
  abstractAnswered,
  abstractChanged,
  abstractFileReplaced,
} from '#features/author-page/author-mails.ts';
import { abstractDecided } from '#features/programme/decision-mails.ts';
import { authorReminder } from '#features/letters/author-reminder.ts';
import { abstractInfected, abstractReceived } from '#server/abstract/abstract-mails.ts';
import { mailLayoutOf } from '#server/container.ts';
import {
  addressReplaced,
  askedWithdrawn,
  orderToPay,
  paymentReminder,
  ownAct,
  placePaid,
  registrationCancelled,
  registrationChanged,
  registrationRestored,
} from '#server/orders/change/change-mails.ts';
import type { AddressConfirmation } from '#server/orders/rows/address-confirmations.ts';
import {
  confirmationAsked,
  placeDeclined,
  placeHandedOver,
} from '#server/orders/change/confirmation-mails.ts';
import type { Order } from '#server/orders/rows/orders.ts';
import { invitedMail } from '#features/invitations/send-invitations.ts';
import { registrationReceived } from '#server/orders/sell/received-mails.ts';
import {
  transferChosen,
  transferInMail,
  transferPartArrived,
  transferReminder,
  transferReturned,
} from '#server/orders/sell/transfer-mails.ts';
import { proofMissing } from '#features/proofs/claim-differences.ts';
import { proofRefused } from '#features/proofs/decide-proofs.ts';
import type { Payment } from '#server/payments/payments.ts';
import {
  visaLetterDeclined,
  visaLetterIssued,
  visaLetterRequested,
} from '#features/visa-letter/visa-mails.ts';
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
} from '#server/receipts/order-mails.ts';
import {
  offerEnded,
  offerMade,
  waitingListJoined,
} from '#features/waiting-list/waiting-list-mails.ts';
import { euro, feeOfFive } from '#tests/support/euro.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { withTransfers } from '#tests/support/with-transfers.ts';
import { mailEvents } from './mail-kinds.ts';
import { mailAsHtml } from './mail-template.ts';
import type { Message } from './message.ts';

const layout = mailLayoutOf(fixtureContent, 'live');
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
const payment: Pick<Payment, 'id' | 'provider' | 'mode'> = {
  id: 'pay',
  provider: 'stripe',
  mode: 'live',
};
const paid = payment as Payment;
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
  request: { origin: 'https://summit.example' },
} as Payment;
const until = {
  at: '2026-03-10',
  day: '',
  words: 'on March 10, 2026 at 18:00',
  label: 'March 10, 2026 at 18:00',
};
const page = 'https://summit.example/registration/page';
const addresses = { page, receipt: 'https://summit.example/receipt/r' };
const origin = 'https://summit.example';
const link = { token: 't', lapsesAt: '2026-03-20T00:00:00.000Z' };
const toPay = { order, address: 'https://summit.example/pay/t', page, until, link };
const transfer = transferInMail(toPay, byTransfer, asCents(0));
const person = { id: 'p', pageToken: 'own', presentationType: 'speaker', ...mira };
const reader = { ...person, language: 'en', reference: order.reference };
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
  ...paymentConfirmed(layout, order, paid, { addresses, calendar, requested: {}, receipt, now }),
  ...paymentConfirmed(
    layout,
    free,
    { ...paid, provider: 'free' },
    { addresses, calendar, requested: {}, receipt, now },
  ),
  ...paymentConfirmed(layout, group, paid, { addresses, calendar, requested: {}, receipt, now }),
  ...paymentConfirmed(layout, asked, paid, {
    addresses: { ...addresses, page: undefined },
    calendar,
    requested: {},
    receipt,
    now,
  }),
  orderToPay(layout, { ...toPay, order: asked, page: undefined }),
  askedWithdrawn(layout, asked),
  paymentReminder(layout, { ...toPay, order: asked, page: undefined }, { event: 'e' }),
  ...paymentMissed(layout, 'FAILED', paid, { ...toPay, order: asked, page: undefined }),
  ...changePaid(layout, { order, change }, paid, addresses, receipt),
  ...paymentReceived(layout, agreed, paid, addresses, receipt),
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
  ...paymentRefunded(layout, order, refund, addresses, paid),
  ...paymentRefunded(layout, order, refund, addresses, { ...paid, delayedBy: 'virtual-account' }),
  ...paymentRefunded(layout, order, refund, addresses, byTransfer),
  ...paymentMissed(layout, 'EXPIRED', byTransfer, toPay),
  transferChosen(transferLayout, toPay, transfer),
  transferReminder(transferLayout, toPay, transfer, 'e'),
  ...paymentMissed(layout, 'EXPIRED', { ...byTransfer, id: 'c' }, { ...toPay, change }),
  transferPartArrived(transferLayout, toPay, transferInMail(toPay, byTransfer, asCents(10_000))),
  transferReturned(
    layout,
    { order },
    {
      event: 'e',
      cents: asCents(100),
      why: 'tooMuch',
      page: addresses.page,
    },
  ),
  ...paymentReturned(layout, order, refund, addresses),
  paymentInDoubt(layout, { order }, paid, { reason: 'disputed', event: 'e', dispute }),
  paymentInDoubt(layout, { order }, paid, { reason: 'disputeWon', event: 'e', dispute: undefined }),
  ownPageLink(layout, order, addresses.page, new Date('2026-03-01T10:20:00Z')),
  receiptReplaced(layout, order, [{ ...receipt, number: 'PS26-AAAA-BBBB-R2' }], {
    addresses,
    calendar,
    confirmed: undefined,
    now,
  }),
  receiptReplaced(layout, order, [{ ...receipt, number: 'PS26-AAAA-BBBB-R3' }], {
    addresses,
    calendar,
    confirmed: 'hand-over',
    now,
  }),
  receiptReplaced(layout, order, [{ ...receipt, kind: 'invoice', number: '2026-00001' }], {
    addresses,
    calendar,
    confirmed: undefined,
    now,
  }),
  receiptReplaced(
    layout,
    order,
    [
      { ...receipt, kind: 'invoice-cancellation', number: '2026-00002' },
      { ...receipt, kind: 'invoice', number: '2026-00003' },
    ],
    { addresses, calendar, confirmed: undefined, now },
  ),
  confirmationAsked(layout, confirmation, order, addresses.page),
  confirmationAsked(layout, { ...confirmation, id: 'h', kind: 'hand-over' }, order, addresses.page),
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
  invitedMail(layout, fixtureContent.prices, {
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
  proofRefused(
    layout,
    order,
    { ...mira, id: 'p', pageToken: 'own' },
    { reason: 'The card is of 2019.', event: 'e', origin },
  ),
  proofMissing(layout, { ...toPay, change }),
  offerMade(layout, waiting, {
    lines: [{ words: choice, cents: asCents(29_900) }],
    currency: euro,
    until,
    priceUntil: { ...until, words: 'on March 9, 2026' },
  }),
  ...(['lapsed', 'unpaid', 'closed'] as const).map((reason) =>
    offerEnded(layout, waiting, { reason, choice, until }),
  ),
  ownAct(layout, order, { event: 'e', person: mira, words: 'from Poster to Speaker' }),
  ...abstractReceived(layout, abstract, {
    session: 'Smart Polymers',
    interestArea: 'Polymers',
    origin: 'https://summit.example',
  }),
  visaLetterRequested(layout, { reference: order.reference, requestId: 'v' }),
  visaLetterIssued(layout, reader, {
    number: 'PS26-AAAA-BBBB-V1',
    requestId: 'v',
    link: 'https://summit.example/registration/p',
  }),
  visaLetterDeclined(layout, reader, {
    reason: 'Your registration has another name.',
    requestId: 'v',
    link: 'https://summit.example/registration/p',
  }),
  abstractInfected(layout, abstract, 'Test.Stand-In'),
  abstractDecided(layout, abstract, decision, {
    session: 'Smart Polymers',
    origin: 'https://summit.example',
  }),
  abstractDecided(
    layout,
    abstract,
    { ...decision, outcome: 'REJECTED' },
    { session: 'Smart Polymers', origin: '' },
  ),
  ...(['answer', 'details', 'finalVersion', 'registration'] as const).map((task) =>
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
  const { secretary, name } = fixtureContent.conference;
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

test('each kind of mail has its recipient, text, facts and button', () => {
  expect(mails.map(shown)).toEqual([
    'registration-received:p to mira@lab.example | Registration received, PS26-AAAA-BBBB | Dear Mira Lindqvist, | … If you did not register | Reference: PS26-AAAA-BBBB | Registration (Poster): €299.00 | Total: €299.00 | Payable until: March 10, 2026 at 18:00 | [View and pay] https://summit.example/pay/t | (Your registration) https://summit.example/registration/page | until paid e228d026',
    'registration-received:p:secretary to secretary | New registration, PS26-AAAA-BBBB | Reference: PS26-AAAA-BBBB | Taking part as: Poster | typed | ABOUT MIRA | replies to mira@lab.example | digest: New registration, PS26-AAAA-BBBB, Mira Lindqvist, Polymer Lab, Sweden, mira@lab.example',
    'registration-received:p to mira@lab.example | Registration received | Dear Mira Lindqvist, | … You can return to the form and pay there | Taking part as: Poster | [Return to the registration] https://summit.example/register | (Your registration) https://summit.example/registration/own | until paid e228d026',
    'payment-confirmed:o to mira@lab.example | Payment confirmed, PS26-AAAA-BBBB | Dear Mira Lindqvist, | … We have a few questions for you before the conference | Reference: PS26-AAAA-BBBB | Registration (Poster): €299.00 | Total: €299.00 | Paid by: Card | [Open your registration] https://summit.example/registration/page | … correct your details, change your registration, hand over your place, and ask for a letter for a visa. | (Receipt) https://summit.example/receipt/r | Keep the reference. It is all the conference secretary needs | days.ics',
    'payment-confirmed:o:secretary to secretary | Paid registration, PS26-AAAA-BBBB | Reference: PS26-AAAA-BBBB | Registration (Poster): €299.00 | Total: €299.00 | Paid by: Card | typed | ABOUT MIRA | replies to mira@lab.example | digest: Paid registration, PS26-AAAA-BBBB, Mira Lindqvist, mira@lab.example, Registration (Poster), €299.00',
    'free-confirmed:o to mira@lab.example | Your place is confirmed, PS26-AAAA-BBBB | … We have a few questions for you before the conference | Reference: PS26-AAAA-BBBB | Registration (Poster): €299.00 | Total: €299.00 | Paid by: Nothing to pay | [Open your registration] https://summit.example/registration/page | … correct your details, change your registration, and ask for a letter for a visa. | (Receipt) https://summit.example/receipt/r | Keep the reference. It is all the conference secretary needs | days.ics',
    'free-confirmed:o:secretary to secretary | Paid registration, PS26-AAAA-BBBB | Reference: PS26-AAAA-BBBB | Registration (Poster): €299.00 | Total: €299.00 | Paid by: Nothing to pay | typed | ABOUT MIRA | replies to mira@lab.example | digest: Paid registration, PS26-AAAA-BBBB, Mira Lindqvist, mira@lab.example, Registration (Poster), €299.00',
    'payment-confirmed:o to mira@lab.example | Payment confirmed, PS26-AAAA-BBBB | Dear Mira Lindqvist, | … Thank you | Reference: PS26-AAAA-BBBB | For: Registration of 2 people | Total: €299.00 | Paid by: Card | [Open your registration] https://summit.example/registration/page | … correct your details, change your registration, and hand over your place. | (Receipt) https://summit.example/receipt/r',
    'payment-confirmed:o:secretary to secretary | Paid registration, PS26-AAAA-BBBB | Reference: PS26-AAAA-BBBB | For: Registration of 2 people | Total: €299.00 | Paid by: Card | typed | ABOUT MIRA | replies to mira@lab.example | digest: Paid registration, PS26-AAAA-BBBB, Mira Lindqvist, mira@lab.example, Registration of 2 people, €299.00',
    'asked-paid:o to mira@lab.example | Payment confirmed, PS26-AAAA-BBBB | Dear Mira Lindqvist, | … You can open the receipt and save it as PDF at any time with the link below | Reference: PS26-AAAA-BBBB | About: PS26-BBBB-CCCC | Table for exhibitors: €299.00 | Total: €299.00 | Paid by: Card | [Open the receipt] https://summit.example/receipt/r',
    'asked-paid:o:secretary to secretary | Paid amount that you asked for, PS26-AAAA-BBBB | Reference: PS26-AAAA-BBBB | About: PS26-BBBB-CCCC | Table for exhibitors: €299.00 | Total: €299.00 | Paid by: Card | typed | ABOUT MIRA | replies to mira@lab.example | digest: Paid amount that you asked for, PS26-AAAA-BBBB, Mira Lindqvist, mira@lab.example, Table for exhibitors, €299.00',
    'asked-to-pay:o:2026-03-10:3 to mira@lab.example | Request for payment, PS26-AAAA-BBBB | Dear Mira Lindqvist, | … If you do not know what this is about | Reference: PS26-AAAA-BBBB | About: PS26-BBBB-CCCC | Table for exhibitors: €299.00 | Total: €299.00 | Payable until: March 10, 2026 at 18:00 | [View and pay] https://summit.example/pay/t | until paid o',
    'asked-withdrawn:o to mira@lab.example | Nothing to pay, PS26-AAAA-BBBB | Dear Mira Lindqvist, | … We had asked you for the amount below | Reference: PS26-AAAA-BBBB | About: PS26-BBBB-CCCC | Table for exhibitors: €299.00 | Total: €299.00',
    'payment-reminder:o:e to mira@lab.example | Payment still open, PS26-AAAA-BBBB | Dear Mira Lindqvist, | … If you have just paid | Reference: PS26-AAAA-BBBB | About: PS26-BBBB-CCCC | Table for exhibitors: €299.00 | Total: €299.00 | Payable until: March 10, 2026 at 18:00 | [View and pay] https://summit.example/pay/t | until paid o',
    'payment-failed:pay to mira@lab.example | Payment not completed, PS26-AAAA-BBBB | Dear Mira Lindqvist, | … You can still pay it with the link below | Reference: PS26-AAAA-BBBB | About: PS26-BBBB-CCCC | Table for exhibitors: €299.00 | Total: €299.00 | Payable until: March 10, 2026 at 18:00 | [View and pay] https://summit.example/pay/t | until paid o',
    'payment-failed:pay:secretary to secretary | Payment failed, PS26-AAAA-BBBB | Reference: PS26-AAAA-BBBB | About: PS26-BBBB-CCCC | Table for exhibitors: €299.00 | Total: €299.00 | typed | ABOUT MIRA | replies to mira@lab.example | digest: Payment failed, PS26-AAAA-BBBB, Mira Lindqvist, mira@lab.example, Table for exhibitors, €299.00',
    'payment-confirmed:c to mira@lab.example | Payment confirmed, PS26-AAAA-BBBB | Dear Mira Lindqvist, | … Thank you | Reference: PS26-AAAA-BBBB | Was: Poster | Becomes: Speaker | Difference: €100.00 | Processing fee of 5%: €0.00 | Total: €100.00 | Paid by: Card | [Open your registration] https://summit.example/registration/page | (Receipt) https://summit.example/receipt/r',
    'payment-confirmed:c:secretary to secretary | Paid registration, PS26-AAAA-BBBB | Reference: PS26-AAAA-BBBB | Was: Poster | Becomes: Speaker | Difference: €100.00 | Processing fee of 5%: €0.00 | Total: €100.00 | Paid by: Card | typed | ABOUT MIRA | replies to mira@lab.example | digest: Paid registration, PS26-AAAA-BBBB, Mira Lindqvist, mira@lab.example, From Poster to Speaker; Processing fee of 5%, €100.00',
    'payment-received:o to mira@lab.example | Payment received, PS26-AAAA-BBBB | Dear Mira Lindqvist, | … The conference secretary checks the amount against your agreement and then confirms your place by email | Reference: PS26-AAAA-BBBB | Discount registration: €299.00 | As stated by the payer: Invited speaker | Total: €299.00 | Paid by: Card | [Open your registration] https://summit.example/registration/page | (Receipt) https://summit.example/receipt/r',
    'payment-received:o:secretary to secretary | Payment to confirm, PS26-AAAA-BBBB | … The payer chose this amount | Reference: PS26-AAAA-BBBB | Discount registration: €299.00 | As stated by the payer: Invited speaker | Total: €299.00 | Paid by: Card | typed | ABOUT MIRA | replies to mira@lab.example | digest: Payment to confirm, PS26-AAAA-BBBB, Mira Lindqvist, mira@lab.example, Invited speaker, €299.00',
    'payment-failed:pay to mira@lab.example | Payment not completed, PS26-AAAA-BBBB | Dear Mira Lindqvist, | … You can try again with the same or another way of payment | Reference: PS26-AAAA-BBBB | Registration (Poster): €299.00 | Total: €299.00 | Payable until: March 10, 2026 at 18:00 | [Try again] https://summit.example/pay/t | (Your registration) https://summit.example/registration/page | until paid e228d026',
    'payment-failed:pay:secretary to secretary | Payment failed, PS26-AAAA-BBBB | Reference: PS26-AAAA-BBBB | Registration (Poster): €299.00 | Total: €299.00 | typed | ABOUT MIRA | replies to mira@lab.example | digest: Payment failed, PS26-AAAA-BBBB, Mira Lindqvist, mira@lab.example, Registration (Poster), €299.00',
    'payment-expired:pay to mira@lab.example | Payment not completed in time, PS26-AAAA-BBBB | Dear Mira Lindqvist, | … Your place is not confirmed yet | Reference: PS26-AAAA-BBBB | Registration (Poster): €299.00 | Total: €299.00 | Payable until: March 10, 2026 at 18:00 | [Try again] https://summit.example/pay/t | (Your registration) https://summit.example/registration/page | until paid e228d026',
    'payment-expired:pay:secretary to secretary | Payment expired, PS26-AAAA-BBBB | Reference: PS26-AAAA-BBBB | Registration (Poster): €299.00 | Total: €299.00 | typed | ABOUT MIRA | replies to mira@lab.example | digest: Payment expired, PS26-AAAA-BBBB, Mira Lindqvist, mira@lab.example, Registration (Poster), €299.00',
    'payment-expired:pay to mira@lab.example | Change not paid, PS26-AAAA-BBBB | Dear Mira Lindqvist, | … Your registration stays as it is | Reference: PS26-AAAA-BBBB | Was: Poster | Becomes: Speaker | Difference: €100.00 | Processing fee of 5%: €0.00 | Total: €100.00 | Payable until: March 10, 2026 at 18:00 | [View and pay] https://summit.example/pay/t | (Your registration) https://summit.example/registration/page | until paid c',
    'payment-expired:pay:secretary to secretary | Payment expired, PS26-AAAA-BBBB | Reference: PS26-AAAA-BBBB | Was: Poster | Becomes: Speaker | Difference: €100.00 | Processing fee of 5%: €0.00 | Total: €100.00 | typed | ABOUT MIRA | replies to mira@lab.example | digest: Payment expired, PS26-AAAA-BBBB, Mira Lindqvist, mira@lab.example, From Poster to Speaker; Processing fee of 5%, €100.00',
    'payment-expired:pay to mira@lab.example | Bank transfer not received, PS26-AAAA-BBBB | Dear Mira Lindqvist, | … If you have sent the money | Reference: PS26-AAAA-BBBB | Registration (Poster): €299.00 | Total: €299.00 | Payable until: March 10, 2026 at 18:00 | [View and pay] https://summit.example/pay/t | (Your registration) https://summit.example/registration/page | until paid e228d026',
    'payment-expired:pay:secretary to secretary | Payment expired, PS26-AAAA-BBBB | Reference: PS26-AAAA-BBBB | Registration (Poster): €299.00 | Total: €299.00 | typed | ABOUT MIRA | replies to mira@lab.example | digest: Payment expired, PS26-AAAA-BBBB, Mira Lindqvist, mira@lab.example, Registration (Poster), €299.00',
    'payment-on-its-way:pay:0 to mira@lab.example | Your payment is on its way, PS26-AAAA-BBBB | Dear Mira Lindqvist, | … As soon as the whole amount has arrived | Reference: PS26-AAAA-BBBB | Registration (Poster): €299.00 | Total: €299.00 | [See the payment] https://summit.example/pay/t | (Your registration) https://summit.example/registration/page | until paid e228d026',
    'payment-on-its-way:pay:0 to mira@lab.example | Your payment is on its way, PS26-AAAA-BBBB | Dear Mira Lindqvist, | … As soon as the whole amount has arrived | Reference: PS26-AAAA-BBBB | Registration (Poster): €299.00 | Total: €299.00 | [Open the bank details] https://payments.stripe.com/bank_transfers/instructions/test_1 | (Your registration) https://summit.example/registration/page | until paid e228d026',
    'payment-on-its-way:pay:5000 to mira@lab.example | Your payment is on its way, PS26-AAAA-BBBB | Dear Mira Lindqvist, | … As soon as the whole amount has arrived | Reference: PS26-AAAA-BBBB | Registration (Poster): €299.00 | Total: €299.00 | [Open the bank details] https://payments.stripe.com/bank_transfers/instructions/test_1 | (Your registration) https://summit.example/registration/page | until paid e228d026',
    'payment-refunded:PS26-AAAA-BBBB-C1 to mira@lab.example | Refund, PS26-AAAA-BBBB | Dear Mira Lindqvist, | … You will find the credit note on the page of your receipt | Reference: PS26-AAAA-BBBB | For: Registration (Poster) | Refunded: €50.00 | Credit note: PS26-AAAA-BBBB-C1 | [Open the credit note] https://summit.example/receipt/r | (Your registration) https://summit.example/registration/page',
    'payment-refunded:PS26-AAAA-BBBB-C1:secretary to secretary | Refund sent, PS26-AAAA-BBBB | Reference: PS26-AAAA-BBBB | For: Registration (Poster) | Refunded: €50.00 | Credit note: PS26-AAAA-BBBB-C1 | typed | ABOUT MIRA | replies to mira@lab.example | digest: Refund sent, PS26-AAAA-BBBB, Mira Lindqvist, mira@lab.example, Registration (Poster), €50.00',
    'payment-refunded:PS26-AAAA-BBBB-C1 to mira@lab.example | Refund, PS26-AAAA-BBBB | Dear Mira Lindqvist, | … You paid by bank transfer | Reference: PS26-AAAA-BBBB | For: Registration (Poster) | Refunded: €50.00 | Credit note: PS26-AAAA-BBBB-C1 | [Open the credit note] https://summit.example/receipt/r | (Your registration) https://summit.example/registration/page',
    'payment-refunded:PS26-AAAA-BBBB-C1:secretary to secretary | Refund sent, PS26-AAAA-BBBB | Reference: PS26-AAAA-BBBB | For: Registration (Poster) | Refunded: €50.00 | Credit note: PS26-AAAA-BBBB-C1 | typed | ABOUT MIRA | replies to mira@lab.example | digest: Refund sent, PS26-AAAA-BBBB, Mira Lindqvist, mira@lab.example, Registration (Poster), €50.00',
    'payment-refunded:PS26-AAAA-BBBB-C1 to mira@lab.example | Refund, PS26-AAAA-BBBB | Dear Mira Lindqvist, | … You will find the credit note on the page of your receipt | Reference: PS26-AAAA-BBBB | For: Registration (Poster) | Refunded: €50.00 | Credit note: PS26-AAAA-BBBB-C1 | [Open the credit note] https://summit.example/receipt/r | (Your registration) https://summit.example/registration/page',
    'payment-refunded:PS26-AAAA-BBBB-C1:secretary to secretary | Refund sent, PS26-AAAA-BBBB | Reference: PS26-AAAA-BBBB | For: Registration (Poster) | Refunded: €50.00 | Credit note: PS26-AAAA-BBBB-C1 | typed | ABOUT MIRA | replies to mira@lab.example | digest: Refund sent, PS26-AAAA-BBBB, Mira Lindqvist, mira@lab.example, Registration (Poster), €50.00',
    'payment-expired:pay to mira@lab.example | Bank transfer not arrived, PS26-AAAA-BBBB | Dear Mira Lindqvist, | … If you have already made the transfer | Reference: PS26-AAAA-BBBB | Registration (Poster): €299.00 | Total: €299.00 | Payable until: March 10, 2026 at 18:00 | [View and pay] https://summit.example/pay/t | (Your registration) https://summit.example/registration/page | until paid e228d026',
    'payment-expired:pay:secretary to secretary | Payment expired, PS26-AAAA-BBBB | Reference: PS26-AAAA-BBBB | Registration (Poster): €299.00 | Total: €299.00 | typed | ABOUT MIRA | replies to mira@lab.example | digest: Payment expired, PS26-AAAA-BBBB, Mira Lindqvist, mira@lab.example, Registration (Poster), €299.00',
    'transfer-to-pay:o:pay to mira@lab.example | Bank transfer, PS26-AAAA-BBBB | Dear Mira Lindqvist, | … The link leads to the same facts | Reference: PS26-AAAA-BBBB | Registration (Poster): €299.00 | Total: €299.00 | Amount: €299.00 | Account holder: Gesellschaft für Kettenchemie e. V. | IBAN: DE02 1203 0000 0000 2020 51 | BIC: BYLADEM1001 | Bank: Bank of Chains | Reference to quote: PS26-AAAA-BBBB | To arrive by: March 10, 2026 | [View and pay] https://summit.example/pay/t | (Pro-forma invoice (PDF)) https://summit.example/pay/t/pro-forma.pdf | (Your registration) https://summit.example/registration/page | until paid e228d026',
    'payment-reminder:o:e to mira@lab.example | Bank transfer still open, PS26-AAAA-BBBB | Dear Mira Lindqvist, | … If you have made the transfer in the last few days | Reference: PS26-AAAA-BBBB | Registration (Poster): €299.00 | Total: €299.00 | Amount: €299.00 | Account holder: Gesellschaft für Kettenchemie e. V. | IBAN: DE02 1203 0000 0000 2020 51 | BIC: BYLADEM1001 | Bank: Bank of Chains | Reference to quote: PS26-AAAA-BBBB | To arrive by: March 10, 2026 | [View and pay] https://summit.example/pay/t | (Pro-forma invoice (PDF)) https://summit.example/pay/t/pro-forma.pdf | (Your registration) https://summit.example/registration/page | until paid e228d026',
    'payment-expired:c to mira@lab.example | Bank transfer not arrived, PS26-AAAA-BBBB | Dear Mira Lindqvist, | … Your registration stays as it is until the change is paid | Reference: PS26-AAAA-BBBB | Was: Poster | Becomes: Speaker | Difference: €100.00 | Processing fee of 5%: €0.00 | Total: €100.00 | Payable until: March 10, 2026 at 18:00 | [View and pay] https://summit.example/pay/t | (Your registration) https://summit.example/registration/page | until paid c',
    'payment-expired:c:secretary to secretary | Payment expired, PS26-AAAA-BBBB | Reference: PS26-AAAA-BBBB | Was: Poster | Becomes: Speaker | Difference: €100.00 | Processing fee of 5%: €0.00 | Total: €100.00 | typed | ABOUT MIRA | replies to mira@lab.example | digest: Payment expired, PS26-AAAA-BBBB, Mira Lindqvist, mira@lab.example, From Poster to Speaker; Processing fee of 5%, €100.00',
    'transfer-in-part:o:pay:10000 to mira@lab.example | Part of your transfer is missing, PS26-AAAA-BBBB | Dear Mira Lindqvist, | … Please transfer the rest with the same reference | Reference: PS26-AAAA-BBBB | Registration (Poster): €299.00 | Total: €299.00 | Received: €100.00 | Still to pay: €199.00 | Account holder: Gesellschaft für Kettenchemie e. V. | IBAN: DE02 1203 0000 0000 2020 51 | BIC: BYLADEM1001 | Bank: Bank of Chains | Reference to quote: PS26-AAAA-BBBB | To arrive by: March 10, 2026 | [View and pay] https://summit.example/pay/t | (Pro-forma invoice (PDF)) https://summit.example/pay/t/pro-forma.pdf | (Your registration) https://summit.example/registration/page | until paid e228d026',
    'transfer-returned:e to mira@lab.example | Transfer returned, PS26-AAAA-BBBB | Dear Mira Lindqvist, | … We return the amount below by bank transfer to the account that paid | Reference: PS26-AAAA-BBBB | For: Registration (Poster) | Returned: €1.00 | [Open your registration] https://summit.example/registration/page',
    'payment-returned:PS26-AAAA-BBBB-C1 to mira@lab.example | Payment returned, PS26-AAAA-BBBB | Dear Mira Lindqvist, | … You will find the credit note on the page of your receipt | Reference: PS26-AAAA-BBBB | For: Registration (Poster) | Refunded: €50.00 | Credit note: PS26-AAAA-BBBB-C1 | [Open the credit note] https://summit.example/receipt/r | (Your registration) https://summit.example/registration/page',
    "payment-review:disputed:pay:e to secretary | A payment needs your attention, PS26-AAAA-BBBB | … Please look at the payment on the payment provider's own website; search for the reference above | Reference: PS26-AAAA-BBBB | Registration (Poster): €299.00 | Total: €299.00 | Paid by: Card | Dispute: du_1 | Disputed amount: €50.00 | Answer by: November 30, 2026 at 15:05 (Europe/Berlin) | Answer at: https://dashboard.stripe.com/disputes | typed | ABOUT MIRA | replies to mira@lab.example",
    'payment-review:disputeWon:pay:e to secretary | A dispute has ended, PS26-AAAA-BBBB | … A dispute about this payment has ended | Reference: PS26-AAAA-BBBB | Registration (Poster): €299.00 | Total: €299.00 | Paid by: Card | typed | ABOUT MIRA | replies to mira@lab.example',
    'own-page:o:3:2026-03-01T10 to mira@lab.example | The link to your registration, PS26-AAAA-BBBB | Dear Mira Lindqvist, | … Anyone with the link can change your registration | Reference: PS26-AAAA-BBBB | For: Registration (Poster) | [Open your registration] https://summit.example/registration/page | … correct your details, change your registration, hand over your place, and ask for a letter for a visa.',
    'receipt-replaced:PS26-AAAA-BBBB-R2 to mira@lab.example | New receipt, PS26-AAAA-BBBB | Dear Mira Lindqvist, | … The attached calendar file adds the conference days to your calendar | Reference: PS26-AAAA-BBBB | For: Registration (Poster) | Receipt: PS26-AAAA-BBBB-R2 | [Open your receipt] https://summit.example/receipt/r | (Your registration) https://summit.example/registration/page | days.ics',
    'receipt-replaced:PS26-AAAA-BBBB-R3 to mira@lab.example | Your place is confirmed, PS26-AAAA-BBBB | Dear Mira Lindqvist, | … We have a few questions for you before the conference | Reference: PS26-AAAA-BBBB | For: Registration (Poster) | Receipt: PS26-AAAA-BBBB-R3 | [Open your receipt] https://summit.example/receipt/r | (Your registration) https://summit.example/registration/page | days.ics',
    'receipt-replaced:2026-00001 to mira@lab.example | Your invoice, PS26-AAAA-BBBB | Dear Mira Lindqvist, | … Here is your invoice | Reference: PS26-AAAA-BBBB | For: Registration (Poster) | Invoice: 2026-00001 | [Open your invoice] https://summit.example/receipt/r | (Your registration) https://summit.example/registration/page | days.ics',
    'receipt-replaced:2026-00002,2026-00003 to mira@lab.example | Your invoice, PS26-AAAA-BBBB | Dear Mira Lindqvist, | … The invoice was corrected: a cancellation invoice cancels the earlier one | Reference: PS26-AAAA-BBBB | For: Registration (Poster) | Cancellation invoice: 2026-00002 | Invoice: 2026-00003 | [Open your invoice] https://summit.example/receipt/r | (Your registration) https://summit.example/registration/page | days.ics',
    'address-asked:a to mira@lab.example | Confirm your new email address, PS26-AAAA-BBBB | Dear Mira Lindqvist, | … If you did not ask for this | Reference: PS26-AAAA-BBBB | The link works until: March 3, 2026 at 09:00 (Europe/Berlin) | [Confirm the address] https://summit.example/registration/page',
    'place-offered:h to mira@lab.example | A place at the conference for you, PS26-AAAA-BBBB | Dear Mira Lindqvist, | … If you do not want the place | Reference: PS26-AAAA-BBBB | Offered by: Mira Lindqvist | Taking part as: Registration (Poster) | The link works until: March 8, 2026 at 09:00 (Europe/Berlin) | [View the place] https://summit.example/registration/page',
    'place-declined:h to mira@lab.example | Your offer was declined, PS26-AAAA-BBBB | Dear Mira Lindqvist, | … You can offer it to somebody else on the page of your registration | Reference: PS26-AAAA-BBBB | (Your registration) https://summit.example/registration/page',
    'place-handed-over:e to old@lab.example | Your place is handed over, PS26-AAAA-BBBB | … If you did not want this | Reference: PS26-AAAA-BBBB',
    'group-to-pay:o:2026-03-10:3 to mira@lab.example | Registration of a group, PS26-AAAA-BBBB | Dear Mira Lindqvist, | … As soon as it is paid | Reference: PS26-AAAA-BBBB | For: Registration of 2 people | Total: €299.00 | Payable until: March 10, 2026 at 18:00 | [View and pay] https://summit.example/pay/t | (Your registration) https://summit.example/registration/page | until paid o',
    'change-to-pay:c:2026-03-10:3 to mira@lab.example | A change of your registration, PS26-AAAA-BBBB | Dear Mira Lindqvist, | … The link leads to the payment | Reference: PS26-AAAA-BBBB | Was: Poster | Becomes: Speaker | Difference: €100.00 | Processing fee of 5%: €0.00 | Total: €100.00 | Payable until: March 10, 2026 at 18:00 | [View and pay] https://summit.example/pay/t | (Your registration) https://summit.example/registration/page | until paid c',
    'payment-reminder:o:e to mira@lab.example | Payment still open, PS26-AAAA-BBBB | Dear Mira Lindqvist, | … If you did not register | Reference: PS26-AAAA-BBBB | Registration (Poster): €299.00 | Total: €299.00 | Payable until: March 10, 2026 at 18:00 | [View and pay] https://summit.example/pay/t | (Your registration) https://summit.example/registration/page | until paid e228d026',
    'address-replaced:e to old@lab.example | Registration changed, PS26-AAAA-BBBB | … If you did not ask for this | Reference: PS26-AAAA-BBBB',
    'address-replaced:f to old@lab.example | Request for payment changed, PS26-AAAA-BBBB | … If you did not expect this | Reference: PS26-AAAA-BBBB',
    'place-paid:o:p to mira@lab.example | Your place is confirmed, PS26-AAAA-BBBB | Dear Mira Lindqvist, | … We have a few questions for you before the conference | Reference: PS26-AAAA-BBBB | Taking part as: Speaker | Paid by: Polymer Lab | [Open your registration] https://summit.example/registration/own | … correct your details and ask for a letter for a visa. | days.ics',
    'place-paid:o:p to mira@lab.example | Your place is confirmed, PS26-AAAA-BBBB | Dear Mira Lindqvist, | … We have a few questions for you before the conference | Reference: PS26-AAAA-BBBB | Taking part as: Speaker | [Open your registration] https://summit.example/registration/own | … correct your details and ask for a letter for a visa. | days.ics',
    'registration-changed:e to mira@lab.example | Registration changed, PS26-AAAA-BBBB | Dear Mira Lindqvist, | … Your registration has been changed; the new details are below | Reference: PS26-AAAA-BBBB | Taking part as: Speaker | (Your registration) https://summit.example/registration/own',
    'registration-cancelled:o:p:3 to mira@lab.example | Registration cancelled, PS26-AAAA-BBBB | Dear Mira Lindqvist, | … We refund the amount below to the card or account that paid | Reference: PS26-AAAA-BBBB | For: Registration (Poster) | Refunded: €50.00 | (Your registration) https://summit.example/registration/own',
    'registration-cancelled:o:p:3 to mira@lab.example | Registration cancelled, PS26-AAAA-BBBB | Dear Mira Lindqvist, | … No refund is due | Reference: PS26-AAAA-BBBB | For: Registration (Poster) | (Your registration) https://summit.example/registration/own',
    'registration-cancelled:o:p:3 to mira@lab.example | Registration cancelled, PS26-AAAA-BBBB | Dear Mira Lindqvist, | … Your registration has been cancelled | Reference: PS26-AAAA-BBBB | For: Registration of 2 people | (Your registration) https://summit.example/registration/own',
    'registration-restored:o:p:3 to mira@lab.example | Registration valid again, PS26-AAAA-BBBB | Dear Mira Lindqvist, | … The refund that was announced and not sent yet is not made | Reference: PS26-AAAA-BBBB | Taking part as: Speaker | (Your registration) https://summit.example/registration/own',
    'waiting-list-joined:e to mira@lab.example | You are on the waiting list | Dear Mira Lindqvist, | … If you no longer want the place | Your choice: Registration (Poster) | Your place in the queue: second | [Confirm the address] https://summit.example/waiting-list/list',
    'invited:i to mira@lab.example | Your invitation | Dear Mira Lindqvist, | … We are glad that you come | Taking part as: Speaker | Total: free of charge | Deadline: at the end of March 9, 2026 (Europe/Berlin) | [Open the invitation] https://summit.example/invitation/i',
    'proof-refused:p:e to mira@lab.example | Your proof was not accepted, PS26-AAAA-BBBB | Dear Mira Lindqvist, | … The card is of 2019 | [Send another proof] https://summit.example/registration/own',
    'proof-missing:c to mira@lab.example | A part of the registration fee is due, PS26-AAAA-BBBB | Dear Mira Lindqvist, | … The link leads to the payment | Reference: PS26-AAAA-BBBB | Was: Poster | Becomes: Speaker | Difference: €100.00 | Processing fee of 5%: €0.00 | Total: €100.00 | Payable until: March 10, 2026 at 18:00 | [View and pay] https://summit.example/pay/t | (Your registration) https://summit.example/registration/page | until paid c',
    'offer-made:w to mira@lab.example | A place is free for you | Dear Mira Lindqvist, | … If you no longer want the place | Registration (Poster): €299.00 | Total: €299.00 | Kept for you until: March 10, 2026 at 18:00 | Price until: March 9, 2026 | [View the offer] https://summit.example/offer/list | until paid e228d026',
    'offer-ended:w to mira@lab.example | Your offer has ended | Dear Mira Lindqvist, | … If you still want to take part | Your choice: Registration (Poster) | Kept for you until: March 10, 2026 at 18:00',
    'offer-ended:w to mira@lab.example | Your offer has ended | Dear Mira Lindqvist, | … If you still want to take part | Your choice: Registration (Poster) | Kept for you until: March 10, 2026 at 18:00',
    'offer-ended:w to mira@lab.example | Your offer has ended | Dear Mira Lindqvist, | … We are sorry | Your choice: Registration (Poster)',
    'own-act:o:e to secretary | A participant’s change, PS26-AAAA-BBBB | Reference: PS26-AAAA-BBBB | Participant: Mira Lindqvist | Change: from Poster to Speaker | replies to mira@lab.example | digest: A participant’s change, PS26-AAAA-BBBB, Mira Lindqvist: from Poster to Speaker',
    'abstract-received:a to mira@lab.example | Abstract received, AB26-CCCC-DDDD | Dear Mira Lindqvist, | … If you did not send it | Reference: AB26-CCCC-DDDD | File: chains.pdf | Size: 2 KB | Session: Smart Polymers | Interest area: Polymers | You hear from us by: February 28, 2026 | [Add title and authors] https://summit.example/abstract/t',
    'abstract-received:a:secretary to secretary | New abstract, AB26-CCCC-DDDD | Reference: AB26-CCCC-DDDD | Size: 2 KB | Session: Smart Polymers | Interest area: Polymers | Fingerprint of the file (SHA-256): abc | typed | File: chains.pdf | Name: Dr Mira Lindqvist | Email: mira@lab.example | Phone: +46 1 | Organization: Polymer Lab | Country: Sweden | replies to mira@lab.example | digest: New abstract, AB26-CCCC-DDDD, Mira Lindqvist, mira@lab.example, Smart Polymers',
    'visa-letter-requested:v to secretary | Visa letter requested, PS26-AAAA-BBBB | … A participant has requested a letter for a visa application | digest: Visa letter requested, PS26-AAAA-BBBB',
    'visa-letter-issued:v:p to mira@lab.example | Your letter for the visa, PS26-AAAA-BBBB | Dear Mira Lindqvist, | … It has data of your passport | Reference: PS26-AAAA-BBBB-V1 | [Open your registration] https://summit.example/registration/p',
    'visa-letter-declined:v:p to mira@lab.example | Your request for a visa letter, PS26-AAAA-BBBB | Dear Mira Lindqvist, | … Your registration has another name | Reference: PS26-AAAA-BBBB | [Open your registration] https://summit.example/registration/p',
    'abstract-infected:a to secretary | The file of an abstract is infected, AB26-CCCC-DDDD | … Finding: Test',
    'abstract-decided:a:2026-02-01 to mira@lab.example | Your abstract is accepted, AB26-CCCC-DDDD | Dear Mira Lindqvist, | … Please tell us with the link below whether you will present it | Reference: AB26-CCCC-DDDD | Session: Smart Polymers | Presentation: Poster | Time and place: P01 | Answer by: May 28, 2026 (Europe/Berlin) | [Answer] https://summit.example/abstract/t',
    'abstract-decided:a:2026-02-01 to mira@lab.example | Decision about your abstract, AB26-CCCC-DDDD | Dear Mira Lindqvist, | … You are welcome to take part without a presentation | Reference: AB26-CCCC-DDDD | Session: Smart Polymers | Presentation: Poster | Time and place: P01',
    'author-reminder:a:answer to mira@lab.example | Please tell us whether you will present, AB26-CCCC-DDDD | Dear Mira Lindqvist, | … If you cannot come | Reference: AB26-CCCC-DDDD | Session: Smart Polymers | Deadline: March 10, 2026 at 18:00 | [Answer] https://summit.example/abstract/t',
    'author-reminder:a:details to mira@lab.example | Title and authors of your abstract, AB26-CCCC-DDDD | Dear Mira Lindqvist, | … The title and the authors of the abstract below are still missing | Reference: AB26-CCCC-DDDD | Session: Smart Polymers | Deadline: March 10, 2026 at 18:00 | [Open your abstract] https://summit.example/abstract/t',
    'author-reminder:a:finalVersion to mira@lab.example | Final version of your abstract, AB26-CCCC-DDDD | Dear Mira Lindqvist, | … We have not received the final version of your contribution below yet | Reference: AB26-CCCC-DDDD | Session: Smart Polymers | Deadline: March 10, 2026 at 18:00 | [Send the final version] https://summit.example/abstract/t',
    'author-reminder:a:registration to mira@lab.example | Please register for the conference, AB26-CCCC-DDDD | Dear Mira Lindqvist, | … If somebody else presents it | Reference: AB26-CCCC-DDDD | Session: Smart Polymers | Deadline: March 10, 2026 at 18:00 | [Register] https://summit.example/conference-registration',
    'abstract-answered:n:author to mira@lab.example | Your abstract is withdrawn, AB26-CCCC-DDDD | Dear Mira Lindqvist, | … If you did not ask for this | Reference: AB26-CCCC-DDDD | Session: Smart Polymers | File: chains.pdf | Presentation: Poster | Time and place: P01 | [Open your abstract] https://summit.example/abstract/t',
    'abstract-answered:n to secretary | Abstract withdrawn, AB26-CCCC-DDDD | Reference: AB26-CCCC-DDDD | Session: Smart Polymers | Presentation: Poster | Time and place: P01 | typed | Name: Mira Lindqvist | Email: mira@lab.example | File: chains.pdf | replies to mira@lab.example',
    'abstract-replaced:v to mira@lab.example | Final version received, AB26-CCCC-DDDD | Dear Mira Lindqvist, | … If you did not send it | Reference: AB26-CCCC-DDDD | File: final.pdf | Size: 2 KB | Session: Smart Polymers | [Open your abstract] https://summit.example/abstract/t',
    'abstract-replaced:v:secretary to secretary | New file of an abstract, AB26-CCCC-DDDD | Reference: AB26-CCCC-DDDD | Size: 2 KB | Session: Smart Polymers | Fingerprint of the file (SHA-256): abc | typed | File: final.pdf | Name: Mira Lindqvist | Email: mira@lab.example | replies to mira@lab.example | digest: New file of an abstract, AB26-CCCC-DDDD, Mira Lindqvist, Smart Polymers, final.pdf',
    'abstract-changed:n to secretary | An author’s change, AB26-CCCC-DDDD | Reference: AB26-CCCC-DDDD | typed | Name: Dr Mira Lindqvist → Dr Mira Holm | Session: Smart Polymers → Composites | replies to mira@lab.example | digest: An author’s change, AB26-CCCC-DDDD, Mira Holm, Name, Session',
    'abstract-link:n to mira@holm.example | Your abstract, AB26-CCCC-DDDD | Dear Mira Lindqvist, | … If the abstract is not yours | Reference: AB26-CCCC-DDDD | [Open the page of the abstract] https://summit.example/abstract/t',
    'address-replaced:n:abstract to mira@lab.example | Email address changed, AB26-CCCC-DDDD | Dear Mira Lindqvist, | … If you did not ask for this | Reference: AB26-CCCC-DDDD',
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
  }
});
