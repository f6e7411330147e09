import type { TestServer } from './test-server.ts';

/** An answer of a participant's own page; `words` is its text without markup. */
export type OwnPage = {
  status: number;
  headers: Headers;
  text: string;
  words: string;
  /** The path of the next page after a redirect. */
  location: string | undefined;
};

type Server = Pick<TestServer, 'origin'>;

/** Opens a page without following a redirect. */
export async function openPage(server: Server, path: string): Promise<OwnPage> {
  return read(server, await fetch(`${server.origin}${path}`, { redirect: 'manual' }));
}

/** Sends a form, as a browser without scripts does. */
export async function sendForm(
  server: Server,
  path: string,
  entries: Readonly<Record<string, string | number>>,
): Promise<OwnPage> {
  const body = new URLSearchParams(
    Object.entries(entries).map(([name, value]) => [name, String(value)]),
  );
  const init = { method: 'POST', body, redirect: 'manual' } as const;
  return read(server, await fetch(`${server.origin}${path}`, init));
}

/** The entries of the form on a page as a browser would send them: hidden fields, chosen radios and options. */
export function entriesOf({ text }: Pick<OwnPage, 'text'>): Record<string, string> {
  const entries: Record<string, string> = {};
  for (const [input] of text.matchAll(/<input\b[^>]*>/g)) {
    const isRadio = attribute(input, 'type') === 'radio';
    if (!isRadio || /\schecked\b/.test(input)) {
      entries[attribute(input, 'name')] = attribute(input, 'value');
    }
  }
  for (const [select, options = ''] of text.matchAll(/<select\b[^>]*>([^]*?)<\/select>/g)) {
    const [chosen = ''] = /<option\b[^>]*\sselected\b[^>]*>/.exec(options) ?? [];
    entries[attribute(select, 'name')] = attribute(chosen, 'value');
  }
  return entries;
}

function attribute(tag: string, name: string): string {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
}

async function read({ origin }: Server, answer: Response): Promise<OwnPage> {
  const text = await answer.text();
  const main = /<main\b[^>]*>([^]*)<\/main>/.exec(text)?.[1] ?? text;
  return {
    status: answer.status,
    headers: answer.headers,
    text: main,
    words: main
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/ ([.,:;])/g, '$1')
      .trim(),
    location: answer.headers.get('location')?.replace(origin, '') ?? undefined,
  };
}
