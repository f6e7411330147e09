import type { Mails } from '#contract/content/shapes/mails-shape.ts';
import type { Moment } from '#contract/content/opening.ts';
import { labelled, type MailLayout, mailTo } from '#server/mail/mail-layout.ts';
import type { MailTraits } from '#server/mail/mail-kinds.ts';
import { plainName, plainTitle } from '#server/mail/plain-words.ts';
import type { Message } from '#server/mail/message.ts';
import type { KeptAbstract } from '#server/abstract/abstracts.ts';
import { linkOf } from '#server/abstract/mails.ts';
import type { LetterReader } from './letter-readers.ts';
import type { Letter } from './letter-text.ts';
import type { Db } from '#server/database/database.ts';

export const letterMailKinds = {
  'author-reminder': {
    perDay: 20,
    rank: 'last',
    isUnasked: true,
    isAboutMoney: false,
    isAboutAbstracts: true,
    endsWithAbstract: true,
  },
  letter: {
    perDay: 'organiser',
    rank: 'last',
    isUnasked: true,
    isAboutMoney: false,
    endsWithAbstract: true,
  },
} as const satisfies Record<string, MailTraits>;

type Kinds = typeof letterMailKinds;
declare module '#server/mail/mail-kinds.ts' {
  interface FeatureMailEvents extends Kinds {}
}

/** A task of an author. Anybody may have typed name and title, until the committee has accepted the abstract. */
type AboutTask = {
  task: keyof Mails['authorReminder'];
  event: string;
  session: string;
  deadline: Moment;
  origin: string;
  isAccepted: boolean;
};

/** To an author who has not done something before its deadline. */
export function authorReminder(
  layouts: MailLayout,
  abstract: KeptAbstract,
  { task, event, session, deadline, origin, isAccepted }: AboutTask,
): Message {
  const { id, reference, name, title } = abstract;
  return mailTo(layouts, abstract, ({ words, base }) => ({
    kind: 'author-reminder',
    event: `${id}:${event}`,
    text: words.authorReminder[task],
    greets: isAccepted ? name : plainName(name),
    facts: labelled(words.labels, {
      reference,
      contribution: isAccepted ? title : title && plainTitle(title),
      session,
      deadline: deadline.label,
    }),
    link:
      task === 'registration'
        ? `${origin}${base}/conference-registration`
        : linkOf(abstract, origin),
  }));
}

/** The links of one reader. A letter with a `token` can be unsubscribed from. */
type Personal = {
  id: string;
  untilPaid: string | undefined;
  token: string | undefined;
  origin: string;
};

/** An organiser's letter to one reader. */
export function letterMail(
  layouts: MailLayout,
  { email, key, language, isAboutAbstracts, contact }: LetterReader,
  { subject, body }: Letter,
  { id, untilPaid, token, origin }: Personal,
): Message {
  return mailTo(layouts, { email, language }, (layout) => {
    // The address belongs to no registration, so the link names the language of its page.
    const query = layout.base === '' ? '' : `?language=${layout.language}`;
    const address = `${origin}/unsubscribe/${token}${query}`;
    return {
      kind: 'letter',
      isAboutAbstracts,
      contact,
      event: `${id}:${key}`,
      text: { subject, paragraphs: [] },
      body,
      untilPaid,
      unsubscribe: token ? { words: layout.words.news.unsubscribe, address } : undefined,
    };
  });
}

export async function letterSubjects(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('letters')
    .select(['id', 'subject'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, subject }) => [id, subject]));
}
