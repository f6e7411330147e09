import { inBraces } from '#contract/content/content-facts.ts';
import { line } from '#contract/text.ts';
import type { Block, Span } from '#server/mail/rich-text.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import {
  isPlaceholder,
  linkPlaceholders,
  type Placeholder,
  placeholders,
  type Values,
} from './placeholders.ts';

/** A letter with placeholders for what differs from reader to reader. */
export type Letter = { subject: string; body: Block[] };

const LONGEST = 50_000;

/**
 * Reads a letter: the first line is `Subject: …`, empty lines separate paragraphs, lines of a list begin with `- ` or
 * `1. `, `**bold**` and `[words](https://…)` are the only marks. Everything else is text, including HTML.
 */
export function readLetter(file: string): Letter {
  if (file.length > LONGEST) {
    throw new ActionImpossible(`A letter has at most ${LONGEST} characters.`);
  }
  const text = file
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n')
    .trimStart();
  const [first = '', ...rest] = text.split('\n');
  const typed = /^Subject:(.*)$/i.exec(first)?.[1];
  const subject = line(150).safeParse(typed);
  if (!subject.success) {
    throw new ActionImpossible(
      'The first line of a letter is "Subject: …" with at most 150 characters.',
    );
  }
  const body = blocksOf(rest);
  if (body.length === 0) throw new ActionImpossible('There is nothing below the subject.');
  for (const [written, word = ''] of text.matchAll(PLACE)) {
    if (!isPlaceholder(word)) {
      throw new ActionImpossible(`${written} is not a placeholder. You can use ${LISTED}.`);
    }
  }
  const links = [...placesIn(subject.data)].filter((place) => linkPlaceholders.includes(place));
  if (links.length > 0) {
    throw new ActionImpossible(`{${links[0]}} is a secret link, which cannot be in the subject.`);
  }
  return { subject: subject.data, body };
}

const PLACE = /\{([a-z_]{1,40})\}/gi;
const LISTED = inBraces(Object.keys(placeholders));

/** The placeholders that a letter uses. */
export function usedPlaceholders({ subject, body }: Letter): ReadonlySet<Placeholder> {
  return placesIn(JSON.stringify([subject, body]));
}

function placesIn(text: string): ReadonlySet<Placeholder> {
  return new Set(
    [...text.matchAll(PLACE)].flatMap(([, word = '']) => (isPlaceholder(word) ? word : [])),
  );
}

/** The letter for one reader. The values are inserted as text, so marks in them have no effect. */
export function letterTo({ subject, body }: Letter, values: Values): Letter {
  const put = (text: string, isLine = false) =>
    text.replaceAll(PLACE, (written, word: string) => {
      if (!isPlaceholder(word)) return written;
      const value = values[word] ?? '';
      // The committee wrote the comment; what a stranger typed cannot begin a line.
      return word === 'comment' && !isLine ? value : value.replaceAll(/\s+/g, ' ');
    });
  const putInLine = (text: string) => put(text, true);
  const putIn = ({ text, address, ...style }: Span): Span => ({
    ...style,
    text: put(text),
    ...(address !== undefined && { address: putInLine(address) }),
  });
  return {
    subject: putInLine(subject),
    body: body.map(({ kind, items }) => ({ kind, items: items.map((spans) => spans.map(putIn)) })),
  };
}

type Kind = Block['kind'];

function blocksOf(lines: readonly string[]): Block[] {
  const blocks: { kind: Kind; items: string[] }[] = [];
  let isOpen = false;
  for (const written of lines) {
    if (written.trim() === '') {
      isOpen = false;
      continue;
    }
    const { kind, text } = kindOf(written);
    const last = blocks.at(-1);
    // A list continues after empty lines; a line without a mark continues the block above it.
    if (last && kind !== 'paragraph' && last.kind === kind) last.items.push(text);
    else if (last && isOpen && kind === 'paragraph')
      last.items.push(joined(last.items.pop(), text));
    else blocks.push({ kind, items: [text] });
    isOpen = true;
  }
  return blocks.map(({ kind, items }) => ({ kind, items: items.map(spansOf) }));
}

function kindOf(written: string): { kind: Kind; text: string } {
  const [, mark, text = ''] = /^\s{0,3}(?:([-*]|\d{1,3}\.)\s+)?(\S.*)$/.exec(written) ?? [];
  if (mark === undefined) return { kind: 'paragraph', text };
  return { kind: mark.length === 1 ? 'bullets' : 'numbers', text };
}

/** Joins two lines; a backslash at the end of the first line keeps the line break. */
function joined(before = '', next: string): string {
  return before.endsWith('\\') ? `${before.slice(0, -1)}\n${next}` : `${before.trimEnd()} ${next}`;
}

function spansOf(text: string): Span[] {
  const parts = text.trimEnd().split('**');
  if (parts.length % 2 === 0) {
    throw new ActionImpossible(`The ** for bold words is not closed in "${shortened(text)}".`);
  }
  return parts.flatMap((part, at) =>
    linksIn(part).map((span) => (at % 2 === 1 ? { ...span, isBold: true } : span)),
  );
}

/** `[words](address)`, addresses without a mark, and placeholders for addresses. */
const LINK =
  /\[([^[\]]{1,300})\]\(([^()\s]{1,1000})\)|(https?:\/\/[^\s<>"()[\]]{1,1000}[^\s<>"()[\].,;:!?]|\{(?:own|abstract|pay|certificate)_link\})/g;

function linksIn(text: string): Span[] {
  const spans: Span[] = [];
  let end = 0;
  for (const { 0: all, 1: words, 2: target, 3: bare, index } of text.matchAll(LINK)) {
    if (index > end) spans.push({ text: text.slice(end, index) });
    spans.push({ text: words ?? bare ?? '', address: addressOf(target ?? bare ?? '') });
    end = index + all.length;
  }
  if (end < text.length) spans.push({ text: text.slice(end) });
  return spans;
}

function addressOf(written: string): string {
  if (linkPlaceholders.some((place) => written === `{${place}}`)) return written;
  const isKnown = /^(?:https?:\/\/|mailto:)/i.test(written) && URL.canParse(written);
  if (!isKnown || written.includes('{')) {
    throw new ActionImpossible(
      `"${shortened(written)}" is not a link: links begin with https://, http:// or mailto:, or are ${inBraces(linkPlaceholders)}.`,
    );
  }
  return written;
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 58)}…` : text;
}
