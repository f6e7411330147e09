import { messages } from './payment-messages.ts';
import { readReturn } from './payment-return.ts';
import { failed, type PaymentView } from './payment-view.ts';

type Watcher = (view: PaymentView) => void;
type Errand = {
  /** Starts the errand, unless it was started before. */
  watch: (watcher: Watcher) => () => void;
  again: () => void;
};

const errands = new Map<string, Errand>();

/**
 * One errand for each address, however often the page is mounted: React mounts twice in development, and visitors turn
 * pages back and forth. It goes on when they do, so a payment is recorded all the same.
 */
export function errandFor(search: string): Errand {
  const known = errands.get(search);
  if (known) return known;
  const errand = startable(search);
  errands.set(search, errand);
  return errand;
}

function startable(search: string): Errand {
  const watchers = new Set<Watcher>();
  let view: PaymentView | undefined;
  let isUnderWay = false;

  const run = async () => {
    if (isUnderWay) return;
    isUnderWay = true;
    for await (const next of viewsOf(search)) {
      view = next;
      for (const watcher of watchers) watcher(next);
    }
    isUnderWay = false;
  };

  return {
    watch(watcher) {
      watchers.add(watcher);
      if (view) watcher(view);
      else void run();
      return () => watchers.delete(watcher);
    },
    again: () => void run(),
  };
}

/** What asks for a payment is loaded where there is one to ask for. */
async function* viewsOf(search: string): AsyncGenerator<PaymentView, void> {
  const payment = readReturn(search);
  if (payment.by === undefined) {
    const { badLink: message } = messages;
    yield failed(new Date(), { message, advice: 'badLink', paidBy: undefined });
    return;
  }
  try {
    const [{ awaitPayment }, { paymentStorage }] = await Promise.all([
      import('./await-payment.ts'),
      import('./payment-storage.ts'),
    ]);
    const storage = paymentStorage();
    yield* awaitPayment(payment, { storage, sleep, now: () => new Date() });
  } catch (error) {
    console.error('The result of the payment could not be worked out', error);
    yield failed(new Date(), {
      message: messages.unreadable,
      advice: 'unclear',
      paidBy: payment.by,
      lastAnswer: String(error),
    });
  }
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
