import * as z from 'zod/mini';
import type { Plural } from './plural.ts';
import { wordsOf } from './shapes/words-shape.ts';

// The keys that features add to a group of the conference's folder: each adds its own with `declare module`.
export interface AddedToMails {}
export interface AddedToYourRegistration {}
export interface AddedToYourAbstract {}
export interface AddedToConference {}
export interface AddedToAbstracts {}
export interface AddedToAgendaItem {}
export interface AddedToDocuments {}
export interface AddedToKept {}
export interface AddedToLabels {}

type Added = {
  mails: AddedToMails;
  yourRegistration: AddedToYourRegistration;
  yourAbstract: AddedToYourAbstract;
  conference: AddedToConference;
  /** `abstracts` of conference.yaml. */
  abstracts: AddedToAbstracts;
  /** Each item of agenda.yaml. */
  agendaItem: AddedToAgendaItem;
  /** `documents` of pages.yaml. */
  documents: AddedToDocuments;
  /** `page.kept` of privacy.yaml. */
  kept: AddedToKept;
};
type Group = keyof Added;

/** The file of a group and the group in it; a file is a group itself. `*` is each entry of a list. */
export function placeOf(group: string): string[] {
  if (group === 'abstracts') return ['conference', group];
  if (group === 'agendaItem') return ['agenda', 'days', '*', 'items', '*'];
  if (group === 'kept') return ['privacy', 'page', group];
  return group === 'documents' ? ['pages', group] : [group];
}

/** The content before it is complete: contract/content.ts adds its keys. */
export interface ContentToCheck {}
export type TextMistake = { path: PropertyKey[]; input: unknown; message: string };

/** Sentences by the keys of their files. */
export type Sentences = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export type LabelWords = Readonly<Record<string, string | Plural>>;

/** A feature's keys of the conference's folder. Without the feature the reader refuses them like any unknown key. */
export interface FeatureTexts {
  /** The product's own sentences in English, which give their shape, if `shapes` has no other. */
  sentences?: Sentences;
  /** The sentences of which a folder has a part, or does without the feature. */
  switches?: readonly string[];
  /** English labels by their section of labels.yaml, which may be one of the trunk. */
  labels?: Readonly<Record<string, LabelWords>>;
  /** The names of keys in a file whose values decide something, so that a translation cannot have others. */
  facts?: Readonly<Record<string, readonly string[]>>;
  /** Values of several keys or files that cannot be true together. */
  mistakes?: (content: ContentToCheck) => TextMistake[];
  /** The entries of the page about privacy that it needs. */
  kept?: (content: ContentToCheck) => ContentToCheck['privacy']['page']['kept']['entries'];
  /** The addresses of its maps of pages that a server makes, for search engines. */
  sitemaps?: (content: ContentToCheck) => readonly string[];
  /** Whether an item of the agenda has limited places, for which people sign up. */
  isLimited?: (item: AddedToAgendaItem) => boolean;
  /** Whether the files of abstracts should not name their authors. */
  hidesAuthors?: (content: ContentToCheck) => boolean;
  shapes?: { [G in Group]?: Readonly<Record<string, z.ZodMiniType>> };
}

let registered: readonly FeatureTexts[] | undefined;

/** Each program calls this once, before it reads a folder. */
export function registerTexts(list: readonly FeatureTexts[]): void {
  registered = list;
}

/** The texts of all features of this program. Throws in a program that has registered none. */
export function featureTexts(): readonly FeatureTexts[] {
  if (!registered) throw new Error('this program has registered no texts of features');
  return registered;
}

/** A group with the keys of features, which the program has registered when the shape is first used. */
export function withAdded<G extends Group, Own extends z.ZodMiniObject>(group: G, own: Own) {
  const shape: z.ZodMiniType = z.lazy(() => z.extend(own, shapesOf(group)));
  return shape as z.ZodMiniType<z.output<Own> & Added[G]>;
}

function shapesOf(group: Group): Record<string, z.ZodMiniType> {
  return Object.assign(
    {},
    ...featureTexts().map(({ sentences, shapes }) => ({
      ...wordsOf(sentences?.[group] ?? {}),
      ...shapes?.[group],
    })),
  );
}
