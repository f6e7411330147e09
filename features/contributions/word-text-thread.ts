import { unzipSync } from 'fflate';
import mammoth from 'mammoth';
import sanitizeHtml from 'sanitize-html';
import { answerRequests } from '#documents/worker-thread.ts';

/** Bytes of all parts of a file, with its pictures. */
const LARGEST = 60e6;

answerRequests(textOf);

/** The paragraphs of a DOCX file in the markup of abstracts. Pictures, tables of contents and comments are left out. */
async function textOf(bytes: Uint8Array): Promise<string> {
  let unpacked = 0;
  unzipSync(bytes, { filter: ({ originalSize }) => (unpacked += originalSize) < 0 });
  // The library unpacks all of it into memory, where the limit of the thread does not count it.
  if (unpacked > LARGEST) return '';
  const { value } = await mammoth.convertToHtml(
    { buffer: Buffer.from(bytes) },
    { convertImage: mammoth.images.imgElement(async () => ({ src: '' })), styleMap: ['u => em'] },
  );
  return marked(value);
}

const SIGNS: Readonly<Record<string, string>> = { em: '*', strong: '**', sub: '~', sup: '^' };

/** Makes the markup of the few elements that it knows. All signs of the text itself stay signs. */
function marked(html: string): string {
  const plain = sanitizeHtml(html, {
    allowedTags: ['p', 'em', 'strong', 'sub', 'sup'],
    allowedAttributes: {},
    // Other blocks are paragraphs, too.
    transformTags: Object.fromEntries(
      ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'li', 'td', 'th'].map((tag) => [tag, 'p']),
    ),
    textFilter: (text) => text.replaceAll(/[\\*_~^$]/g, '\\$&'),
  });
  const signed = plain.replaceAll(
    /<(em|strong|sub|sup)>(\s*)([^<]*?)(\s*)<\/\1>/g,
    (_, tag: string, before: string, words: string, after: string) => {
      const sign = SIGNS[tag] ?? '';
      // Word marks blanks, too, and a lowered text with blanks is no index.
      const isPlain = words === '' || (tag.startsWith('su') && /\s/.test(words));
      return before + (isPlain ? words : sign + words + sign) + after;
    },
  );
  return signed
    .replaceAll(/<\/p>/g, '\n\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/\s*\n\s*\n\s*/g, '\n\n')
    .trim();
}
