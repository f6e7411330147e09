import type { Content } from '#contract/content.ts';
import type { Db } from '#server/database/database.ts';
import { rowCount } from '#server/database/queries.ts';
import { AppError } from '#server/errors.ts';
import { DAY } from '#contract/time-spans.ts';
import { type Clock, type NewId, timestamp } from '#server/identity.ts';
import type { MailLayout } from '#server/mail/mail-layout.ts';
import type { Deed } from '#server/operations/act.ts';
import type { KeptAbstract } from './abstracts.ts';

/** The actor of what authors do on the page of an abstract. */
export const AUTHOR = 'author';

/** The acts of an author on the page of an abstract. */
export type AuthorAct = 'contribution' | 'file' | 'details' | 'confirm' | 'withdraw' | 'restore';

/** The dependencies of an act: its log, its mails, and the words about it. */
export type ActDeps = {
  db: Db;
  clock: Clock;
  newId: NewId;
  mailLayout: MailLayout;
  content: Content;
};

/**
 * `address`: a correction that sends the link to another address; `website`: the page of a contribution; `affiliations`: the
 * organisations of affiliations; `material`: slides and links after the talk; `poster`: the poster and its video.
 */
type Recorded = AuthorAct | 'address' | 'website' | 'affiliations' | 'material' | 'poster';

type Recording = { content: Pick<Content, 'yourAbstract'> };

export function byAuthor(payments: Pick<ActDeps, 'db' | 'clock' | 'newId'>) {
  return { payments, actor: AUTHOR };
}

/** The acts of a day about one abstract. Each file needs room, and each address and withdrawal has mails sent. */
const MOST: Partial<Record<Recorded, number>> & { all: number } = {
  all: 100,
  file: 20,
  address: 5,
  material: 20,
  poster: 20,
  restore: 5,
};

/** Records an author's act in its transaction. A withdrawal is always possible, because it is news for the committee. */
export async function recordAuthorAct(
  { tx, moment, record }: Deed,
  { content }: Recording,
  { reference }: Pick<KeptAbstract, 'reference'>,
  { act, words }: { act: Recorded; words: string },
): Promise<void> {
  const since = timestamp(moment, -DAY);
  const most = MOST[act] ?? MOST.all;
  const isLimited = act !== 'withdraw';
  if (isLimited && (await countActs(tx, reference, since)) >= MOST.all) throw tooMany(content);
  if (isLimited && (await countActs(tx, reference, since, act)) >= most) throw tooMany(content);
  await record({ action: act, reference, words });
}

function countActs(db: Db, reference: string, since: string, act?: Recorded) {
  return db
    .selectFrom('activities')
    .where('reference', '=', reference)
    .where('who', '=', AUTHOR)
    .where('at', '>', since)
    .$if(act !== undefined, (query) => query.where('action', '=', act ?? ''))
    .$call(rowCount);
}

function tooMany({ yourAbstract }: Recording['content']): AppError {
  return new AppError('too-many-requests', () => yourAbstract.tooMany);
}
