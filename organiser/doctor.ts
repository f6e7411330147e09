import { isSandboxed } from '#server/env.ts';
import type { Desk } from './desk.ts';

/** Says how things stand: what is pretended and what is real, when providers were last heard of, what waits. */
export async function doctorCommand(
  { till, env, dataDir }: Desk,
  print: (line: string) => Promise<void>,
): Promise<void> {
  const { db, providers } = till;
  const mode = isSandboxed(env) ? 'TEST MODE, pretend providers' : 'real keys';
  await print(`payments        ${mode}\n`);
  for (const name of ['stripe', 'paypal'] as const) {
    const provider = providers.get(name);
    const is = !provider ? 'off' : provider.live ? 'live' : 'test';
    const last = await db
      .selectFrom('provider_events')
      .select(({ fn }) => fn.max('received_at').as('at'))
      .where('provider', '=', name)
      .executeTakeFirst();
    await print(`${name.padEnd(16)}${is}, last webhook ${last?.at ?? 'never'}\n`);
  }
  const unpaid = await db
    .selectFrom('orders')
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('created_at').as('oldest')])
    .where('state', '=', 'AWAITING_PAYMENT')
    .executeTakeFirst();
  await print(`unpaid orders   ${unpaid?.count ?? 0}, oldest ${unpaid?.oldest ?? 'none'}\n`);
  const unsent = await db
    .selectFrom('outbox')
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('created_at').as('oldest')])
    .where('sent_at', 'is', null)
    .executeTakeFirst();
  await print(`unsent mails    ${unsent?.count ?? 0}, oldest ${unsent?.oldest ?? 'none'}\n`);
  const review = await db
    .selectFrom('payments')
    .select(['id', 'state', 'disputed'])
    .where((is) => is.or([is('state', '=', 'MISMATCH'), is('disputed', '=', 1)]))
    .execute();
  for (const { id, state, disputed } of review) {
    await print(`look at         payment ${id}: ${disputed === 1 ? 'disputed' : state}\n`);
  }
  const store = env.DATABASE_URL === undefined ? `SQLite in ${dataDir}` : 'PostgreSQL';
  await print(`database        ${store}\n`);
}
