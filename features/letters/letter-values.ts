import { inLanguage } from '#contract/content.ts';
import { asCents, moneyText } from '#contract/money.ts';
import { abstractPath } from '#server/abstract/abstracts.ts';
import { titlesOf } from '#server/abstract/abstract-titles.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { plainFileName, plainName, plainTitle } from '#server/mail/plain-words.ts';
import { ActionImpossible, type Organising } from '#server/operations/plan.ts';
import { timestamp } from '#server/identity.ts';
import { findOrderByReference, lockPeople, registrationPath } from '#server/orders/rows/orders.ts';
import { findParticipant } from '#server/orders/rows/participants.ts';
import { paidBy, unpaidKeyOfPayable } from '#server/orders/rows/payables.ts';
import type { ToPay } from '#server/orders/rows/payment-links.ts';
import { labelOf } from '#server/orders/sell/registration-price.ts';
import { hasCertificate } from '#server/reports/person-words.ts';
import { findToPay, giveLinkToPay, toPayNow } from './find-to-pay.ts';
import type { LetterReader } from './letter-readers.ts';
import type { Contribution, Registration } from './letter-words.ts';
import type { Placeholder, Values } from './placeholders.ts';
import { isPaidState } from '#server/orders/rows/who-comes.ts';

type Context = Pick<Organising, 'payments' | 'content' | 'origin'>;

/** The values for one reader, and the key of the payment that the letter asks for. */
export type ReaderValues = { values: Values; untilPaid: string | undefined };

/** Finds the values of the used placeholders for one reader. */
export async function valuesFor(
  db: Db,
  first: Context,
  reader: LetterReader,
  used: ReadonlySet<Placeholder>,
): Promise<ReaderValues> {
  const { reference, registration, contributions, asked, isAboutAbstracts } = reader;
  const context = { ...first, content: inLanguage(first.content, reader.language) };
  const [contribution] = contributions;
  const abstractLink = contribution && `${context.origin}${abstractPath(contribution)}`;
  const asksForMoney = used.has('pay_link') || used.has('amount');
  const toPay = asksForMoney ? await toPayOf(db, context, { registration, asked }) : undefined;
  return {
    values: {
      name: nameOf(reader),
      reference,
      own_link: isAboutAbstracts
        ? abstractLink
        : used.has('own_link')
          ? await ownLinkOf(db, context, registration)
          : undefined,
      abstract_link: abstractLink,
      pay_link: toPay?.address,
      certificate_link: used.has('certificate_link')
        ? await certificateLinkOf(db, context, registration)
        : undefined,
      amount: toPay ? amountDueOf(toPay) : amountPaidBy(reader),
      type: typeOf(context, registration),
      title: contribution && titleOf(context, contribution),
      authors: contribution && authorsOf(contribution),
      slot: contribution?.slot,
      number: contribution?.number,
      comment: contribution?.comment,
    },
    untilPaid: used.has('pay_link') && toPay ? unpaidKeyOfPayable(toPay) : undefined,
  };
}

/**
 * Locks the payers of these registrations, and gives the orders of forms a good link. The payment of an order is
 * recorded before the letter about it is written, or it withdraws the letter.
 */
export async function prepareLinks(
  tx: Tx,
  context: Context,
  readers: readonly LetterReader[],
): Promise<void> {
  const references = new Set(
    readers.flatMap(({ registration, asked }) => registration?.reference ?? asked?.reference ?? []),
  );
  const orders = await Promise.all(
    [...references].map((reference) => findOrderByReference(tx, reference)),
  );
  const payers = orders.flatMap((order) => (order ? [order.customer] : []));
  await lockPeople(tx, payers);
  for (const reference of references) {
    const order = await findOrderByReference(tx, reference);
    if (order) await giveLinkToPay(tx, context, { order });
  }
}

async function toPayOf(
  db: Db,
  context: Context,
  { registration, asked }: Pick<LetterReader, 'registration' | 'asked'>,
): Promise<ToPay | undefined> {
  if (asked) {
    const order = await findOrderByReference(db, asked.reference);
    return order?.customer.email === asked.email ? toPayNow(db, context, { order }) : undefined;
  }
  if (registration?.reference === undefined || registration.hasPaid) return undefined;
  const order = await findOrderByReference(db, registration.reference);
  // A member of a group never gets the link of its payer.
  const isReader = order && order.customer.email === registration.reader.email;
  return isReader ? toPayNow(db, context, { order }) : undefined;
}

async function ownLinkOf(
  db: Db,
  { origin }: Context,
  registration: Registration | undefined,
): Promise<string | undefined> {
  if (!registration) return undefined;
  const { id, reference = '', reader } = registration;
  const owner = reader.isPayerOfGroup
    ? await findOrderByReference(db, reference)
    : await findParticipant(db, id);
  return owner && `${origin}${registrationPath(owner)}`;
}

async function certificateLinkOf(
  db: Db,
  context: Context,
  registration: Registration | undefined,
): Promise<string | undefined> {
  const { content, payments } = context;
  const now = timestamp(payments.clock());
  if (!registration || !hasCertificate(content, registration, now)) return undefined;
  return `${await ownLinkOf(db, context, registration)}/certificate.pdf`;
}

/** The reason why a reader cannot be asked for money now; undefined if nothing is ordered. */
export async function whyNotPayable(
  db: Db,
  context: Context,
  { registration, asked }: Pick<LetterReader, 'registration' | 'asked'>,
): Promise<string | undefined> {
  const reference = asked?.reference ?? registration?.reference;
  const order = reference === undefined ? undefined : await findOrderByReference(db, reference);
  if (!order || paidBy({ order }) !== undefined) return undefined;
  try {
    await findToPay(db, context, { order });
    return undefined;
  } catch (error) {
    if (error instanceof ActionImpossible) return error.message;
    throw error;
  }
}

function amountDueOf({ order: { amountCents, currency } }: ToPay): string {
  return moneyText(amountCents, currency);
}

/** The members of a group do not learn what their place has cost. */
function amountPaidBy({
  registration,
  language,
}: Pick<LetterReader, 'registration' | 'language'>): string | undefined {
  const { state, isInGroup, amountCents, refundedCents = 0, currency } = registration ?? {};
  const isPaid = state !== undefined && isPaidState(state);
  if (!isPaid || isInGroup || amountCents === undefined || !currency) return undefined;
  return moneyText(asCents(amountCents - refundedCents), { ...currency, language });
}

function typeOf(
  { content: { prices } }: Context,
  registration: Registration | undefined,
): string | undefined {
  const type = registration?.presentationType;
  if (type === undefined || registration?.reader.isPayerOfGroup) return undefined;
  return labelOf(prices, type);
}

/** Anybody may have typed the address of a stranger, and any text as the name, until money or the committee came. */
function nameOf({ name, email, registration, contributions, asked }: LetterReader): string {
  const isKnown =
    asked !== undefined ||
    registration?.hasPaid ||
    registration?.reader.isPayerOfGroup ||
    contributions.some((one) => one.isAccepted);
  return isKnown ? name : (plainName(name) ?? email);
}

/** The title, or else the name of the file without its ending, or the session. */
function titleOf(
  { content }: Context,
  { title, fileName, sessionId, isAccepted }: Contribution,
): string {
  const given = isAccepted ? title : title && plainTitle(title);
  const plain = given ?? plainFileName(fileName)?.replace(/\.[^.]+$/, '');
  return plain ?? titlesOf(content, { sessionId, interestedInId: '' }).session;
}

function authorsOf({ authors, name, email, isAccepted }: Contribution): string {
  const names = authors ?? [name];
  const isPlain = names.every((each) => plainName(each) !== undefined);
  return isAccepted || isPlain ? names.join(', ') : (plainName(name) ?? email);
}
