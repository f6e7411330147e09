import { contentOf } from '#server/mail/message.ts';
import type { TestServer } from './test-server.ts';

type Server = Pick<TestServer, 'origin' | 'db'>;
/** An answer of the pages with which participants see and change their registrations. */
export type PageAnswer = {
  status: number;
  headers: Headers;
  location: string;
  text: string;
  /** The text without its markup. */
  words: string;
};

/** Opens a page as a browser without scripts does. */
export async function openPage({ origin }: Server, path: string): Promise<PageAnswer> {
  return answerOf(await fetch(`${origin}${path}`, { redirect: 'manual' }));
}

/** Sends a form. */
export async function sendForm(
  { origin }: Server,
  path: string,
  fields: Record<string, string | number> = {},
): Promise<PageAnswer> {
  const body = new URLSearchParams(
    Object.entries(fields).map(([name, value]) => [name, String(value)]),
  );
  return answerOf(await fetch(`${origin}${path}`, { method: 'POST', body, redirect: 'manual' }));
}

async function answerOf(answer: Response): Promise<PageAnswer> {
  const location = answer.headers.get('location') ?? '';
  const text = await answer.text();
  const { status, headers } = answer;
  return { status, headers, location, text, words: readable(text) };
}

/** The entries with which the form of a page would be sent. */
export function fieldsOf(page: string): Record<string, string> {
  const form = /<form\b[^>]*method="post"[^]*?<\/form>/.exec(page)?.[0] ?? '';
  const inputs = [...form.matchAll(/<input\b[^>]*>/g)]
    .map(([input]) => input)
    .filter((input) => !input.includes('type="radio"') || /\schecked\b/.test(input));
  const selects = [...form.matchAll(/<select\b[^>]*name="([\w-]+)"[^]*?<\/select>/g)];
  return Object.fromEntries([
    ...inputs.map((input) => [attribute(input, 'name'), attribute(input, 'value')]),
    ...selects.map(([select, name = '']) => [
      name,
      unescaped(/<option\s+value="([^"]*)"\s+selected/.exec(select)?.[1] ?? ''),
    ]),
  ]);
}

/** Fills in the form of a page, reads what will happen, and presses the button. */
export async function actThrough(
  server: Server,
  path: string,
  entries: Record<string, string> = {},
): Promise<{ check: PageAnswer; done: PageAnswer; press: () => Promise<PageAnswer> }> {
  const form = await openPage(server, path);
  const check = await sendForm(server, path, { ...fieldsOf(form.text), ...entries });
  const press = () => sendForm(server, path, fieldsOf(check.text));
  return { check, done: await press(), press };
}

/** The text of a page as somebody reads it. */
export function readable(page: string): string {
  const main = /<main[^]*<\/main>/.exec(page)?.[0] ?? page;
  return unescaped(main.replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .replace(/ ([.,:;])/g, '$1')
    .trim();
}

/** The mails to an address, oldest first, as kind and text. */
export async function mailsTo({ db }: Server, address: string) {
  const rows = await db
    .selectFrom('outbox')
    .select(['kind', 'payload', 'withdrawn_at'])
    .where('recipient', '=', address)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ kind, payload, withdrawn_at }) => ({
    kind,
    text: contentOf(payload).text,
    isWithdrawn: withdrawn_at !== null,
  }));
}

/** The path of the link to confirm in the latest mail to an address. */
export async function confirmationLink(server: Server, address: string): Promise<string> {
  const texts = (await mailsTo(server, address)).map(({ text }) => text);
  const [path] = /\/registration\/confirm\/\w+/.exec(texts.toReversed().join('\n')) ?? [];
  if (path === undefined) throw new Error(`${address} has no link to confirm`);
  return path;
}

/** Confirms by the link in the latest mail to an address. */
export async function confirmAt(server: Server, address: string): Promise<PageAnswer> {
  const path = await confirmationLink(server, address);
  const page = await openPage(server, path);
  return sendForm(server, path, fieldsOf(page.text));
}

function attribute(input: string, name: string): string {
  return unescaped(new RegExp(`\\b${name}="([^"]*)"`).exec(input)?.[1] ?? '');
}

function unescaped(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}
