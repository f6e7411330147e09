import { createHash } from 'node:crypto';
import type { Db, Tx } from '#server/database/database.ts';
import { firstRow } from '#server/database/queries.ts';
import { valuesOf } from '#server/database/row-values.ts';
import { type Env, SettingError } from '#server/config/env.ts';
import { s3Settings } from '#server/config/feature-settings.ts';
import { filesElsewhere } from '#server/files/files-elsewhere.ts';
import { fileStoreId } from '#server/files/open-file-store.ts';
import { isSandboxed, type PaymentMode, paymentMode } from '#server/config/payment-mode.ts';
import type { Accounts } from '#server/payments/payment-context.ts';
import { readSandboxAccess, sandboxIdOf } from '#server/config/sandbox-access.ts';

const { read, columns } = valuesOf('installation', {
  apart: ['id', 'backed_up_at', 'copied_at', 'desk_key'],
});

/** The mode, the accounts and the file store of a database. It contains no secret. */
export type Installation = {
  mode: PaymentMode;
  /** The name of the account in the table of payments: its id, or the fingerprint of its first key if Stripe did not name the id. */
  stripeAccount: string | undefined;
  /** The fingerprint of the secret key. */
  stripeKey: string | undefined;
  paypalClient: string | undefined;
  /** Distinguishes the pretend providers of this data folder from others. */
  sandboxId: string | undefined;
  fileStore: string;
};

/** The installation of the settings. They do not have Stripe's account: Stripe has to be asked. */
export function installationIn(env: Env, dataDir: string): Installation {
  const access = isSandboxed(env) ? readSandboxAccess(dataDir) : undefined;
  return {
    mode: paymentMode(env),
    stripeAccount: undefined,
    stripeKey: env.STRIPE_SECRET_KEY && fingerprintOf(env.STRIPE_SECRET_KEY),
    paypalClient: env.PAYPAL_CLIENT_ID,
    sandboxId: access && sandboxIdOf(access),
    fileStore: fileStoreId(dataDir, s3Settings(env)),
  };
}

function fingerprintOf(secretKey: string): string {
  return createHash('sha256').update(secretKey).digest('hex').slice(0, 16);
}

const UNNAMED = 'key ';

/** For some keys Stripe does not name the account. */
export function isUnnamed(stripeAccount: string): boolean {
  return stripeAccount.startsWith(UNNAMED);
}

export function unnamedAccountOf({ stripeKey }: Installation): string {
  return `${UNNAMED}${stripeKey}`;
}

/** The accounts that get the money of payments. */
export function accountsOf(installation: Installation): Accounts {
  const { mode, sandboxId, stripeAccount, paypalClient } = installation;
  const isSandbox = mode === 'sandbox';
  return {
    mode,
    providers: new Map([
      ['stripe', { account: isSandbox ? sandboxId : stripeAccount }],
      ['paypal', { account: isSandbox ? sandboxId : paypalClient }],
    ]),
  };
}

/** The installation as text. */
export function describeInstallation(installation: Installation): string {
  const { mode, paypalClient, sandboxId, fileStore } = installation;
  const parts = [
    `${mode} payments`,
    mode === 'sandbox' && sandboxId && sandboxWords(installation),
    mode !== 'sandbox' && installation.stripeAccount && stripeWords(installation),
    mode !== 'sandbox' && paypalClient && paypalWords(installation),
    `files in the ${fileStore}`,
  ];
  return parts.filter(Boolean).join(', ');
}

type Difference = { was: string; is: string };

/**
 * Lists the settings that name another mode or other accounts than the database was used with. A provider that is off is no
 * difference.
 */
export function moneyDifferences(was: Installation, is: Installation): Difference[] {
  if (was.mode !== is.mode) return [{ was: `${was.mode} payments`, is: `${is.mode} payments` }];
  const differences: Difference[] = [];
  if (was.sandboxId !== undefined && was.sandboxId !== is.sandboxId) {
    differences.push({ was: sandboxWords(was), is: sandboxWords(is) });
  }
  const hasAccounts = was.stripeAccount !== undefined && is.stripeAccount !== undefined;
  const isSameKey = was.stripeKey === is.stripeKey;
  if (hasAccounts && !isSameKey && was.stripeAccount !== is.stripeAccount) {
    differences.push({ was: stripeWords(was), is: stripeWords(is) });
  }
  const hasClients = was.paypalClient !== undefined && is.paypalClient !== undefined;
  if (hasClients && was.paypalClient !== is.paypalClient) {
    differences.push({ was: paypalWords(was), is: paypalWords(is) });
  }
  return differences;
}

/** Files of abstracts stay in the store in which they were put: with another store they would seem lost. */
export async function storeDifferences(
  db: Db,
  was: Installation,
  is: Installation,
): Promise<Difference[]> {
  if (was.fileStore === is.fileStore) return [];
  const { count } = await filesElsewhere(db, is.fileStore);
  if (count === 0) return [];
  return [{ was: `files in the ${was.fileStore}`, is: `files in the ${is.fileStore}` }];
}

/** Throws if there are differences, with the differences and the remedy in one sentence. */
export function refuseDifferences(differences: readonly Difference[]): void {
  if (differences.length > 0) throw new SettingError(`${differenceWords(differences)}: ${REMEDY}.`);
}

export function differenceWords(differences: readonly Difference[]): string {
  const was = differences.map((difference) => difference.was).join(' and ');
  const is = differences.map((difference) => difference.is).join(' and ');
  return `This database was used with ${was}, and the settings say ${is}`;
}

const REMEDY =
  'put the settings back, name another DATA_DIR or DATABASE_URL, or if the change is meant run organiser installation --adopt';

function sandboxWords({ sandboxId }: Installation): string {
  return sandboxId === undefined ? 'a data folder without a sandbox' : `the sandbox ${sandboxId}`;
}

function stripeWords({ stripeAccount = '' }: Installation): string {
  return isUnnamed(stripeAccount)
    ? `the account of the Stripe ${stripeAccount}, which Stripe does not name`
    : `the Stripe account ${stripeAccount}`;
}

function paypalWords({ paypalClient }: Installation): string {
  return `the PayPal client ${paypalClient}`;
}

/** The installation that the database is used with; undefined before its first start. */
export function findInstallation(db: Db): Promise<Installation | undefined> {
  return db.selectFrom('installation').selectAll().$call(firstRow(read));
}

/** Records an installation and replaces the previous one. */
export async function recordInstallation(tx: Tx, installation: Installation): Promise<void> {
  const row = columns({ id: 1, ...installation });
  await tx
    .insertInto('installation')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}
