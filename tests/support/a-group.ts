import type { Plan } from '#server/operations/plan.ts';
import { planGroup } from '#server/orders/register-group.ts';
import { findOrderByReference, type Order } from '#server/orders/orders.ts';
import { findPaymentLink, pathOf } from '#server/orders/payment-links.ts';
import { groupColumns } from '#server/orders/group-people.ts';
import type { Cell } from '#server/files/sheet-table.ts';
import type { TestServer } from './test-server.ts';
import { aPerson } from './visitor.ts';

/** A sheet with invented people, one for each presentation type that is named. */
export function aSheet(types: readonly string[], extra: readonly Cell[] = []) {
  const people = types.map(() => aPerson());
  const rows: Cell[][] = [
    [...groupColumns.needed, ...groupColumns.optional],
    ...people.map(({ name, email, phone, instituteOrUniversity, country }, at) => [
      name,
      email,
      phone,
      instituteOrUniversity,
      country,
      types[at],
      ...extra,
    ]),
  ];
  return { people, rows };
}

export const aPayer = {
  name: 'Ottilie Kassenwart',
  email: 'office@institute.example',
  institute: 'Baltic Institute of Soft Matter',
  country: 'Germany',
};

/** Does what a plan says. */
export async function carriedOut(plan: Promise<Plan>): Promise<string> {
  return (await (await plan).perform()).join('\n');
}

/** The order that a sentence names first, with the path of its link. */
export async function linkedOrder(
  server: TestServer,
  said: string,
): Promise<{ order: Order; path: string }> {
  const [reference = ''] = /PS26-\w{4}-\w{4}/.exec(said) ?? [];
  const order = await findOrderByReference(server.db, reference);
  const link = order && (await findPaymentLink(server.db, order.id));
  if (!order || !link) throw new Error(`no order to pay: ${said}`);
  return { order, path: pathOf(link) };
}

/** A group that is registered and not paid. */
export async function aGroup(server: TestServer, types = ['Speaker', 'Poster', 'Student']) {
  const { people, rows } = aSheet(types);
  const said = await carriedOut(planGroup(server.organising, { rows, payer: aPayer }));
  return { people, rows, ...(await linkedOrder(server, said)) };
}

/** Presses a button of the page behind a link; where it leads is in `location`. */
export function press(
  server: TestServer,
  path: string,
  way: 'card' | 'paypal' | 'free',
): Promise<Response> {
  return fetch(`${server.origin}${path}/${way}`, { method: 'POST', redirect: 'manual' });
}
