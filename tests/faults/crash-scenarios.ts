import type { ApiCall, Ledger, Provider } from 'payment-sandbox';
import type { PayingVisitor } from '#tests/support/paying-visitor.ts';
import { readSandbox, tellSandbox } from '#tests/support/sandbox-control.ts';
import { until } from './fault.ts';

export type Scenario = {
  name: string;
  providers: readonly Provider[];
  /** Whether the payment's webhooks arrive after the restart; without them only the recovery can find the money. */
  webhooks: readonly ('on' | 'off')[];
  /** Up to the moment of the crash. */
  until(visitor: PayingVisitor, dataDir: string): Promise<void>;
  /** The server is not killed: only the provider failed. */
  survives?: true;
};

const LONGEST_MS = 20_000;
const both = ['stripe', 'paypal'] as const;
const onAndOff = ['on', 'off'] as const;

/** The first scenario leaves a mail whose sender died; its lease ends while the other scenarios run. */
export const scenarios: readonly Scenario[] = [
  {
    name: '42 killed right after PAID, before the mail',
    providers: both,
    webhooks: onAndOff,
    async until(visitor) {
      await visitor.open();
      await visitor.pay();
      await until(LONGEST_MS, 'the page says paid', () => isPaid(visitor));
    },
  },
  {
    name: '39 killed after NEW was committed, before the provider heard of it',
    providers: both,
    webhooks: ['on'],
    async until(visitor, dataDir) {
      await untilItHangs('hang', 'open', visitor, dataDir, () => press(visitor));
    },
  },
  {
    name: '40 killed between the provider’s checkout and our commit of it',
    providers: both,
    webhooks: ['on'],
    async until(visitor, dataDir) {
      const before = (await readSandbox<unknown[]>(dataDir, 'payments')).length;
      await untilItHangs('hang-after', 'open', visitor, dataDir, () => press(visitor));
      const isMade = async () =>
        (await readSandbox<unknown[]>(dataDir, 'payments')).length > before;
      await until(LONGEST_MS, 'the checkout is made', isMade);
    },
  },
  {
    name: '41 killed between the capture of the money and our commit of it',
    providers: ['paypal'],
    webhooks: onAndOff,
    async until(visitor, dataDir) {
      await visitor.open();
      const charges = async () =>
        Object.values(await readSandbox<Ledger>(dataDir, 'ledger')).flat().length;
      const before = await charges();
      await untilItHangs('hang-after', 'capture', visitor, dataDir, async () => {
        await visitor.pay();
        void isPaid(visitor);
      });
      await until(LONGEST_MS, 'the money moved', async () => (await charges()) > before);
    },
  },
  {
    name: '43 killed while a webhook was being handled',
    providers: both,
    webhooks: ['on'],
    async until(visitor, dataDir) {
      await visitor.open();
      await untilItHangs('hang', 'look', visitor, dataDir, () => visitor.pay());
    },
  },
  {
    name: '45 provider down while the checkout was opened',
    providers: both,
    webhooks: onAndOff,
    survives: true,
    async until(visitor, dataDir) {
      await tellSandbox(dataDir, 'failNext', 'reset-before', 20, { provider: visitor.provider });
      if ((await visitor.open()).status === 200)
        throw new Error('a provider that is down opened a checkout');
    },
  },
  {
    name: '45 provider down when the visitor came back',
    providers: both,
    webhooks: onAndOff,
    survives: true,
    until: (visitor, dataDir) => comeBackInVain('reset-before', visitor, dataDir),
  },
  {
    name: '45 provider broken with 500 and the server killed',
    providers: both,
    webhooks: onAndOff,
    until: (visitor, dataDir) => comeBackInVain({ status: 500 }, visitor, dataDir),
  },
];

/** Whether the return page says that all is paid; a server that died says nothing. */
export async function isPaid(visitor: PayingVisitor): Promise<boolean> {
  const answer = await visitor.comeBack().catch(() => undefined);
  return answer?.status === 200 && Boolean(answer.json['success']);
}

/** Nobody waits for the answer: the server is killed before it comes. */
function press(visitor: PayingVisitor): void {
  visitor.open().catch(() => undefined);
}

async function comeBackInVain(
  fault: 'reset-before' | { status: 500 },
  visitor: PayingVisitor,
  dataDir: string,
): Promise<void> {
  await visitor.open();
  await tellSandbox(dataDir, 'failNext', fault, 20, { provider: visitor.provider });
  await visitor.pay();
  if (await isPaid(visitor)) throw new Error('a provider that failed said paid');
}

const PATHS = {
  open: /(?:sessions|orders)$/,
  look: /(?:sessions|orders)\/[^/]+$/,
  capture: /capture$/,
};

/** Does something and waits until the server waits for a provider that does not answer. */
async function untilItHangs(
  fault: 'hang' | 'hang-after',
  purpose: keyof typeof PATHS,
  { provider }: PayingVisitor,
  dataDir: string,
  act: () => void | Promise<void>,
): Promise<void> {
  const hanging = async () =>
    (await readSandbox<ApiCall[]>(dataDir, 'calls')).filter(
      ({ path, status }) => status === null && PATHS[purpose].test(path),
    ).length;
  const before = await hanging();
  await tellSandbox(dataDir, 'failNext', fault, 1, { provider, purpose });
  await act();
  await until(LONGEST_MS, `${provider} hangs`, async () => (await hanging()) > before);
}
