import type { Provider } from 'plenary-payment-sandbox';
import type { PayingVisitor } from '#tests/support/paying-visitor.ts';
import type { ServerCluster } from '#tests/support/server-cluster.ts';
import { until } from './fault.ts';

type Site = Pick<ServerCluster, 'controls' | 'pageOf'>;

export type Scenario = {
  name: string;
  providers: readonly Provider[];
  /** Whether the payment's webhooks arrive after the restart; without them only the recovery can find the money. */
  webhooks: readonly ('on' | 'off')[];
  /** Does everything up to the moment of the crash. */
  until(visitor: PayingVisitor, site: Site): Promise<void>;
  /** The server is not killed, because only the provider fails. */
  survives?: true;
};

const LONGEST_MS = 20_000;
const both = ['stripe', 'paypal'] as const;
const onAndOff = ['on', 'off'] as const;

/**
 * The first scenario leaves a mail that a killed server was sending; the lease of the mail ends while the other
 * scenarios run.
 */
export const scenarios: readonly Scenario[] = [
  {
    name: 'killed right after PAID, before the mail',
    providers: both,
    webhooks: onAndOff,
    async until(visitor, { pageOf }) {
      await visitor.open();
      await visitor.pay(pageOf);
      await until(LONGEST_MS, 'the page says paid', () => isPaid(visitor));
    },
  },
  {
    name: 'killed after NEW was committed, before the call to the provider',
    providers: both,
    webhooks: ['on'],
    async until(visitor, site) {
      await untilItHangs('hang', 'open', visitor, site, () => press(visitor));
    },
  },
  {
    name: 'killed between the provider’s checkout and our commit',
    providers: both,
    webhooks: ['on'],
    async until(visitor, site) {
      const { payments } = site.controls[visitor.provider];
      const before = payments().length;
      await untilItHangs('hang-after', 'open', visitor, site, () => press(visitor));
      await until(LONGEST_MS, 'the checkout is made', async () => payments().length > before);
    },
  },
  {
    name: 'killed between the capture of the money and our commit',
    providers: ['paypal'],
    webhooks: onAndOff,
    async until(visitor, site) {
      await visitor.open();
      const charges = () => Object.values(site.controls.paypal.ledger()).flat().length;
      const before = charges();
      await untilItHangs('hang-after', 'capture', visitor, site, async () => {
        await visitor.pay(site.pageOf);
        void isPaid(visitor);
      });
      await until(LONGEST_MS, 'the money moved', async () => charges() > before);
    },
  },
  {
    name: 'killed while a webhook was being handled',
    providers: both,
    webhooks: ['on'],
    async until(visitor, site) {
      await visitor.open();
      await untilItHangs('hang', 'look', visitor, site, () => visitor.pay(site.pageOf));
    },
  },
  {
    name: 'provider down while the checkout was opened',
    providers: both,
    webhooks: onAndOff,
    survives: true,
    async until(visitor, site) {
      site.controls[visitor.provider].failNext('reset-before', 20);
      if ((await visitor.open()).status === 200)
        throw new Error('a provider that is down opened a checkout');
    },
  },
  {
    name: 'provider down when the visitor came back',
    providers: both,
    webhooks: onAndOff,
    survives: true,
    until: (visitor, site) => comeBackInVain('reset-before', visitor, site),
  },
  {
    name: 'provider broken with 500 and the server killed',
    providers: both,
    webhooks: onAndOff,
    until: (visitor, site) => comeBackInVain({ status: 500 }, visitor, site),
  },
];

/** Whether the return page says that the payment is paid; a killed server says nothing. */
export async function isPaid(visitor: PayingVisitor): Promise<boolean> {
  const answer = await visitor.comeBack().catch(() => undefined);
  return answer?.status === 200 && Boolean(answer.json['success']);
}

/** Does not wait for the answer, because the server is killed before it answers. */
function press(visitor: PayingVisitor): void {
  visitor.open().catch(() => undefined);
}

async function comeBackInVain(
  fault: 'reset-before' | { status: 500 },
  visitor: PayingVisitor,
  { controls, pageOf }: Site,
): Promise<void> {
  await visitor.open();
  controls[visitor.provider].failNext(fault, 20);
  await visitor.pay(pageOf);
  if (await isPaid(visitor)) throw new Error('a provider that failed said paid');
}

const PATHS = {
  open: /(?:sessions|orders)$/,
  look: /(?:sessions|orders)\/[^/]+$/,
  capture: /capture$/,
};

/** Runs `act`, and waits until the server waits for a provider that does not answer. */
async function untilItHangs(
  fault: 'hang' | 'hang-after',
  purpose: keyof typeof PATHS,
  { provider }: PayingVisitor,
  { controls }: Site,
  act: () => void | Promise<void>,
): Promise<void> {
  const { calls, failNext } = controls[provider];
  const hanging = () =>
    calls().filter(({ path, status }) => status === null && PATHS[purpose].test(path)).length;
  const before = hanging();
  failNext(fault, 1, { purpose });
  await act();
  await until(LONGEST_MS, `${provider} hangs`, async () => hanging() > before);
}
