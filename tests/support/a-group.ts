import type { Plan } from '#server/operations/plan.ts';
import { planGroup } from '#server/orders/sell/register-group.ts';
import type { Payable } from '#server/orders/rows/payables.ts';
import { findLinked } from '#server/orders/rows/payment-links.ts';
import { groupColumns } from '#server/orders/sell/group-people.ts';
import type { Cell } from '#server/files/sheet-table.ts';
import type { TestServer } from './test-server.ts';
import { aPerson } from './visitor.ts';

/** A sheet with an invented person for each of these presentation types. */
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

/** Carries a plan out. */
export async function carriedOut(plan: Promise<Plan>): Promise<string> {
  return (await (await plan).perform()).join('\n');
}

/** The order that an output names by its link to pay, and the path of that link. */
export async function linkedOrder(
  server: TestServer,
  said: string,
): Promise<Payable & { path: string }> {
  const [path = '', token = ''] = /\/pay\/(\w+)/.exec(said) ?? [];
  const linked = await findLinked(server.db, token);
  if (!linked) throw new Error(`nothing to pay: ${said}`);
  return { ...linked.payable, path };
}

/** The same for a change of an order. */
export async function linkedChange(server: TestServer, said: string) {
  const { order, change, path } = await linkedOrder(server, said);
  if (!change) throw new Error(`no change to pay: ${said}`);
  return { order, change, path };
}

/** A group that is registered and has not paid. */
export async function aGroup(server: TestServer, types = ['Speaker', 'Poster', 'Student']) {
  const { people, rows } = aSheet(types);
  const said = await carriedOut(planGroup(server.organising, { rows, payer: aPayer }));
  return { people, rows, ...(await linkedOrder(server, said)) };
}

/** Presses a button of the page behind a link; `location` has the next address. */
export function press(
  server: TestServer,
  path: string,
  way: 'card' | 'paypal' | 'transfer' | 'free',
): Promise<Response> {
  return fetch(`${server.origin}${path}/${way}`, { method: 'POST', redirect: 'manual' });
}
