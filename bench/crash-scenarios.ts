import type { Provider } from '../sandbox/faults.ts';
import { type CrashStage, until } from './crash-stage.ts';
import { comeBack, openCheckout, payAt, type Visit } from './crash-visitor.ts';

export type Scenario = {
  name: string;
  providers: readonly Provider[];
  /** Whether the payment's webhooks arrive after the restart; without them only the recovery can find the money. */
  webhooks: readonly ('on' | 'off')[];
  /** Up to the moment of the crash. */
  until(visit: Visit, stage: CrashStage): Promise<void>;
  /** Whether the scenario has a crash; true by default. */
  survives?: true;
};

const both = ['stripe', 'paypal'] as const;
const onAndOff = ['on', 'off'] as const;

/** The first scenario leaves a mail whose sender died; its lease ends while the other scenarios run. */
export const scenarios: readonly Scenario[] = [
  {
    name: '42 killed right after PAID, before the mail',
    providers: both,
    webhooks: onAndOff,
    async until(visit, stage) {
      await openCheckout(stage.shop, visit);
      await payAt(visit);
      await until('the page says paid', () => comeBack(stage.shop, visit));
      if (stage.confirmationsTo(visit.email) > 0) stage.missedTheMoment += 1;
    },
  },
  {
    name: '39 killed after NEW was committed, before the provider heard of it',
    providers: both,
    webhooks: ['on'],
    async until(visit, stage) {
      await stage.failNext('hang', 1, { provider: visit.provider, purpose: 'open' });
      await stage.untilItHangs(visit.provider, 'open', () => void openCheckout(stage.shop, visit));
    },
  },
  {
    name: '40 killed between the provider’s checkout and our commit of it',
    providers: both,
    webhooks: ['on'],
    async until(visit, stage) {
      const before = await stage.recentCheckouts();
      await stage.failNext('hang-after', 1, { provider: visit.provider, purpose: 'open' });
      await stage.untilItHangs(visit.provider, 'open', () => void openCheckout(stage.shop, visit));
      await until(
        'the checkout is made',
        async () => !(await stage.recentCheckouts()).isSubsetOf(before),
      );
    },
  },
  {
    name: '41 killed between the capture of the money and our commit of it',
    providers: ['paypal'],
    webhooks: onAndOff,
    async until(visit, stage) {
      await openCheckout(stage.shop, visit);
      const before = await stage.countCharges();
      await stage.failNext('hang-after', 1, { provider: 'paypal', purpose: 'capture' });
      await stage.untilItHangs('paypal', 'capture', async () => {
        await payAt(visit);
        void comeBack(stage.shop, visit);
      });
      await until('the money moved', async () => (await stage.countCharges()) > before);
    },
  },
  {
    name: '43 killed while a webhook was being handled',
    providers: both,
    webhooks: ['on'],
    async until(visit, stage) {
      await openCheckout(stage.shop, visit);
      await stage.failNext('hang', 1, { provider: visit.provider, purpose: 'look' });
      await stage.untilItHangs(visit.provider, 'look', () => payAt(visit));
    },
  },
  {
    name: '45 provider down while the checkout was opened',
    providers: both,
    webhooks: onAndOff,
    survives: true,
    async until(visit, stage) {
      await stage.failNext('reset-before', 20, { provider: visit.provider });
      if (await openCheckout(stage.shop, visit))
        throw new Error('a provider that is down opened a checkout');
    },
  },
  {
    name: '45 provider down when the visitor came back',
    providers: both,
    webhooks: onAndOff,
    survives: true,
    async until(visit, stage) {
      await openCheckout(stage.shop, visit);
      await stage.failNext('reset-before', 20, { provider: visit.provider });
      await payAt(visit);
      if (await comeBack(stage.shop, visit)) throw new Error('a provider that is down said paid');
    },
  },
  {
    name: '45 provider broken with 500 and the server killed',
    providers: both,
    webhooks: onAndOff,
    async until(visit, stage) {
      await openCheckout(stage.shop, visit);
      await stage.failNext({ status: 500 }, 20, { provider: visit.provider });
      await payAt(visit);
      if (await comeBack(stage.shop, visit)) throw new Error('a provider that is broken said paid');
    },
  },
];
