#!/usr/bin/env node
import { startSandbox } from './sandbox.ts';

/** The environment variables that `payment-sandbox` reads, with their defaults. */
const settings = {
  SANDBOX_PORT: ['12111', 'port of both APIs and of the pages on 127.0.0.1; 0 takes any free one'],
  SANDBOX_STRIPE_WEBHOOK_URL: ['', "address for the pretend Stripe's events; none: it sends none"],
  SANDBOX_PAYPAL_WEBHOOK_URL: ['', "address for the pretend PayPal's events"],
  SANDBOX_CONTROL: ['off', 'on: tests may control it by HTTP below /_control'],
  SANDBOX_STATE_FILE: ['', 'a file that keeps the payments across restarts; none: memory only'],
  STRIPE_SECRET_KEY: ['sk_test_sandbox', 'the key that a shop has to call Stripe with'],
  STRIPE_WEBHOOK_SECRET: ['whsec_sandbox', "the secret that signs Stripe's events"],
  PAYPAL_CLIENT_ID: ['sandbox-client', 'the id that a shop has to call PayPal with'],
  PAYPAL_CLIENT_SECRET: ['sandbox-secret', 'the secret of this id'],
  PAYPAL_WEBHOOK_ID: ['WH-SANDBOX', "the webhook id in PayPal's signatures, at most 50 characters"],
} as const;

type Name = keyof typeof settings;

const values = Object.fromEntries(
  Object.entries(settings).map(([name, [normal]]) => [name, process.env[name] || normal]),
) as Record<Name, string>;

if (process.argv.length > 2) {
  const lines = Object.entries(settings).map(
    ([name, [normal, means]]) => `  ${name.padEnd(27)} ${means}${normal && ` (${normal})`}`,
  );
  say(`Starts a pretend Stripe and a pretend PayPal. Settings, with their defaults:`, '', ...lines);
  process.exit(process.argv.slice(2).every((word) => ['-h', '--help'].includes(word)) ? 0 : 2);
}
const port = Number(values.SANDBOX_PORT);
if (!Number.isInteger(port) || port < 0 || port > 65_535)
  exitWith(2, `SANDBOX_PORT is ${values.SANDBOX_PORT}: it has to be a port, such as 12111.`);
for (const name of ['SANDBOX_STRIPE_WEBHOOK_URL', 'SANDBOX_PAYPAL_WEBHOOK_URL'] as const)
  if (values[name] !== '' && !/^https?:$/.test(URL.parse(values[name])?.protocol ?? ''))
    exitWith(2, `${name} is ${values[name]}: it has to be an address with http or https.`);

const stripeTo = values.SANDBOX_STRIPE_WEBHOOK_URL || undefined;
const paypalTo = values.SANDBOX_PAYPAL_WEBHOOK_URL || undefined;
const sandbox = await startSandbox({
  apiPort: port,
  publicBaseUrl: 'api',
  stateFile: values.SANDBOX_STATE_FILE || undefined,
  now: () => new Date(),
  controlOverHttp: values.SANDBOX_CONTROL === 'on',
  stripe: {
    secretKey: values.STRIPE_SECRET_KEY,
    webhookSecret: values.STRIPE_WEBHOOK_SECRET,
    webhookUrl: () => stripeTo,
  },
  paypal: {
    clientId: values.PAYPAL_CLIENT_ID,
    clientSecret: values.PAYPAL_CLIENT_SECRET,
    webhookId: values.PAYPAL_WEBHOOK_ID,
    webhookUrl: () => paypalTo,
  },
  log: (message) => process.stderr.write(`${message}\n`),
}).catch((error: Error & { code?: string }) =>
  exitWith(
    1,
    error.code === 'EADDRINUSE'
      ? `Port ${port} is taken: set SANDBOX_PORT to another one.`
      : String(error.message),
  ),
);
// Without an address, the sandbox would try each event in vain and log it.
if (!stripeTo && !paypalTo) sandbox.control.webhooks('off');
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void sandbox.close().then(() => process.exit(0)));

const { hostname, port: taken, origin } = new URL(sandbox.stripeApiBase);
say(
  'A pretend Stripe and a pretend PayPal: no money moves.',
  '',
  `  Stripe       new Stripe('${values.STRIPE_SECRET_KEY}', { host: '${hostname}', port: ${taken}, protocol: 'http' })`,
  `    events     to ${stripeTo ?? 'nobody: set SANDBOX_STRIPE_WEBHOOK_URL'}, signed with ${values.STRIPE_WEBHOOK_SECRET}`,
  `  PayPal       ${origin} in place of https://api-m.sandbox.paypal.com,`,
  `               client id ${values.PAYPAL_CLIENT_ID}, secret ${values.PAYPAL_CLIENT_SECRET}`,
  `    events     to ${paypalTo ?? 'nobody: set SANDBOX_PAYPAL_WEBHOOK_URL'}, webhook id ${values.PAYPAL_WEBHOOK_ID}`,
  `  Control      ${values.SANDBOX_CONTROL === 'on' ? `${origin}/_control/…` : 'off: SANDBOX_CONTROL=on lets tests order faults by HTTP'}`,
);

function say(...lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

function exitWith(code: number, sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(code);
}
