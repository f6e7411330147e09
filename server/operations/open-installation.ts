import { type Db, inTransaction, lockKey, type Tx } from '#server/database/database.ts';
import { type Env, SettingError } from '#server/config/env.ts';
import {
  accountsOf,
  findInstallation,
  type Installation,
  installationIn,
  moneyDifferences,
  isUnnamed,
  recordInstallation,
  refuseDifferences,
  storeDifferences,
  unnamedAccountOf,
} from './installation.ts';
import { countOpenElsewhere, latestCheckoutOf } from '#server/payments/other-accounts.ts';
import { askStripeAccount, knowsCheckout } from '#server/payments/stripe/stripe-account.ts';

type Start = { env: Env; dataDir: string };

/**
 * Compares the settings with the installation of the database, and records them at the first start. Throws a SettingError
 * if they name another mode, account or file store: with other keys the server could not check the payments here. A new key
 * of the same Stripe account replaces the old one. `warn` gets a sentence if Stripe does not name the account of a new key.
 */
export async function openInstallation(
  db: Db,
  start: Start,
  warn: (message: string) => void,
): Promise<Installation> {
  const settings = installationIn(start.env, start.dataDir);
  const known = await findInstallation(db);
  // With a key of another mode the server does not even ask Stripe.
  if (known && known.mode !== settings.mode) refuseDifferences(moneyDifferences(known, settings));
  const { is, trouble } = await withStripeAccount(db, settings, start.env, known);
  const now = await inTransaction(db, async (tx) => {
    const was = await lockInstallation(tx);
    if (was) {
      refuseDifferences([
        ...moneyDifferences(await withoutUnusedKey(tx, was), is),
        ...(await storeDifferences(tx, was, is)),
      ]);
    }
    const joined = was ? join(was, is) : is;
    if (JSON.stringify(joined) !== JSON.stringify(was)) await recordInstallation(tx, joined);
    return joined;
  });
  if (trouble !== undefined) {
    warn(`Stripe does not say which account STRIPE_SECRET_KEY belongs to: ${trouble}`);
  }
  return now;
}

/** A deliberate change of the installation. `openElsewhere` counts open payments of accounts without keys after it. */
export type Adoption = {
  was: Installation | undefined;
  now: Installation;
  openElsewhere: number;
};

/**
 * Replaces the installation of the database by that of the settings; without `isReal` it only returns the change. Throws a
 * SettingError if one database would have live and other orders. A running process keeps its accounts.
 */
export async function adoptInstallation(db: Db, start: Start, isReal: boolean): Promise<Adoption> {
  const settings = installationIn(start.env, start.dataDir);
  const known = await findInstallation(db);
  const { is } = await withStripeAccount(db, settings, start.env, known);
  return inTransaction(db, async (tx) => {
    const was = await lockInstallation(tx);
    if (was && (was.mode === 'live') !== (is.mode === 'live')) await refuseOrders(tx, was, is);
    const now = was && was.mode === is.mode ? { ...join(was, is), sandboxId: is.sandboxId } : is;
    if (isReal) await recordInstallation(tx, now);
    return { was, now, openElsewhere: await countOpenElsewhere(tx, accountsOf(now)) };
  });
}

async function refuseOrders(tx: Tx, was: Installation, is: Installation): Promise<void> {
  const order = await tx.selectFrom('orders').select('id').limit(1).executeTakeFirst();
  if (!order) return;
  throw new SettingError(
    `This database has orders of ${was.mode} payments, and the settings say ${is.mode} payments: ` +
      'one database never has real and pretended orders, so name another DATA_DIR or DATABASE_URL.',
  );
}

async function lockInstallation(tx: Tx): Promise<Installation | undefined> {
  await lockKey(tx, 'installation');
  return findInstallation(tx);
}

/**
 * Adds the account of the Stripe key. For the recorded key it asks nothing. If Stripe does not name the account of the old
 * or the new key, the latest checkout decides: only keys of the checkout's own account find it.
 */
async function withStripeAccount(
  db: Db,
  settings: Installation,
  env: Env,
  was: Installation | undefined,
): Promise<{ is: Installation; trouble?: string }> {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_API_BASE: apiBase } = env;
  if (secretKey === undefined) return { is: settings };
  const named = (stripeAccount: string | undefined) => ({ is: { ...settings, stripeAccount } });
  if (was?.stripeKey === settings.stripeKey) return named(was?.stripeAccount);
  const answer = await askStripeAccount({ secretKey, apiBase });
  const before = was?.stripeAccount;
  if (before !== undefined && ('trouble' in answer || isUnnamed(before))) {
    const ref = await latestCheckoutOf(db, 'stripe', before);
    if (ref !== undefined && (await knowsCheckout({ secretKey, apiBase }, ref))) {
      return named(before);
    }
  }
  return 'id' in answer
    ? named(answer.id)
    : { ...named(unnamedAccountOf(settings)), trouble: answer.trouble };
}

/** Keeps the accounts of a provider that is off, because it may be switched on again. */
function join(was: Installation, is: Installation): Installation {
  const stripe = is.stripeKey === undefined || is.stripeKey === was.stripeKey ? was : is;
  return {
    mode: is.mode,
    stripeAccount: stripe.stripeAccount,
    stripeKey: stripe.stripeKey,
    paypalClient: is.paypalClient ?? was.paypalClient,
    sandboxId: is.sandboxId ?? was.sandboxId,
    fileStore: is.fileStore,
  };
}

/** Drops a recorded key without a known account and without a checkout: it was probably mistyped. */
async function withoutUnusedKey(tx: Tx, was: Installation): Promise<Installation> {
  const { stripeAccount } = was;
  if (stripeAccount === undefined || !isUnnamed(stripeAccount)) return was;
  const isUsed = (await latestCheckoutOf(tx, 'stripe', stripeAccount)) !== undefined;
  return isUsed ? was : { ...was, stripeAccount: undefined, stripeKey: undefined };
}
