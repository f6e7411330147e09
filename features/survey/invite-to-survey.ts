import { stateOf } from '#contract/content/opening.ts';
import { unsubscribedAddresses, unsubscribeTokens } from '#features/letters/letter-addresses.ts';
import { counted } from '#server/counted.ts';
import { type Db, lockKey } from '#server/database/database.ts';
import { inParts } from '#server/database/queries.ts';
import { normalised, timestamp } from '#server/identity.ts';
import { inFull, type Message } from '#server/mail/message.ts';
import { act, type Deed } from '#server/operations/act.ts';
import { ActionImpossible, type Organising, type Plan } from '#server/operations/plan.ts';
import { allParticipants } from '#server/reports/list-participants.ts';
import { surveyMail } from './mails.ts';
import {
  insertSurveyLink,
  listSurveyLinks,
  markReminded,
  type SurveyLink,
} from './survey-links.ts';
import { surveyOf } from './survey-times.ts';

type Invited = { id: string; name: string; email: string; language: string };

/**
 * Mails a link to everybody who was checked in, or to everybody with a paid place if nobody was. Nobody gets a second
 * link, and nobody who unsubscribed from letters gets one.
 */
export async function planSurveyInvitation(
  organising: Organising,
  { isForAll }: { isForAll: boolean },
): Promise<Plan> {
  refuseUnlessOpen(organising);
  const { db } = organising.payments;
  const { people, isByDesk } = await whoCame(db, isForAll);
  const linked = new Set((await listSurveyLinks(db)).map(({ participantId }) => participantId));
  const { willing, left } = await willingAmong(
    db,
    people.filter(({ id }) => !linked.has(id)),
  );
  const who = isByDesk ? 'was checked in' : 'has a paid place';
  return sending(organising, willing, {
    kind: 'survey-invitation',
    words: [
      `${counted(people.length, 'person', 'people')}: everybody who ${who}.`,
      ...(linked.size > 0 ? [`${linked.size} have a link already, and get no second one.`] : []),
      ...leftWords(left),
    ],
    none: 'Nobody is left to invite.',
    done: 'Links in the outbox',
    async send({ tx, now }, person, newId) {
      const { id: participantId, language } = person;
      const invitedOn = now.slice(0, 10);
      const link: SurveyLink = {
        participantId,
        language,
        token: newId(),
        state: 'INVITED',
        invitedOn,
        remindedOn: undefined,
      };
      return (await insertSurveyLink(tx, link)) ? link : undefined;
    },
  });
}

/** Reminds those who have not answered, each once. */
export async function planSurveyReminder(organising: Organising): Promise<Plan> {
  refuseUnlessOpen(organising);
  const { db } = organising.payments;
  const links = await listSurveyLinks(db);
  if (links.length === 0) {
    throw new ActionImpossible('Nobody was invited yet: organiser survey --invite does it.');
  }
  const open = new Map(
    links
      .filter(({ state, remindedOn }) => state === 'INVITED' && remindedOn === undefined)
      .map((link) => [link.participantId, link]),
  );
  const people = (await allPlaced(db)).filter(({ id }) => open.has(id));
  const { willing, left } = await willingAmong(db, people);
  return sending(organising, willing, {
    kind: 'survey-reminder',
    // The names of those who have not answered would name those who have.
    isNameless: true,
    words: leftWords(left),
    none: 'Nobody is left to remind: each is reminded once.',
    done: 'Reminders in the outbox',
    async send({ tx, now }, { id }) {
      const isNew = await markReminded(tx, id, now.slice(0, 10));
      return isNew ? open.get(id) : undefined;
    },
  });
}

type Sending = {
  kind: 'survey-invitation' | 'survey-reminder';
  words: string[];
  none: string;
  done: string;
  isNameless?: boolean;
  /** Records that a person gets the mail, and returns the link; undefined if the person got it meanwhile. */
  send: (deed: Deed, person: Invited, newId: () => string) => Promise<SurveyLink | undefined>;
};

function sending(
  organising: Organising,
  people: readonly Invited[],
  { kind, words, none, done, isNameless = false, send }: Sending,
): Plan {
  const { payments, mailLayout, origin } = organising;
  const [first] = people;
  const to = counted(people.length, 'person', 'people');
  const mailOf = (person: Invited, token: string, unsubscribe: string): Message => {
    const link = { participantId: person.id, token, language: person.language };
    return surveyMail(mailLayout, person, { kind, link, origin, unsubscribe });
  };
  return {
    words: [
      ...words,
      ...(first
        ? [
            `${to} would get this mail${isNameless ? ', each with the own link' : ', the first of them'}:`,
            ...inFull(mailOf(isNameless ? { ...first, ...NOBODY } : first, '…', '…')),
          ]
        : [none]),
    ],
    button: first && `Send to ${to}`,
    async perform() {
      let sent = 0;
      for (const some of inParts(people)) {
        sent += await act(organising, async (deed) => {
          const { tx } = deed;
          await lockKey(tx, 'survey');
          const still = await stillThere(tx, some);
          const addresses = still.map(({ email }) => email);
          const tokens = await unsubscribeTokens(tx, addresses, payments.newId);
          const mails: Message[] = [];
          for (const person of still) {
            const link = await send(deed, person, payments.newId);
            const unsubscribe = tokens.get(normalised(person.email)) ?? '';
            if (link) mails.push(mailOf(person, link.token, unsubscribe));
          }
          const count = await deed.post(...mails);
          if (count > 0) await deed.record({ action: 'survey', words: `${kind}: ${count}` });
          return count;
        });
      }
      return [sent === 0 ? none : `${done}: ${sent}.`];
    },
  };
}

const NOBODY = { name: 'Name of the reader', email: 'reader@example.org' };

function refuseUnlessOpen({ content, payments: { clock } }: Organising): void {
  const found = surveyOf(content);
  if (!found) {
    throw new ActionImpossible(
      'This conference has no survey: `survey` in conference.yaml switches it on.',
    );
  }
  const { from, until } = found.opening;
  const state = stateOf(found.opening, timestamp(clock()));
  if (state === 'before') {
    throw new ActionImpossible(`The survey opens ${(from ?? until).words}.`);
  }
  if (state === 'over') throw new ActionImpossible(`The survey closed ${until.words}.`);
}

/** Everybody with a sure place. */
async function allPlaced(db: Db) {
  const all = await allParticipants(db);
  return all.filter(({ placeSince, email }) => placeSince !== undefined && email !== '');
}

async function whoCame(db: Db, isForAll: boolean) {
  const placed = await allPlaced(db);
  const present = placed.filter(({ checkedInAt }) => checkedInAt !== undefined);
  const isByDesk = present.length > 0 && !isForAll;
  return { people: isByDesk ? present : placed, isByDesk };
}

async function willingAmong<P extends Invited>(db: Db, people: readonly P[]) {
  const unsubscribed = await unsubscribedAddresses(db);
  const willing = people.filter(({ email }) => !unsubscribed.has(normalised(email)));
  return { willing, left: people.length - willing.length };
}

function leftWords(left: number): string[] {
  return left === 0 ? [] : [`${left} of them have unsubscribed from letters, and get none.`];
}

/** Somebody may have been cancelled or erased, or may have another address since the plan. */
async function stillThere(db: Db, people: readonly Invited[]): Promise<Invited[]> {
  const rows = await db
    .selectFrom('participants')
    .select(['id', 'email'])
    .where(
      'id',
      'in',
      people.map(({ id }) => id),
    )
    .where('cancelled_at', 'is', null)
    .execute();
  const known = new Map(rows.map(({ id, email }) => [id, email]));
  return people.filter(({ id, email }) => known.get(id) === email);
}
