import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { rowCount } from '#server/database/queries.ts';
import type { Tables } from '#server/database/tables.ts';
import { DAY } from '#contract/time-spans.ts';
import { timestamp } from '#server/identity.ts';
import type { Accounts } from './payment-context.ts';
import { UNDECIDED } from './payment-states.ts';
import type { ProviderName } from './provider.ts';

type InQuery = (is: ExpressionBuilder<Tables, 'payments'>) => Expression<SqlBool>;

/** In a query of payments: the payments for which `isOurs` is false. */
function elsewhere({ mode, providers }: Accounts): InQuery {
  return (is) =>
    is.or([
      is('payments.mode', '!=', mode),
      ...[...providers].map(([name, { account }]) =>
        is.and([
          is('payments.provider', '=', name),
          account === undefined
            ? is('payments.account', 'is not', null)
            : is.or([is('payments.account', 'is', null), is('payments.account', '!=', account)]),
        ]),
      ),
    ]);
}

/** In a query of payments: the payments for which `isOurs` is true. */
export function ours(accounts: Accounts): InQuery {
  return (is) => is.not(elsewhere(accounts)(is));
}

/** Counts the unfinished payments of other accounts. */
export function countOpenElsewhere(db: Db, accounts: Accounts): Promise<number> {
  return db
    .selectFrom('payments')
    .where('state', 'in', [...UNDECIDED])
    .where(elsewhere(accounts))
    .$call(rowCount);
}

/** The provider's id of the latest checkout of an account; undefined if none was opened with it. */
export async function latestCheckoutOf(
  db: Db,
  provider: ProviderName,
  account: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('payments')
    .select('provider_ref')
    .where('provider', '=', provider)
    .where('account', '=', account)
    .where('provider_ref', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.provider_ref ?? undefined;
}

const LONGEST_MS = 14 * DAY;

/**
 * Ends the waiting for payments of other accounts, once even a process with their keys would have stopped asking. Their
 * state stays. An unpaid order can then be deleted like any other.
 */
export async function stopWaitingElsewhere(db: Db, accounts: Accounts, now: Date): Promise<void> {
  await db
    .updateTable('payments')
    .set({ next_check_at: null })
    .where('next_check_at', 'is not', null)
    .where('state', 'in', [...UNDECIDED])
    .where('expires_at', '<', timestamp(now, -LONGEST_MS))
    .where(elsewhere(accounts))
    .execute();
}
