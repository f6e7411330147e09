import { getDocumentProxy } from 'unpdf';
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
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    pages.push(await pageText(await document.getPage(number)));
  }
  const whole = pages.join('\n\n');
  if (whole.length > MOST_LETTERS) throw new RangeError('too many letters');
  return withComposedLetters(withPlainArabic(whole))
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/(?!\n)\p{Cc}/gu, '')
    .trim();
}

/** The accents that fonts of TeX draw by themselves, and the same as marks of a letter. */
const ACCENTS: Readonly<Record<string, string>> = {
  '\u00A8': '\u0308',
  '\u00B4': '\u0301',
  '\u0060': '\u0300',
  '\u02C6': '\u0302',
  '\u02DC': '\u0303',
  '\u02DA': '\u030A',
  '\u02C7': '\u030C',
  '\u02D8': '\u0306',
  '\u02D9': '\u0307',
  '\u02DD': '\u030B',
  '\u00AF': '\u0304',
  '\u00B8': '\u0327',
};

/** “V¨ais¨anen” and “V¨ ais¨ anen” are Väisänen; else nobody would find the name. A cedilla stands before or behind its letter. */
function withComposedLetters(text: string): string {
  return text
    .replaceAll(
      /([\u00A8\u00B4\u02C6\u02DC\u02DA\u02C7\u02D8\u02D9\u02DD\u00AF]|(?<=\p{L})`|\u00B8(?=[cst])) ?(\p{L})/giu,
      (_, accent: string, letter: string) => `${letter === 'ı' ? 'i' : letter}${ACCENTS[accent]}`,
    )
    .replaceAll(/([cst])\u00B8/giu, (_, letter: string) => `${letter}${ACCENTS['\u00B8']}`)
    .normalize('NFC');
}

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>;
type TextContent = Awaited<ReturnType<Page['getTextContent']>>;
type TextItem = Extract<TextContent['items'][number], { str: string }>;

async function pageText(page: Page): Promise<string> {
  const { items } = await page.getTextContent();
  return inReadingOrder(items.filter((item) => 'str' in item))
    .map(({ str, hasEOL }) => str + (hasEOL ? '\n' : ''))
    .join('');
}

/**
 * The library gives pieces of a line from the left, as most programs write them, also of a script that is read from the right.
 * Chrome writes a piece for each Arabic letter.
 */
function inReadingOrder(items: readonly TextItem[]): TextItem[] {
  const ordered: TextItem[] = [];
  let run: TextItem[] = [];
  const endRun = () => {
    const last = run.findLastIndex(isFromRight);
    const [pieces, rest] = [run.slice(0, last + 1), run.slice(last + 1)];
    const isFromLeft = leftOf(pieces.at(-1)) > leftOf(pieces[0]);
    ordered.push(...(isFromLeft ? pieces.toReversed() : pieces), ...rest);
    run = [];
  };
  for (const item of items) {
    const isBlank = item.str.trim() === '' && run.length > 0;
    if (isFromRight(item) || isBlank) {
      run.push({ ...item, hasEOL: false });
      if (!item.hasEOL) continue;
      // The end of a line stays behind the pieces that change places.
      endRun();
      ordered.push({ ...item, str: '' });
    } else {
      endRun();
      ordered.push(item);
    }
  }
  endRun();
  return ordered;
}

function isFromRight({ dir }: TextItem): boolean {
  return dir === 'rtl';
}

function leftOf(item: TextItem | undefined): number {
  return Number(item?.transform[4] ?? 0);
}

/** A font may have a sign for each shape of an Arabic letter. */
function withPlainArabic(text: string): string {
  return text.replaceAll(/[\uFB50-\uFDFF\uFE70-\uFEFC]+/gu, (shapes) => shapes.normalize('NFKC'));
}
