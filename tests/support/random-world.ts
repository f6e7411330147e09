import type { Plan } from '#server/operations/plan.ts';
import type { WrittenEntry } from './bank-statement.ts';
import type { Dice } from './dice.ts';
import type { PageAnswer } from './own-page.ts';
import type { TestServer } from './test-server.ts';
import type { aPerson } from './visitor.ts';

export type Somebody = ReturnType<typeof aPerson>;

/** The servers, people and payments of a run, and the facts that the run remembers about them. */
export type World = {
  server: TestServer;
  /** A second server on the same tables. */
  beside: TestServer;
  people: Somebody[];
  /** Open payment pages, and the providers' ids of their payments. */
  urls: string[];
  refs: string[];
  /** Plans that organisers have read but not carried out yet. */
  pendingPlans: Plan[];
  /** Forms that participants have opened but not sent yet. */
  shownForms: { path: string; fields: Record<string, string> }[];
  /** The entries of the conference's bank account, oldest first. */
  statement: WrittenEntry[];
  /** The versions of orders that a plan has changed. */
  changed: Set<string>;
  /** People whose names must not be in any table. */
  erased: Somebody[];
  /** The providers' ids of payments with a decided dispute. */
  decided: Set<string>;
  /** Invents a new person. */
  newcomer: () => Somebody;
};

/** An act of a run: how often it is among the choices, its name, and its function. */
export type WeightedAct = readonly [times: number, name: string, perform: () => Promise<unknown>];

export const PROVIDERS = ['stripe', 'paypal'] as const;
/** The buttons of pages on which something is paid. */
export const WAYS = ['card', 'paypal', 'transfer'] as const;

export function likelyOne<T extends readonly [times: number, ...unknown[]]>(
  dice: Dice,
  all: T[],
): T {
  const chosen = oneOf(
    dice,
    all.flatMap((one) => Array.from({ length: one[0] }, () => one)),
  );
  if (!chosen) throw new Error('there is nothing to choose from');
  return chosen;
}

export function oneOf<T>(dice: Dice, all: readonly T[]): T | undefined {
  return all[dice(Math.max(1, all.length))];
}

export function serverOf({ server, beside }: World, dice: Dice): TestServer {
  return dice(2) ? server : beside;
}

/** Every answer is a page, a redirect or a refusal, never an error of our server. */
export function checked(answer: PageAnswer): PageAnswer {
  if (answer.status >= 500 && answer.status !== 503) {
    throw new Error(`answered ${answer.status}: ${answer.text.slice(0, 500)}`);
  }
  return answer;
}
