import type { Db } from '#server/database/database.ts';
import type { Clock } from '#server/identity.ts';
import type { Machine } from './outages.ts';
import type { Subject } from './subjects.ts';

export type ConcernDeps = {
  db: Db;
  clock: Clock;
  /** The machine of a command, which is checked too. */
  machine?: Machine;
};

/** A fact that needs a person. It has no personal data. */
export type Concern = Found & {
  /** order, payment, refund, dispute, difference, document, proof, visa, abstract, mails, setting, backup, or an outage of a machine. */
  about: string;
  /** Colleagues with a right to this read it. */
  subject: Subject;
  /** The heading on the dashboard. */
  title: string;
};

/** A finding of a search; its kind adds the rest. */
export type Found = {
  id: string;
  /** The sentence without the order, the details and the command. */
  words: string;
  /** Ids and codes, which are needed only at a provider. */
  details?: string | undefined;
  /** The reference of the order. */
  reference?: string | undefined;
  /** The id with which an organiser can mark it as settled. */
  settles?: string;
  /** The dashboard's page about it. */
  page?: string | undefined;
  /** The dashboard's action that ends the concern. */
  action?: { name: ActionName; request: Record<string, string> };
  /** The command that ends the concern or shows more, in words. */
  command?: string;
};

type ActionName =
  | 'visa'
  | 'settle'
  | 'take-refund-back'
  | 'release-mails'
  | 'retry-mails'
  | 'discard-letter';

/** Concerns of one kind: where they are found, and their heading. */
export type ConcernKind = Pick<Concern, 'about' | 'subject' | 'title'> & {
  find: (deps: ConcernDeps) => Promise<Found[]>;
  /** False: it is not posted to ALARM_URL. */
  isTold?: boolean;
};
