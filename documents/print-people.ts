import type { Content } from '#contract/content.ts';
import { type Canvas, canvasFor, group, createCanvas, streamCanvas } from './canvas.ts';

type Print<Person> = {
  title: string;
  people: readonly Person[];
  date: string;
  layout?: 'portrait' | 'landscape';
};

/**
 * A document with a part for each person, whose words may be in the person's own language. The generator yields the
 * document page by page.
 */
export async function printPeople<Person extends object>(
  content: Content,
  { title, people, date, layout = 'portrait' }: Print<Person>,
  writePages: (canvas: Canvas) => Iterable<void>,
): Promise<AsyncGenerator<string | Uint8Array, void>> {
  const { conference } = content;
  const words = [content, ...Object.values(content.translations)].map((own) =>
    JSON.stringify([own.conference, own.pages.documents, own.mails.labels]),
  );
  const canvas = await createCanvas({
    title: `${conference.name} · ${title}`,
    date,
    texts: [...words, ...people.map(textOf)],
    looks: conference.looks,
    language: conference.language,
    layout,
  });
  return streamCanvas(canvas, writePages(canvas));
}

/** Writes the part of one person, with the fonts for the person's name. */
export function partFor(
  canvas: Canvas,
  person: object,
  tag: 'Sect' | 'TR',
  write: (part: Canvas) => void,
): void {
  group(canvasFor(canvas, textOf(person)), tag, write);
}

function textOf(person: object): string {
  return Object.values(person).join(' ');
}
