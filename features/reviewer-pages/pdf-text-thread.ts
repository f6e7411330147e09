import { extractText, getDocumentProxy } from 'unpdf';
import { answerRequests } from '#documents/worker-thread.ts';

/** More than any paper has: the names of authors are looked for in all of it. */
const MOST_LETTERS = 400_000;
const MOST_PAGES = 60;

// The library writes to the console what is wrong with a file.
for (const method of ['log', 'warn', 'info'] as const) console[method] = () => undefined;

answerRequests(textOf);

/** The lines of all pages. */
async function textOf(bytes: Uint8Array): Promise<string> {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  if (document.numPages > MOST_PAGES) throw new Error('too many pages');
  const { text } = await extractText(document);
  const all = text
    .join('\n\n')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/(?!\n)\p{Cc}/gu, '')
    .trim();
  if (all.length > MOST_LETTERS) throw new Error('too much text');
  return all;
}
