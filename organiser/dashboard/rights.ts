import { type Subject, subjects } from '#server/operations/subjects.ts';
import type { Plan } from '#server/operations/plan.ts';
import type { Command } from '../command.ts';

/** To act is to see, too. */
export type Level = 'see' | 'act';

export type Rights = Readonly<Partial<Record<Subject, Level>>>;

/** The jobs of colleagues. A colleague may have several. */
export const jobs = {
  chair: {
    label: 'Chair: everything, and the rights of the others',
    rights: {
      ...everySubject('act'),
      Desk: 'act',
      Cash: 'act',
      Server: 'act',
      Texts: 'act',
      Prices: 'act',
    },
  },
  secretary: {
    label:
      'Secretary: people, abstracts, programme, mails, lists, the desk, texts and prices; reads about money',
    rights: {
      People: 'act',
      Abstracts: 'act',
      Programme: 'act',
      Mails: 'act',
      'Lists and files': 'act',
      Desk: 'act',
      Cash: 'act',
      Texts: 'act',
      Prices: 'act',
      Money: 'see',
    },
  },
  editor: {
    label: 'Editor: texts, speakers and agenda of the site; reads prices',
    rights: { Texts: 'act', Prices: 'see' },
  },
  treasurer: {
    label: 'Treasurer: money; reads about people',
    rights: { Money: 'act', Cash: 'act', People: 'see' },
  },
  'track-chair': {
    label: 'Track chair: the abstracts of the own sessions, with their reviews and decisions',
    rights: { 'Own sessions': 'act' },
  },
  desk: { label: 'Registration desk: check-in, and nothing else', rights: { Desk: 'act' } },
  cashier: {
    label:
      'Cash desk: check-in, takes cash, registers who pays here, and counts the box; gives nothing back',
    rights: { Desk: 'act', Cash: 'act' },
  },
  reader: {
    label: 'Reader: reads all but reviews, and changes nothing',
    rights: {
      People: 'see',
      Money: 'see',
      Abstracts: 'see',
      Programme: 'see',
      Mails: 'see',
      'Lists and files': 'see',
    },
  },
} as const satisfies Record<string, { label: string; rights: Rights }>;

/** The rights of who has the database anyway. */
export const allRights: Rights = jobs.chair.rights;

export type Job = keyof typeof jobs;

export function isJob(name: string): name is Job {
  return Object.hasOwn(jobs, name);
}

function everySubject(level: Level): Rights {
  return Object.fromEntries(subjects.map((subject) => [subject, level]));
}

export function rightsOf(names: readonly string[]): Rights {
  const all: Partial<Record<Subject, Level>> = {};
  for (const name of names) {
    if (!isJob(name)) continue;
    for (const [subject, level] of entriesOf(jobs[name].rights)) {
      if (all[subject] !== 'act') all[subject] = level;
    }
  }
  return all;
}

function entriesOf(rights: Rights): [Subject, Level][] {
  return Object.entries(rights) as [Subject, Level][];
}

export function may(rights: Rights, level: Level, subject: Subject): boolean {
  const has = rights[subject];
  return has === 'act' || has === level;
}

/** Whether somebody works elsewhere than on the page that has all of a job. */
export function worksEverywhere(rights: Rights): boolean {
  const ofOnePage = ['Desk', 'Cash', 'Own sessions'];
  return Object.keys(rights).some((subject) => !ofOnePage.includes(subject));
}

/** A report is read; a plan changes something, and a file leaves the dashboard. */
export function mayUse(rights: Rights, command: Command): boolean {
  const { right = command.subject, mayRefund = false } = command;
  if (right === undefined) return false;
  const level = 'report' in command ? 'see' : 'act';
  return may(rights, level, right) || (mayRefund && may(rights, level, 'Money'));
}

/**
 * Whether somebody may perform a plan of a command that `mayUse` allows. The plan decides and not the command's name:
 * money goes back by a refund, a cancellation, a change to a lower price.
 */
export function mayPerform(rights: Rights, command: Command, { weighs = {} }: Plan): boolean {
  const { right = command.subject } = command;
  if ((weighs.cents ?? 0) > 0) return may(rights, 'act', 'Money');
  if (weighs.changesPrices === true && !may(rights, 'act', 'Prices')) return false;
  if (weighs.needs?.some((subject) => !may(rights, 'act', subject)) === true) return false;
  return right !== undefined && may(rights, 'act', right);
}
