import { type Db, inTransaction, lockKey, type Tx } from './database/database.ts';
import { type Env, SettingError } from './env.ts';
import {
  accountsOf,
  findInstallation,
  type Installation,
  installationIn,
  moneyDifferences,
  recordInstallation,
  refuseDifferences,
  storeDifferences,
  stripeAccountName,
} from './installation.ts';
import { countOpenElsewhere, hasPaymentsOf, renameAccount } from './payments/other-accounts.ts';
import { askStripeAccount } from './payments/stripe-account.ts';

type Start = { env: Env; dataDir: string };

/**
 * Compares the settings with what the database was used with, and records them at the first start. Throws a SettingError
 * where other money or other files are set: with other keys nobody knows what became of the payments here. A new key of the
 * same Stripe account takes the place of the old one. `warn` gets a sentence if Stripe does not say whose key it is.
 */
export async function openInstallation(
  db: Db,
  start: Start,
  warn: (message: string) => void,
): Promise<Installation> {
  const settings = installationIn(start.env, start.dataDir);
  const known = await findInstallation(db);
  // Stripe is not asked with a key of another mode.
  if (known && known.mode !== settings.mode) refuseDifferences(moneyDifferences(known, settings));
  const { is, trouble } = await withStripeAccount(settings, start.env, known);
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
    if (was) await nameAccount(tx, was, joined);
    return joined;
  });
  if (trouble !== undefined) {
    warn(`Stripe does not say which account STRIPE_SECRET_KEY belongs to: ${trouble}`);
  }
  return now;
}

/** A deliberate change, and how many payments without an end it leaves to accounts that nobody here has keys of. */
export type Adoption = {
  was: Installation | undefined;
  now: Installation;
  openElsewhere: number;
};

/**
 * Records the settings in place of what the database was used with; without `isReal` it only says what it would do. Throws
 * a SettingError where live and other orders would stand in one book. A process that runs meanwhile keeps its accounts.
 */
export async function adoptInstallation(db: Db, start: Start, isReal: boolean): Promise<Adoption> {
  const settings = installationIn(start.env, start.dataDir);
  const { is } = await withStripeAccount(settings, start.env, await findInstallation(db));
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
      'real and pretended orders never stand in one book, so name another DATA_DIR or DATABASE_URL.',
  );
}

async function lockInstallation(tx: Tx): Promise<Installation | undefined> {
  await lockKey(tx, 'installation');
  return findInstallation(tx);
}

/** Adds the account of the Stripe key: as it was recorded for the same key, or else as Stripe names it. */
async function withStripeAccount(
  settings: Installation,
  env: Env,
  was: Installation | undefined,
): Promise<{ is: Installation; trouble?: string }> {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_API_BASE: apiBase } = env;
  if (secretKey === undefined) return { is: settings };
  const known = was?.stripeKey === settings.stripeKey ? was?.stripeAccount : undefined;
  if (known !== undefined) return { is: { ...settings, stripeAccount: known } };
  const answer = await askStripeAccount({ secretKey, apiBase });
  return 'id' in answer
    ? { is: { ...settings, stripeAccount: answer.id } }
    : { is: settings, trouble: answer.trouble };
}

/** What is not set stays as it was: a provider that is off now may be on again. */
function join(was: Installation, is: Installation): Installation {
  const stripe = is.stripeKey === undefined ? was : is;
  return {
    mode: is.mode,
    stripeAccount: stripe.stripeAccount,
    stripeKey: stripe.stripeKey,
    paypalClient: is.paypalClient ?? was.paypalClient,
    sandboxId: is.sandboxId ?? was.sandboxId,
    fileStore: is.fileStore ?? was.fileStore,
  };
}

/** A key whose account was never known, and that no payment was made with, such as a mistyped one, says nothing. */
async function withoutUnusedKey(tx: Tx, was: Installation): Promise<Installation> {
  const name = stripeAccountName(was);
  const isUnused =
    was.stripeAccount === undefined &&
    name !== undefined &&
    !(await hasPaymentsOf(tx, 'stripe', name));
  return isUnused ? { ...was, stripeKey: undefined } : was;
}

/** Payments that were made before the account of their key was known get its name. */
async function nameAccount(tx: Tx, was: Installation, now: Installation): Promise<void> {
  const unnamed = stripeAccountName({ ...was, stripeAccount: undefined });
  if (unnamed === undefined || now.stripeAccount === undefined) return;
  await renameAccount(tx, 'stripe', unnamed, now.stripeAccount);
}
