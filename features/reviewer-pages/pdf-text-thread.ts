import { extractText, getDocumentProxy } from 'unpdf';
import { answerRequests } from '#documents/worker-thread.ts';

const MOST_LETTERS = 600_000;
const MOST_PAGES = 60;

// The library writes to the console what is wrong with a file.
for (const method of ['log', 'warn', 'info'] as const) console[method] = () => undefined;

answerRequests(textOf);

/** The lines of all pages: a name may be on the last one, so that a file that is too long is refused as a whole. */
async function textOf(bytes: Uint8Array): Promise<string> {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  if (document.numPages > MOST_PAGES) throw new RangeError('too many pages');
  const { text } = await extractText(document);
  const whole = text.join('\n\n');
  if (whole.length > MOST_LETTERS) throw new RangeError('too many letters');
  return whole
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/(?!\n)\p{Cc}/gu, '')
    .trim();
}
