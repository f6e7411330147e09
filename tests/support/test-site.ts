import { afterAll, onTestFinished, TestRunner } from 'vitest';
import { listMessages } from '#server/mail/posted-messages.ts';
import { listActivities } from '#server/operations/activities.ts';
import { listConcerns } from '#server/operations/concerns.ts';
import { planCancellation } from '#server/orders/change/cancel-order.ts';
import { planCorrection } from '#server/orders/change/correct-person.ts';
import { planMove } from '#server/orders/change/move-participant.ts';
import { planRefund } from '#server/orders/change/refund-order.ts';
import { getOrder, listOrders } from '#server/orders/rows/orders.ts';
import { takenPlaces } from '#server/orders/sell/taken-places.ts';
import { planGroup } from '#server/orders/sell/register-group.ts';
import { listPayments, paymentsOfOrder } from '#server/payments/payments.ts';
import { pollOpenPayments } from '#server/payments/poll-open-payments.ts';
import { listRefunds } from '#server/payments/refunds.ts';
import { requestRefund, sendRefund, sendRefunds } from '#server/payments/send-refunds.ts';
import { documentsOf } from '#server/receipts/receipts.ts';
import { participantsOfOrder } from '#server/reports/list-participants.ts';
import * as group from './a-group.ts';
import * as author from './author.ts';
import { everyRow } from './every-row.ts';
import { mailRound } from './mail-round.ts';
import * as page from './own-page.ts';
import { paidByCard, paidByPaypal } from './paid-payments.ts';
import * as registration from './paid-registration.ts';
import { ledgerOf, mailsAbout, recordsOf, reviewRequestsOf } from './payment-records.ts';
import { providerNamed } from './provider-named.ts';
import { purged } from './purged.ts';
import { organise, ran, testContext } from './test-commands.ts';
import { startTestServer, type TestServer } from './test-server.ts';
import { unexpected } from './unexpected.ts';
import * as visitor from './visitor.ts';

/** The acts of people at a site, by the first argument that the site gives. */
const { recordScan, remainsOf, submit } = author;
const { aGroup, linkedChange, linkedOrder, press } = group;
const { actThrough, confirmAt, confirmationLink, fillIn, mailsTo, openConfirmation } = page;
const { openPage, pageTokenOf, sendForm } = page;
const { aPaidGroup, paidRegistration, payLink, unpaidRegistration } = registration;
const { aCheckout, aPaypalRequest, openedCheckout, openedPaypal } = visitor;
const { leftCheckout, leftPaypal, paidAmount, paidCheckout, paidPaypal } = visitor;
const visits = { aCheckout, aPaypalRequest, openedCheckout, openedPaypal, recordScan, submit };
const returns = { leftCheckout, leftPaypal, paidAmount, paidCheckout, paidPaypal };
const pages = { actThrough, confirmAt, confirmationLink, fillIn, openConfirmation, openPage };
const people = { aGroup, aPaidGroup, paidByCard, paidByPaypal, paidRegistration, payLink, press };
const seen = { ledgerOf, linkedChange, linkedOrder, mailsTo, pageTokenOf, recordsOf, remainsOf };
const sent = { mailRound, mailsAbout, purged, reviewRequestsOf, sendForm, unpaidRegistration };
const orders = { documentsOf, getOrder, listOrders, participantsOfOrder, takenPlaces };
const rows = { everyRow, listActivities, listMessages, listPayments, listRefunds, paymentsOfOrder };
const acts = {
  site: { ...visits, ...returns, ...pages, ...people, ...seen, ...sent },
  db: { ...orders, ...rows },
  context: { requestRefund, sendRefund, listConcerns, providerNamed },
  organising: { planCancellation, planCorrection, planMove, planRefund, planGroup },
};

type Bound<Those> = {
  [Name in keyof Those]: Those[Name] extends (first: never, ...given: infer Given) => infer Answer
    ? (...given: Given) => Answer
    : never;
};
type Acts = Bound<typeof acts.site> &
  Bound<typeof acts.db> &
  Bound<typeof acts.context> &
  Bound<typeof acts.organising>;

/** Each act with its first argument, which is read when the act begins, because a restart replaces some. */
function bound(server: TestServer): Acts {
  const firsts = {
    site: () => server,
    db: () => server.db,
    context: () => server.context,
    organising: () => server.organising,
  };
  const those = Object.entries(firsts).flatMap(([kind, first]) =>
    Object.entries<(first: never, ...given: never[]) => unknown>(
      acts[kind as keyof typeof firsts],
    ).map(([name, act]) => [name, (...given: never[]) => act(first() as never, ...given)]),
  );
  return Object.fromEntries(those) as Acts;
}

/** A test server, and everything that people do at it. */
export type TestSite = Awaited<ReturnType<typeof startTestSite>>;

/**
 * Starts a test server that closes by itself: at the end of the test that starts it, or of the file or group whose
 * top starts it. Only a `beforeAll` has to return its `close`.
 */
export async function startTestSite(options: Parameters<typeof startTestServer>[0] = {}) {
  const server = await startTestServer(options);
  let closed: Promise<void> | undefined;
  const { close } = server;
  const site = Object.assign(server, bound(server), {
    payAt: visitor.payAt,
    chooseAt: visitor.chooseAt,
    control: server.sandbox.control,
    /** Runs a command beside the site, and returns its output. */
    organise: (...args: string[]) => organise(testContext(server), ...args),
    /** The same with its exit code. */
    ran: (...args: string[]) => ran(testContext(server), ...args),
    /** One round of the jobs that ask the providers, and that send refunds. */
    pollOpenPayments: () => pollOpenPayments(server.context, unexpected),
    sendRefunds: () => sendRefunds(server.context, unexpected),
    close: () => (closed ??= close()),
  });
  if (TestRunner.getCurrentTest()) onTestFinished(site.close);
  else afterAll(site.close);
  return site;
}
