import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, sep } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Content } from '#contract/content.ts';
import { isGroup } from '#contract/content/content-edits.ts';
import { mailLayoutOf } from '#server/container.ts';
import { snakeCase } from '#server/content/content-file.ts';
import { siteFolders } from '#server/content/folders.ts';
import { composeMail } from '#server/mail/mail-layout.ts';
import { mailAsHtml } from '#server/mail/mail-template.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import type { CommandContext } from '#organiser/command-context.ts';
import { buildSite } from './build-site.ts';
import { labelOf } from './form-of-schema.ts';
import type { PreviewOfPage } from './form-shapes.ts';
import { keepPhotographs } from './photographs.ts';
import { type Change, rightDraft } from './plan-edit.ts';
import { pageOfPrices } from './price-preview.ts';

/** A page or a file of a preview. */
type Shown = { type: string; bytes: Buffer };

type Preview = PreviewOfPage & {
  /** Pages and files by their paths, as soon as they are there. */
  read: (path: string) => Shown | undefined;
  folder?: string;
};

/** This process keeps the newest ones, each with a folder of its own. */
const MOST_KEPT = 3;
const previews = new Map<string, Preview>();

/** The folders of previews, of which those of an earlier process are no use. */
const FOLDER = 'previews';
let isCleared = false;

/** Makes what visitors or readers would see after a change, and changes nothing. Its id is a secret of whoever asked. */
export async function makePreview(context: CommandContext, change: Change): Promise<PreviewOfPage> {
  const draft = await rightDraft(context, change);
  const id = context.payments.newId();
  if (draft.file.key === 'mails') {
    return kept({ id, is: 'ready', words: '', ...mailsOf(context, draft.content) });
  }
  const all = join(context.dataDir, FOLDER);
  if (!isCleared) rmSync(all, { recursive: true, force: true });
  isCleared = true;
  if ([...previews.values()].some(({ is }) => is === 'building')) {
    throw new ActionImpossible('A preview is being made already. Please try again in a minute.');
  }
  const folder = join(all, id);
  const { content } = siteFolders(context.env);
  const copy = join(folder, basename(content));
  const preview = kept({ id, is: 'building', words: '', pages: [], read: () => undefined, folder });
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await cp(content, copy, {
      recursive: true,
      dereference: true,
      filter: (path) => !basename(path).startsWith('.'),
    });
    await keepPhotographs(context.dataDir, copy, draft.after);
    const file = join(copy, draft.file.file);
    await mkdir(dirname(file), { recursive: true });
    if (draft.after === '') await rm(file, { force: true });
    else await writeFile(file, draft.after);
  } catch (error) {
    preview.is = 'failed';
    throw error;
  }
  void build(preview, copy, { served: siteFolders(context.env).build, draft }).catch(
    (error: unknown) => {
      Object.assign(preview, { is: 'failed', words: String(error) });
    },
  );
  return preview;
}

type Compared = { served: string; draft: { file: { key: string }; content: Content } };

async function build(preview: Preview, content: string, compared: Compared): Promise<void> {
  const folder = join(content, '../site');
  const { isDone, output } = await buildSite({ content, site: folder }, ['--quick']);
  if (isDone) {
    const { build: built } = siteFolders({ CONTENT_DIR: content, SITE_DIR: folder });
    const site = pagesIn(join(built, 'client'), join(compared.served, 'client'), preview.id);
    Object.assign(preview, { is: 'ready', ...withPrices(site, compared.draft) });
  } else Object.assign(preview, { is: 'failed', words: output });
}

export function previewNamed(id: string): Preview | undefined {
  return previews.get(id);
}

function kept(preview: Preview): Preview {
  previews.set(preview.id, preview);
  for (const [id, { is, folder }] of [...previews].slice(0, -MOST_KEPT)) {
    if (is === 'building') continue;
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    previews.delete(id);
  }
  return preview;
}

/** The mails of a conference with the names of their placeholders, in the place of what only a row has. */
function mailsOf({ payments: { mode }, content: present }: CommandContext, content: Content) {
  const layout = mailLayoutOf(content, mode);
  const found = mailTexts(content.mails, '');
  const before = new Map(mailTexts(present.mails, '').map(({ key, text }) => [key, text]));
  const read = (path: string): Shown | undefined => {
    const text = found.find(({ key }) => key === path)?.text;
    if (!text) return undefined;
    const entry = {
      // No mail about money, so that it has no note of test mode.
      kind: 'address-replaced',
      event: 'preview',
      to: content.conference.secretary.email,
    } as const;
    const mail = composeMail(layout, {
      ...entry,
      text,
      ...(text.button !== undefined && { link: 'https://conference.example/' }),
    });
    return { type: HTML, bytes: Buffer.from(mailAsHtml(mail.subject, mail.template)) };
  };
  const pages = found.map(({ key, text }) => {
    const name = labelOf(key.slice(1).replaceAll('/', ', '));
    const is = isDeepStrictEqual(text, before.get(key)) ? 'same' : 'changed';
    return { path: key, title: `${name}: ${text.subject}`, is } as const;
  });
  return { pages: pages.toSorted((one, other) => one.is.localeCompare(other.is)), read };
}

/** The texts that are a whole mail, some of which are in a group of several. */
function mailTexts(value: unknown, key: string): { key: string; text: MailText }[] {
  if (isMailText(value)) return [{ key, text: value }];
  if (!isGroup(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    mailTexts(inner, `${key}/${snakeCase(name)}`),
  );
}

type MailText = { subject: string; paragraphs: readonly string[]; button?: string };

function isMailText(value: unknown): value is MailText {
  return (
    isGroup(value) && typeof value['subject'] === 'string' && Array.isArray(value['paragraphs'])
  );
}

const HTML = 'text/html; charset=utf-8';
/** The files of a site that a browser shows. A preview has no others, such as scripts. */
const TYPES: Readonly<Record<string, string>> = {
  '.html': HTML,
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.woff2': 'font/woff2',
};

type Pages = Pick<Preview, 'pages' | 'read'>;

/** The pages with the list of all prices in front, if prices are changed. */
function withPrices({ pages, read }: Pages, { file, content }: Compared['draft']): Pages {
  if (file.key !== 'prices') return { pages, read };
  const list: Shown = { type: HTML, bytes: Buffer.from(pageOfPrices(content)) };
  return {
    pages: [
      { path: PRICES, title: 'All prices, as they would be charged', is: 'changed' },
      ...pages,
    ],
    read: (path) => (path === PRICES ? list : read(path)),
  };
}

/** No page of a site has an address with this sign. */
const PRICES = '/~prices';

/** The pages in a folder, those first that differ from the served ones. */
function pagesIn(client: string, served: string, id: string): Pages {
  const files = new Map(
    readdirSync(client, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && extname(entry.name) in TYPES)
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [`/${relative(client, path).split(sep).join('/')}`, path]),
  );
  const read = (path: string): Shown | undefined => {
    const file = files.get(path) ?? files.get(join(path, 'index.html'));
    if (file === undefined || !existsSync(file)) return undefined;
    const type = TYPES[extname(file)] ?? '';
    const bytes = readFileSync(file);
    if (!/html|css/.test(type)) return { type, bytes };
    return { type, bytes: Buffer.from(below(bytes.toString(), addressOf(id))) };
  };
  const pages = [...files.keys()]
    .filter((path) => path.endsWith('/index.html'))
    .map((path) => {
      const text = readFileSync(files.get(path) ?? '', 'utf8');
      const title = /<title[^>]*>([^<]*)/.exec(text)?.[1] ?? '';
      const before = join(served, path);
      const isSame = existsSync(before) && seenIn(readFileSync(before, 'utf8')) === seenIn(text);
      const is: 'same' | 'changed' = isSame ? 'same' : 'changed';
      return { path: path.replace(/index\.html$/, ''), title: plain(title), is };
    });
  return { pages: pages.toSorted((one, other) => one.is.localeCompare(other.is)), read };
}

/** A page as visitors see it: without scripts, and without the names of files, which change with any of their contents. */
function seenIn(page: string): string {
  return below(page, '').replaceAll(/-[\w-]{8}\.(?:js|css|woff2)\b/g, '');
}

function addressOf(id: string): string {
  return `/api/content/previews/${id}`;
}

/**
 * A page or a style sheet whose addresses are those of the preview, and whose scripts are gone. It is the page of a browser
 * without scripts, which has in itself what scripts would load, such as the speakers; but the forms, which need scripts, are
 * shown as they begin.
 */
function below(text: string, base: string): string {
  return text
    .replaceAll(/<script\b[^>]*>[^]*?<\/script>/g, '')
    .replaceAll(/<link\b[^>]*rel="modulepreload"[^>]*>/g, '')
    .replaceAll(/<noscript data-form\b[^>]*>[^]*?<\/noscript>/g, '')
    .replaceAll(/(<form\b[^>]*?)\s*no-script:hidden/g, '$1')
    .replaceAll(/<\/?noscript>/g, '')
    .replaceAll(/\(scripting:\s*none\)/g, '(min-width: 0)')
    .replaceAll(/(\s(?:href|src|poster)=")\/(?!\/)/g, `$1${base}/`)
    .replaceAll(
      /(\ssrcset=")([^"]*)/gi,
      (_, start: string, list: string) => start + list.replaceAll(/(^|,\s*)\//g, `$1${base}/`),
    )
    .replaceAll(/url\((["']?)\/(?!\/)/g, `url($1${base}/`);
}

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&#x27;': "'", '&quot;': '"' };

function plain(title: string): string {
  return title.replaceAll(/&(?:amp|#x27|quot);/g, (entity) => entities[entity] ?? entity);
}
