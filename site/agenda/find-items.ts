import type { AgendaItem } from '#contract/content/shapes/agenda-shape.ts';
import { hasWords, searchable, searchWords } from '#contract/person-name.ts';

/** An empty text chooses everything. */
export type Search = { text: string; track: string; topic: string };
export const everything: Search = { text: '', track: '', topic: '' };

type Item = Omit<AgendaItem, 'start' | 'end' | 'place'>;

/** Whether an item has every typed word, in any spelling of names, and belongs to the chosen track and topic. */
export function matcher({ text, track, topic }: Search): (item: Item) => boolean {
  const words = text.split(/\s+/).filter(Boolean).map(searchWords);
  return (item) =>
    (track === '' || item.track === track) &&
    (topic === '' || item.topic === topic) &&
    words.every((spellings) => hasWords(textOf(item), spellings));
}

/** A text is made searchable once. */
const texts = new WeakMap<Item, string>();

function textOf(item: Item): string {
  const known = texts.get(item);
  if (known !== undefined) return known;
  const { title, text, room, track, topic, chair, speakers = [] } = item;
  const made = [title, text, room, track, topic, chair, ...speakers]
    .map((part) => searchable(part ?? ''))
    .join('\n');
  texts.set(item, made);
  return made;
}
