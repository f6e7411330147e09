import { details } from '#tests/support/visitor.ts';
import { findEntry, type WaitingEntry } from '#features/waiting-list/waiting-list.ts';
import type { WaitingListDeps } from '#features/waiting-list/join-waiting-list.ts';
import { offerPlaces } from '#features/waiting-list/offer-places.ts';
import { fieldsOf, openPage, sendForm } from './own-page.ts';
import type { TestServer } from './test-server.ts';

/** The waiting list of a test server. */
export function waitingListOf({
  context,
  content,
  organising: { mailLayout },
  clock,
}: TestServer): WaitingListDeps {
  return { context, content, mailLayout, sale: { content, clock: clock.now } };
}

/** One round of the background job. */
export function offerFreePlaces(server: TestServer): Promise<void> {
  return offerPlaces(waitingListOf(server));
}

/** Joins the waiting list by the form, and confirms the address; `choice` is the id of a price. */
export async function join(
  server: TestServer,
  person: { name: string; email: string },
  choice = 'poster',
  { isConfirmed = true } = {},
) {
  const { name, email } = person;
  const answer = await sendForm(server, '/waiting-list', { choice, name, email });
  if (answer.status !== 200) throw new Error(`not on the waiting list: ${answer.text}`);
  const entry = isConfirmed && (await entryOf(server, email).catch(() => undefined));
  if (entry) await sendForm(server, `/waiting-list/${entry.token}/confirm`);
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

/** Takes an offer at the price that its page shows; returns the answer. */
export async function take(server: TestServer, { token }: { token: string }) {
  const { text } = await openPage(server, `/offer/${token}`);
  return sendForm(server, `/offer/${token}/take`, { ...fieldsOf(text), ...details });
}
