import { expect, test } from 'vitest';
import { blockAsHtml, blockAsText } from '#server/mail/rich-text.ts';
import type { Values } from './placeholders.ts';
import { letterTo, readLetter, usedPlaceholders } from './letter-text.ts';

const READER = { name: 'Mira Lindqvist', reference: 'PS26-7K3M-9QXW' };

function textOf(file: string, reader: Values = READER): string {
  return letterTo(readLetter(`Subject: A letter\n\n${file}`), reader)
    .body.map(blockAsText)
    .join('\n\n');
}

function htmlOf(file: string, reader: Values = READER): string {
  return letterTo(readLetter(`Subject: A letter\n\n${file}`), reader)
    .body.map((block) => blockAsHtml(block, '#b93a16').markup)
    .join('')
    .replaceAll(/ style="[^"]*"/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(' >', '>')
    .trim();
}

test.each([
  ['one line\nthat goes on\n\nand another', 'one line that goes on\n\nand another'],
  ['Best regards\\\nAnna', 'Best regards\nAnna'],
  ['See:\n- one\n- two\n  goes on', 'See:\n\n- one\n- two goes on'],
  ['1. first\n2. second', '1. first\n2. second'],
  [
    '**bold** and [the site](https://summit.example/a)',
    'bold and the site (https://summit.example/a)',
  ],
  ['Look at https://summit.example/a.', 'Look at https://summit.example/a.'],
  ['Dear {name}, {reference}', 'Dear Mira Lindqvist, PS26-7K3M-9QXW'],
  ['a {brace and {a b}', 'a {brace and {a b}'],
])('%j is text', (file, text) => {
  expect(textOf(file)).toBe(text);
});

test.each([
  ['**bold**', '<p><strong>bold</strong></p>'],
  [
    '[the site](https://summit.example/?a=1&b=2)',
    '<p><a class="link" href="https://summit.example/?a=1&#38;b=2">the site</a></p>',
  ],
  ['- one\n- two', '<ul> <li>one</li> <li>two</li> </ul>'],
  ['a\\\nb', '<p>a<br />b</p>'],
  ['<script>alert(1)</script>', '<p>&#60;script&#62;alert(1)&#60;/script&#62;</p>'],
])('%j is HTML', (file, html) => {
  expect(htmlOf(file)).toBe(html);
});

const HOSTILE = '**x** [y](https://evil.example)\n<b>{pay_link}</b> {reference}';

test.each(['name', 'reference', 'amount', 'type', 'slot', 'title'])(
  'the value of {%s} is never a mark, a link, HTML or another placeholder',
  (place) => {
    const html = htmlOf(`Dear {${place}}`, { ...READER, [place]: HOSTILE });
    expect(html).toBe(
      '<p>Dear **x** [y](https://evil.example) &#60;b&#62;{pay_link}&#60;/b&#62; {reference}</p>',
    );
    const letter = letterTo(readLetter(`Subject: For {${place}}\n\nHello`), { [place]: HOSTILE });
    expect(letter.subject).not.toContain('\n');
  },
);

test('the comment of the committee keeps its lines in the text, and has one in a subject', () => {
  const comment = 'A figure\nis missing.';
  expect(textOf('They say: {comment}', { comment })).toBe('They say: A figure\nis missing.');
  expect(htmlOf('{comment}', { comment })).toBe('<p>A figure<br />is missing.</p>');
  const letter = letterTo(readLetter('Subject: {comment}\n\nHello'), { comment });
  expect(letter.subject).toBe('A figure is missing.');
});

test('a link is put into the text and into the address of a link', () => {
  const own_link = 'https://summit.example/registration/abc';
  const file = 'See [your page]({own_link}) or **{own_link}**.';
  expect(textOf(file, { own_link })).toBe(`See your page (${own_link}) or ${own_link}.`);
  expect(htmlOf(file, { own_link })).toBe(
    `<p>See <a class="link" href="${own_link}">your page</a> or <a class="link" href="${own_link}"><strong>${own_link}</strong></a>.</p>`,
  );
});

test('a file from Windows is read, and its subject may have placeholders', () => {
  const letter = readLetter('\uFEFFSubject: For {name}\r\n\r\nHello {slot}\r\n[pay]({pay_link})');
  expect(letterTo(letter, READER).subject).toBe('For Mira Lindqvist');
  expect([...usedPlaceholders(letter)]).toEqual(['name', 'slot', 'pay_link']);
});

test.each([
  ['Hello', 'The first line of a letter is "Subject: …"'],
  ['Subject:\n\nHello', 'The first line of a letter is "Subject: …"'],
  ['Subject: A', 'nothing below the subject'],
  ['Subject: A\n\n{email}', '{email} is not a placeholder'],
  ['Subject: A\n\n**bold', 'is not closed in "**bold"'],
  ['Subject: A\n\n[x](javascript:alert)', '"javascript:alert" is not a link'],
  ['Subject: A\n\n[x](https://a.example/{name})', 'is not a link'],
  ['Subject: A\n\n[x]({name})', 'is not a link'],
  ['Subject: A\n\n[x](https://a.example/{pay_link})', 'is not a link'],
  ['Subject: Pay at {pay_link}\n\nHello', 'cannot be in the subject'],
])('%j is refused', (file, message) => {
  expect(() => readLetter(file)).toThrow(message);
});

test('a file that is too long is refused', () => {
  expect(() => readLetter(`Subject: A\n\n${'x'.repeat(60_000)}`)).toThrow('at most 50000');
});

test('a long file of marks is read within two seconds', () => {
  const began = performance.now();
  readLetter(`Subject: A\n\n${'['.repeat(20_000)}${'https://'.repeat(3000)}`);
  expect(performance.now() - began).toBeLessThan(2000);
});
