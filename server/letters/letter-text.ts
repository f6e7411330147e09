import { line } from '#contract/text.ts';
import type { Block, Span } from '#server/mail/rich-text.ts';
import { ActionImpossible } from '#server/operations/plan.ts';

/** A letter with placeholders for the reader's name and reference. */
export type Letter = { subject: string; body: Block[] };

/** The values of the placeholders. */
export type Reader = { name: string; reference: string | undefined };

const LONGEST = 50_000;
const PLACEHOLDERS = ['name', 'reference'];

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
  for (const placeholder of text.matchAll(/\{([a-z_]{1,40})\}/gi)) {
    if (!PLACEHOLDERS.includes(placeholder[1] ?? '')) {
      throw new ActionImpossible(
        `${placeholder[0]} is not a placeholder. You can use {name} and {reference}.`,
      );
    }
  }
  return { subject: subject.data, body };
}

/** Whether the letter names the reference of its reader. */
export function namesReference({ subject, body }: Letter): boolean {
  return JSON.stringify([subject, body]).includes('{reference}');
}

/** The letter for one reader. The reader's name is inserted as text, so marks in the name have no effect. */
export function letterTo({ subject, body }: Letter, reader: Reader): Letter {
  const put = (text: string) =>
    text.replaceAll(/\{(name|reference)\}/g, (_, place: string) =>
      place === 'name' ? reader.name : (reader.reference ?? ''),
    );
  return {
    subject: put(subject),
    body: body.map(({ kind, items }) => ({
      kind,
      items: items.map((spans) => spans.map((span) => ({ ...span, text: put(span.text) }))),
    })),
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

/** `[words](address)`, and addresses without a mark. */
const LINK =
  /\[([^[\]]{1,300})\]\(([^()\s]{1,1000})\)|(https?:\/\/[^\s<>"()[\]]{1,1000}[^\s<>"()[\].,;:!?])/g;

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
  const isKnown = /^(?:https?:\/\/|mailto:)/i.test(written) && URL.canParse(written);
  if (!isKnown || written.includes('{')) {
    throw new ActionImpossible(
      `"${shortened(written)}" is not a link: links begin with https://, http:// or mailto:.`,
    );
  }
  return written;
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 58)}…` : text;
}
