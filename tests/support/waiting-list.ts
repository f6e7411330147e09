import { createSale } from '#server/orders/sale.ts';
import { findEntry, type WaitingEntry } from '#server/orders/waiting-list.ts';
import type { WaitingListDeps } from '#server/waiting-list/join-waiting-list.ts';
import { offerPlaces } from '#server/waiting-list/offer-places.ts';
import type { TestServer } from './test-server.ts';

type Server = Pick<TestServer, 'origin'>;

/** Sends a form as a browser without scripts does; redirects are not followed. */
export async function sendForm(
  { origin }: Server,
  path: string,
  fields: Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = {},
) {
  const answer = await fetch(`${origin}${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers,
    redirect: 'manual',
  });
  const { status } = answer;
  return { status, location: answer.headers.get('location'), text: await answer.text() };
}

export async function openPage({ origin }: Server, path: string) {
  const answer = await fetch(`${origin}${path}`, { redirect: 'manual' });
  const { status, headers } = answer;
  return { status, headers, location: headers.get('location'), text: await answer.text() };
}

/** The waiting list of a test server. */
export function waitingListOf({
  context,
  content,
  organising: { mailLayout },
  clock,
}: TestServer): WaitingListDeps {
  return { context, content, mailLayout, sale: createSale(content, clock.now) };
}

/** One round of the background job. */
export function offerFreePlaces(server: TestServer): Promise<void> {
  return offerPlaces(waitingListOf(server));
}

/** Joins the waiting list by the form; `choice` is the id of a price. */
export async function join(
  server: TestServer,
  person: { name: string; email: string },
  choice = 'poster',
) {
  const { name, email } = person;
  const answer = await sendForm(server, '/waiting-list', { choice, name, email });
  if (answer.status !== 200) throw new Error(`not on the waiting list: ${answer.text}`);
  return answer;
}

/** The latest entry of an address. */
export async function entryOf(server: TestServer, email: string): Promise<WaitingEntry> {
  const { token } = await server.db
    .selectFrom('waiting_list')
    .select('token')
    .where('email', '=', email)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
  const entry = await findEntry(server.db, token);
  if (!entry) throw new Error(`no entry of ${email}`);
  return entry;
}

/** The rest of a registration, as the page of an offer asks for it. */
export const details = {
  phone: '+46 8 5550 142',
  institute: 'Baltic Institute of Soft Matter',
  country: 'Sweden',
};

/** Takes an offer at the price that its page shows; returns the answer. */
export async function take(server: TestServer, { token }: { token: string }) {
  const { text } = await openPage(server, `/offer/${token}`);
  const total = /name="total" value="(\d+)"/.exec(text)?.[1] ?? '';
  return sendForm(server, `/offer/${token}/take`, { total, ...details });
}
