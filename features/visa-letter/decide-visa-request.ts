import { periodText } from '#contract/content/periods.ts';
import { dayOf, dayText } from '#contract/content/calendar-days.ts';
import { isSameName } from '#contract/person-name.ts';
import { line } from '#contract/text.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { act } from '#server/operations/act.ts';
import { ActionImpossible, type Organising, type Plan } from '#server/operations/plan.ts';
import { findOrderToChange, oneOf } from '#server/orders/rows/find-booked.ts';
import { lockOrders, refuseChanged } from '#server/orders/rows/lock-orders.ts';
import { type Order, registrationPath } from '#server/orders/rows/orders.ts';
import { findParticipants, type Participant } from '#server/orders/rows/participants.ts';
import {
  countLettersOf,
  findVisaRequest,
  listVisaRequests,
  markVisaDeclined,
  markVisaIssued,
  type VisaData,
  type VisaRequest,
} from './visa-requests.ts';
import {
  type ListedParticipant,
  participantKey,
  readParticipants,
} from '#server/reports/list-participants.ts';
import { feePaid, stateOfVisa, type VisaState, wordsOfLetter } from './visa-letter.ts';
import { visaLetterDeclined, visaLetterIssued } from './mails.ts';

type Named = {
  reference: string;
  /** Name or address of one person of a group. */
  who?: string | undefined;
};

/** Issues the visa letter that a participant has asked for: the participant's page then has it as PDF. */
export async function planVisaLetter(organising: Organising, named: Named): Promise<Plan> {
  const { content, mailLayout, origin, actor } = organising;
  const { visaLetter } = content.yourRegistration;
  if (!visaLetter) {
    throw new ActionImpossible(
      'your-registration.yaml has no visa_letter, so no letter can be issued.',
    );
  }
  const asked = await findAsked(organising, named);
  const { order, participant, person, request, data } = asked;
  const letter = { presentationType: person.presentationType, paidCents: feePaid(order, person) };
  const { type, payment } = wordsOfLetter(content, visaLetter.letter, person, letter.paidCents);
  const isOtherName = !isSameName(data.name, participant.name);
  const period = periodText(content.privacy.periods.visa, 'en');
  return {
    words: [
      `${order.reference}: ${participant.name}, ${participant.institute}, ${participant.country}, asks for a visa letter.`,
      `Name in the passport: ${data.name}${isOtherName ? ' (the registration has another spelling or another name)' : ''}`,
      `Nationality: ${data.nationality}`,
      `Passport: ${data.passport}, valid until ${dayText(data.expiryDate, 'en')}`,
      `Date of birth: ${dayText(data.birthDate, 'en')}`,
      ...(data.consulate === undefined ? [] : [`Embassy or consulate: ${data.consulate}`]),
      `The letter says: ${type}. ${payment}`,
      `${participant.email} would be told that the letter is on the page of the registration. The passport data are deleted ${period} later.`,
    ],
    button: `Issue the visa letter of ${participant.name}`,
    async perform() {
      return act(organising, async ({ tx, now, post, record }) => {
        await lockAsked(tx, asked);
        const number = `${order.reference}-V${(await countLettersOf(tx, order.reference)) + 1}`;
        const decision = { decidedAt: now, decidedBy: actor };
        const isNew = await markVisaIssued(tx, request.id, { ...letter, ...decision, number });
        if (!isNew) throw decidedMeanwhile(order);
        await post(visaLetterIssued(mailLayout, readerOf(asked, origin), number));
        await record(entryOf(asked, `the visa letter ${number} is issued`));
        return [`The letter ${number} is issued, and ${participant.email} is told.`];
      });
    },
  };
}

/** Declines the request; the participant gets the reason by mail, and reads it on the page. */
export async function planVisaRefusal(
  organising: Organising,
  { reason: typed, ...named }: Named & { reason: string },
): Promise<Plan> {
  const { mailLayout, origin, actor } = organising;
  const reason = line(500).safeParse(typed).data;
  if (reason === undefined) {
    throw new ActionImpossible('The reason is one sentence with at most 500 characters.');
  }
  const asked = await findAsked(organising, named);
  const { order, participant, request } = asked;
  return {
    words: [
      `${order.reference}: the request of ${participant.name} for a visa letter would be declined.`,
      `${participant.email} would be told: ${reason}`,
    ],
    button: `Decline the visa letter of ${participant.name}`,
    async perform() {
      return act(organising, async ({ tx, now, post, record }) => {
        await lockAsked(tx, asked);
        const decision = { decidedAt: now, decidedBy: actor };
        const isNew = await markVisaDeclined(tx, request.id, { ...decision, reason });
        if (!isNew) throw decidedMeanwhile(order);
        await post(visaLetterDeclined(mailLayout, readerOf(asked, origin), reason));
        await record(entryOf(asked, 'the visa letter is declined'));
        return [`Declined, and ${participant.email} is told.`];
      });
    },
  };
}

/** A request for a list, without passport data. */
export type ListedVisaRequest = {
  /** That of the person's page. */
  key: string;
  reference: string | undefined;
  name: string;
  state: VisaState['is'];
  requestedAt: string;
  decidedAt: string | undefined;
  letter: string | undefined;
};

/** Every request that was not replaced or withdrawn, oldest first. */
export async function listVisaLetters(db: Db): Promise<ListedVisaRequest[]> {
  const requests = await listVisaRequests(db, { areUndecided: false });
  const ids = requests.map(({ participantId }) => participantId);
  const people = new Map((await readParticipants(db, ids)).map((person) => [person.id, person]));
  return requests.flatMap((request) => {
    const person = people.get(request.participantId);
    if (!person) return [];
    const { reference, name } = person;
    const key = participantKey(person);
    const { requestedAt, decidedAt, letter } = request;
    const state = stateOfVisa(person, request).is;
    return [{ key, reference, name, state, requestedAt, decidedAt, letter: letter?.number }];
  });
}

type Asked = {
  order: Order;
  participant: Participant;
  person: ListedParticipant;
  request: VisaRequest;
  data: VisaData;
};

/** The undecided request of an order, or of one person of a group. */
async function findAsked(
  { payments: { db }, content }: Organising,
  { reference, who }: Named,
): Promise<Asked> {
  const order = await findOrderToChange(db, reference);
  const everybody = await findParticipants(db, order.participantIds);
  const people = who === undefined ? everybody : [oneOf(everybody, who)];
  const known = await Promise.all(
    people.map(async (participant) => ({
      participant,
      request: await findVisaRequest(db, participant.id),
    })),
  );
  const asked = known.flatMap(({ participant, request }) =>
    request?.data && request.outcome === undefined
      ? [{ order, participant, request, data: request.data }]
      : [],
  );
  const [one, ...others] = asked;
  if (!one) {
    throw new ActionImpossible(reasonOf(order, known, content.conference.dates));
  }
  if (others.length > 0) {
    const names = asked.map(({ participant }) => participant.name).join('; ');
    throw new ActionImpossible(
      `Several people of ${order.reference} ask for a letter: ${names}. Say which one.`,
      { remedy: 'who' },
    );
  }
  const [person] = await readParticipants(db, [one.participant.id]);
  if (person?.placeSince === undefined) {
    throw new ActionImpossible(`${one.participant.name} has no confirmed place.`);
  }
  return { ...one, person };
}

function reasonOf(
  { reference }: Order,
  known: readonly { participant: Participant; request: VisaRequest | undefined }[],
  { timezone }: { timezone: string },
): string {
  const decided = known.flatMap(({ participant: { name }, request }) => {
    if (!request) return [];
    const { letter, outcome, decidedAt = '' } = request;
    if (letter) {
      const day = dayOf(decidedAt, timezone);
      return [`the letter ${letter.number} of ${name} was issued on ${day}`];
    }
    return [
      outcome === 'DECLINED'
        ? `the letter of ${name} was declined`
        : `the passport data of ${name} are deleted`,
    ];
  });
  return decided.length === 0
    ? `Nobody of ${reference} has asked for a visa letter.`
    : `No request of ${reference} waits for a decision: ${decided.join('; ')}.`;
}

/** Refuses the plan if the order or the request has changed since. */
async function lockAsked(tx: Tx, { order, request }: Asked): Promise<void> {
  await lockOrders(tx, [order.id]);
  await refuseChanged(tx, order);
  const now = await findVisaRequest(tx, request.participantId);
  if (now?.id !== request.id) throw decidedMeanwhile(order);
}

function decidedMeanwhile({ reference }: Order): ActionImpossible {
  return new ActionImpossible(
    `The request of ${reference} was decided, replaced or withdrawn meanwhile. Please look at it again.`,
  );
}

function readerOf({ participant, order: { reference, language }, request }: Asked, origin: string) {
  const { id, name, email } = participant;
  const link = `${origin}${registrationPath(participant)}`;
  return { requestId: request.id, id, name, email, reference, language, link };
}

function entryOf({ order: { reference }, person: { id, isInGroup } }: Asked, words: string) {
  return { action: 'visa', reference, participantId: isInGroup ? id : undefined, words };
}
