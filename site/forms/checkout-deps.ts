import { ask } from '#site/api.ts';
import { type ExpiringStorage, inThisTab, onThisDevice } from './expiring-storage.ts';

/** What a checkout needs besides the entries of its form. */
export type CheckoutDeps = {
  ask: typeof ask;
  onThisDevice: ExpiringStorage;
  inThisTab: ExpiringStorage;
  origin: string;
  now: () => number;
  /** Leaves the page. */
  leaveFor: (address: string) => void;
};

export function browserDeps(): CheckoutDeps {
  return {
    ask,
    onThisDevice,
    inThisTab,
    origin: location.origin,
    now: Date.now,
    leaveFor: (address) => location.assign(address),
  };
}
