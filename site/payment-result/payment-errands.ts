import { inThisTab, onThisDevice } from '#site/forms/shelf.ts';
import { awaitPayment } from './await-payment.ts';
import { readReturn } from './payment-return.ts';
import { paymentStorage } from './payment-storage.ts';
import type { PaymentView } from './payment-view.ts';

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
    const tools = {
      storage: paymentStorage({ onThisDevice, inThisTab }),
      sleep,
      now: () => new Date(),
    };
    for await (const next of awaitPayment(readReturn(search), tools)) {
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

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
