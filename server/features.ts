import { type FeatureTexts, registerTexts } from '#contract/content/feature-texts.ts';
import type { Tx } from './database/database.ts';

/**
 * A feature as the trunk sees it: data, and functions that the trunk calls in the order of features/index.ts. A function
 * returns data or throws; the events of people run in the transaction of the act. A room that asks for more adds its key
 * beside the code that reads it: server/operations/watch.ts.
 */
export interface Feature {
  /** The name of its folder. */
  name: string;
  /** The other features that it imports. Lint reads it. */
  needs?: readonly string[];
  /** Its keys of the conference's folder; features/texts.ts lists them for the builds. */
  texts?: FeatureTexts;
  data?: FeatureData;
  orders?: FeatureOrders;
  pages?: FeaturePages;
  sections?: FeatureSections;
  mails?: FeatureMails;
  watch?: FeatureWatch;
}

/** The events of people in orders; `ids` are those of participants, `now` is a time in UTC. */
export interface FeatureOrders {
  /** People give up their places. */
  personLeft?: (tx: Tx, ids: readonly string[], now: string) => Promise<unknown>;
  /**
   * A participant has another name, or an address that somebody else gave; `isAnother` if another person takes the
   * place.
   */
  personReplaced?: (
    tx: Tx,
    id: string,
    about: { isAnother: boolean; now: string },
  ) => Promise<unknown>;
  /** People are erased, or their retention period is over. Their rows may be deleted afterwards. */
  erased?: (tx: Tx, ids: readonly string[]) => Promise<unknown>;
}

// Rooms of the trunk add the keys of these beside the code that reads them.
export interface FeatureData {}
export interface FeaturePages {}
export interface FeatureSections {}
export interface FeatureMails {}
export interface FeatureWatch {}

let registered: readonly Feature[] | undefined;

/** Each program calls this once, before anything else, with the list of features/index.ts. */
export function registerFeatures(list: readonly Feature[]): void {
  registered = list;
  registerTexts(list.flatMap(({ texts = [] }) => texts));
}

/** All features of this program. Throws in a program that has registered none, because an erasure would then miss rows. */
export function features(): readonly Feature[] {
  if (!registered) throw new Error('this program has registered no features');
  return registered;
}
