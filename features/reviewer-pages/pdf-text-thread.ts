import { extractText, getDocumentProxy } from 'unpdf';
import { answerRequests } from '#documents/worker-thread.ts';

const MOST_LETTERS = 60_000;
const MOST_PAGES = 60;

// The library writes to the console what is wrong with a file.
for (const method of ['log', 'warn', 'info'] as const) console[method] = () => undefined;

answerRequests(textOf);

/** The lines of all pages. */
async function textOf(bytes: Uint8Array): Promise<string> {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  if (document.numPages > MOST_PAGES) return '';
  const { text } = await extractText(document);
  return text
    .join('\n\n')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/(?!\n)\p{Cc}/gu, '')
    .trim()
    .slice(0, MOST_LETTERS);
}
