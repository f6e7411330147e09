#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startSandbox } from './sandbox.ts';
import { isWebAddress } from './web-address.ts';

/** The settings: environment variable, option of the command, default, meaning. The option goes before the variable. */
const settings = [
  ['SANDBOX_PORT', 'port', '12111', 'port of both APIs and of the pages; 0 takes any free one'],
  ['SANDBOX_STRIPE_WEBHOOK_URL', 'stripe-webhook-url', '', "address for Stripe's events"],
  ['SANDBOX_PAYPAL_WEBHOOK_URL', 'paypal-webhook-url', '', "address for PayPal's events"],
  ['SANDBOX_CONTROL', 'control', 'off', 'tests may control it by HTTP below /_control'],
  ['SANDBOX_STATE_FILE', 'state-file', '', 'file that keeps the payments; none: memory only'],
  ['SANDBOX_ANY_STRIPE_VERSION', 'any-stripe-version', 'off', 'answer any API version of Stripe'],
  ['STRIPE_SECRET_KEY', '', 'sk_test_sandbox', 'the key that a shop has to call Stripe with'],
  ['STRIPE_WEBHOOK_SECRET', '', 'whsec_sandbox', "the secret that signs Stripe's events"],
  ['PAYPAL_CLIENT_ID', '', 'sandbox-client', 'the id that a shop has to call PayPal with'],
  ['PAYPAL_CLIENT_SECRET', '', 'sandbox-secret', 'the secret of this id'],
  ['PAYPAL_WEBHOOK_ID', '', 'WH-SANDBOX', "the webhook id in PayPal's signatures"],
] as const;

const options = readOptions();
if (options.help) endWith(0, helpText());
if (options.version) {
  // Both the sources and the package have their package.json beside the command.
  const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));
  endWith(0, String(version));
}
const values = readSettings();
const stripeTo = values.SANDBOX_STRIPE_WEBHOOK_URL || undefined;
const paypalTo = values.SANDBOX_PAYPAL_WEBHOOK_URL || undefined;
const port = Number(values.SANDBOX_PORT);
checkSettings();

const sandbox = await startSandbox({
  apiPort: port,
  publicBaseUrl: 'api',
  stateFile: values.SANDBOX_STATE_FILE || undefined,
  controlOverHttp: values.SANDBOX_CONTROL === 'on',
  stripe: {
    secretKey: values.STRIPE_SECRET_KEY,
    webhookSecret: values.STRIPE_WEBHOOK_SECRET,
    webhookUrl: () => stripeTo,
    anyVersion: values.SANDBOX_ANY_STRIPE_VERSION === 'on',
  },
  paypal: {
    clientId: values.PAYPAL_CLIENT_ID,
    clientSecret: values.PAYPAL_CLIENT_SECRET,
    webhookId: values.PAYPAL_WEBHOOK_ID,
    webhookUrl: () => paypalTo,
  },
  log: (message) => process.stderr.write(`${message}\n`),
}).catch((error: Error & { code?: string }) =>
  endWith(
    1,
    error.code === 'EADDRINUSE'
      ? `Port ${port} is taken: choose another one with --port or SANDBOX_PORT.`
      : error.message,
  ),
);
// Without an address, the sandbox would try each event in vain and log it.
if (!stripeTo && !paypalTo) sandbox.control.webhooks('off');
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void sandbox.close().then(() => process.exit(0)));

const { hostname, port: taken, origin } = new URL(sandbox.stripeApiBase);
process.stdout.write(`A pretend Stripe and a pretend PayPal: no money moves.

  Stripe       new Stripe('${values.STRIPE_SECRET_KEY}', { host: '${hostname}', port: ${taken}, protocol: 'http' })
    events     to ${stripeTo ?? 'nobody: see --stripe-webhook-url'}, signed with ${values.STRIPE_WEBHOOK_SECRET}
  PayPal       ${origin} in place of https://api-m.sandbox.paypal.com,
               client id ${values.PAYPAL_CLIENT_ID}, secret ${values.PAYPAL_CLIENT_SECRET}
    events     to ${paypalTo ?? 'nobody: see --paypal-webhook-url'}, webhook id ${values.PAYPAL_WEBHOOK_ID}
  Control      ${values.SANDBOX_CONTROL === 'on' ? `${origin}/_control/…` : 'off: with --control tests order faults by HTTP'}
`);

type Name = (typeof settings)[number][0];

function readOptions() {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  try {
    return parseArgs({
      options: {
        port: text,
        'stripe-webhook-url': text,
        'paypal-webhook-url': text,
        'state-file': text,
        control: flag,
        'any-stripe-version': flag,
        help: { ...flag, short: 'h' },
        version: { ...flag, short: 'v' },
      },
    }).values;
  } catch (error) {
    return endWith(2, `${error instanceof Error ? error.message : String(error)}\nSee --help.`);
  }
}

function readSettings(): Record<Name, string> {
  return Object.fromEntries(
    settings.map(([name, option, normal]) => {
      const chosen = option === '' ? undefined : options[option];
      return [name, chosen === true ? 'on' : (chosen ?? (process.env[name] || normal))];
    }),
  ) as Record<Name, string>;
}

function checkSettings(): void {
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    endWith(2, `SANDBOX_PORT is ${values.SANDBOX_PORT}: it has to be a port, such as 12111.`);
  for (const name of ['SANDBOX_STRIPE_WEBHOOK_URL', 'SANDBOX_PAYPAL_WEBHOOK_URL'] as const)
    if (values[name] !== '' && !isWebAddress(values[name]))
      endWith(2, `${name} is ${values[name]}: it has to be an address with http or https.`);
}

function helpText(): string {
  const rows = settings.map(([name, option, normal, meaning]) => {
    const named = option === '' ? '' : `--${option}`;
    return `  ${named.padEnd(21)} ${name.padEnd(27)} ${meaning}${normal && ` (${normal})`}`;
  });
  return `plenary-payment-sandbox [options]

Starts a pretend Stripe and a pretend PayPal on 127.0.0.1, until it is stopped.

  ${'option'.padEnd(21)} ${'or variable'.padEnd(27)} meaning (default)
${rows.join('\n')}
  --help, --version

Exit codes: 0 stopped by a signal, 1 could not start, 2 wrong option or setting.`;
}

function endWith(code: number, sentence: string): never {
  (code === 0 ? process.stdout : process.stderr).write(`${sentence}\n`);
  process.exit(code);
}
