import { contentOf } from '#server/mail/message.ts';
import type { TestServer } from './test-server.ts';

type Server = Pick<TestServer, 'origin' | 'db'>;
type Entries = Readonly<Record<string, string | number>>;

/** An answer of the pages with which participants see and change their registrations. */
export type PageAnswer = {
  status: number;
  headers: Headers;
  location: string;
  text: string;
  /** The text without its markup. */
  words: string;
};

/** The path of the page of a participant, or of the payer of a group. */
export function pathOf({ pageToken }: { pageToken: string }): string {
  return `/registration/${pageToken}`;
}

/** The token of the page of a person, by address. */
export async function pageTokenOf({ db }: Server, email: string): Promise<string> {
  const row = await db
    .selectFrom('participants')
    .select('page_token')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return row.page_token;
}

/** Opens a page as a browser without scripts does; redirects are not followed. */
export async function openPage(
  { origin }: Pick<Server, 'origin'>,
  path: string,
): Promise<PageAnswer> {
  return answerOf(await fetch(`${origin}${path}`, { redirect: 'manual' }));
}

/** Sends a form. */
export async function sendForm(
  { origin }: Pick<Server, 'origin'>,
  path: string,
  fields: Entries = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<PageAnswer> {
  const body = new URLSearchParams(
    Object.entries(fields).map(([name, value]) => [name, String(value)]),
  );
  const request = { method: 'POST', body, headers, redirect: 'manual' } as const;
  return answerOf(await fetch(`${origin}${path}`, request));
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
    .filter((input) => !/type="(?:radio|checkbox)"/.test(input) || /\schecked\b/.test(input));
  const selects = [...form.matchAll(/<select\b[^>]*name="([\w-]+)"[^]*?<\/select>/g)];
  const areas = [...form.matchAll(/<textarea\b[^>]*name="([\w-]+)"[^>]*>\n?([^]*?)<\/textarea>/g)];
  return Object.fromEntries([
    ...areas.map(([, name = '', text = '']) => [name, unescaped(text)]),
    ...inputs.map((input) => [attribute(input, 'name'), attribute(input, 'value')]),
    ...selects.map(([select, name = '']) => [
      name,
      unescaped(/<option\s+value="([^"]*)"\s+selected/.exec(select)?.[1] ?? ''),
    ]),
  ]);
}

/** Opens a page, changes entries of its form, and sends the form: the answer is the page that says what will happen. */
export async function fillIn(
  server: Server,
  path: string,
  entries: Entries = {},
): Promise<PageAnswer> {
  const form = await openPage(server, path);
  return sendForm(server, path, { ...fieldsOf(form.text), ...entries });
}

/** Fills in the form of a page, reads what will happen, and presses the button. */
export async function actThrough(
  server: Server,
  path: string,
  entries: Entries = {},
): Promise<{ check: PageAnswer; done: PageAnswer; press: () => Promise<PageAnswer> }> {
  const check = await fillIn(server, path, entries);
  const press = () => sendForm(server, path, fieldsOf(check.text));
  return { check, done: await press(), press };
}

/** The text of a page as somebody reads it. */
function readable(page: string): string {
  const main = /<main[^]*<\/main>/.exec(page)?.[0] ?? page;
  return unescaped(main.replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .replace(/ ([.,:;])/g, '$1')
    .trim();
}

/** The mails to an address, oldest first. */
export async function mailsTo({ db }: Server, address: string) {
  const rows = await db
    .selectFrom('outbox')
    .select(['kind', 'payload', 'withdrawn_at'])
    .where('recipient', '=', address)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ kind, payload, withdrawn_at }) => {
    const { subject, text } = contentOf(payload);
    return { kind, subject, text, isWithdrawn: withdrawn_at !== null };
  });
}

/** The path of the link to confirm in the latest mail to an address. */
export async function confirmationLink(server: Server, address: string): Promise<string> {
  const texts = (await mailsTo(server, address)).map(({ text }) => text);
  const [path] = /\/registration\/confirm\/\w+/.exec(texts.toReversed().join('\n')) ?? [];
  if (path === undefined) throw new Error(`${address} has no link to confirm`);
  return path;
}

/** Opens the link to confirm in the latest mail to an address; `press` sends the form that the page had then. */
export async function openConfirmation(server: Server, address: string) {
  const link = await confirmationLink(server, address);
  const page = await openPage(server, link);
  return { link, page, press: () => sendForm(server, link, fieldsOf(page.text)) };
}

/** Confirms by the link in the latest mail to an address. */
export async function confirmAt(server: Server, address: string): Promise<PageAnswer> {
  return (await openConfirmation(server, address)).press();
}

function attribute(input: string, name: string): string {
  return unescaped(new RegExp(`\\b${name}="([^"]*)"`).exec(input)?.[1] ?? '');
}

function unescaped(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}
