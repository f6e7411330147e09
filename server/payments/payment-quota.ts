import type { Db } from '#server/database/database.ts';
import type { Quota } from '#server/http/quota.ts';
import { neighbourhoodOf, networkOf } from '#server/http/visitor-address.ts';
import { type Clock, timestamp } from '#server/identity.ts';
import { countTries } from './payments.ts';

/** Who wants to begin a payment. */
export type Payer = {
  /** The network address of the visitor. */
  address: string;
  /** Whether this person was recorded before a moment. Asked only when places are short. */
  wasKnown: (before: string) => Promise<boolean>;
};

/** A place for one payment, held until the payment is committed or until it failed. */
export type PaymentPlace = Disposable & {
  /** The payment that took the place. From then on the tables say what became of it. */
  takenBy: (paymentId: string) => void;
};

/** Who used the places up. */
export type Crowd = 'network' | 'everybody';

export type PaymentQuota = {
  reserve: (payer: Payer) => Promise<PaymentPlace | Crowd>;
};

type Settings = {
  db: Db;
  clock: Clock;
  /** How many payments everybody together may have begun within an hour and not paid. */
  everybody: Pick<Quota, 'reserve'>;
  most: number;
  /** How many of them one network may have begun; Infinity: any number. */
  mostOfNetwork: number;
};

type Attempt = { at: number; networks: readonly string[]; paymentId: string | undefined };

const HOUR = 60 * 60_000;

/** The part of everybody's quota that one network may use up, however high its own limit is. */
const SHARE = 2 / 5;

/** The part of each limit that only people get who were known before the hour in which it was used up. */
const KEPT = 1 / 5;

/** How many times a network's limit its whole neighbourhood may have begun. */
const NEIGHBOURS = 5 / 4;

/**
 * Limits payments that were begun and not paid, and declined tries: what is paid costs the organisers nothing. Which
 * network began which payment is known to this process only, and for an hour: addresses are not stored.
 */
export function openPaymentQuota(settings: Settings): PaymentQuota {
  const { db, clock, everybody, most, mostOfNetwork } = settings;
  const share =
    mostOfNetwork === Infinity ? Infinity : Math.min(mostOfNetwork, Math.ceil(most * SHARE));
  /** Oldest first. */
  let attempts: Attempt[] = [];

  async function hasRoom(network: string, limit: number, own: Attempt, payer: Payer) {
    const before = attempts.slice(0, attempts.indexOf(own));
    const ofNetwork = before.filter(({ networks }) => networks.includes(network));
    const ids = ofNetwork.flatMap(({ paymentId }) => paymentId ?? []);
    const count = ofNetwork.length - ids.length + (await countTries(db, ids));
    return count < limit - keptOf(limit) || (count < limit && (await isKnown(payer)));
  }

  const isKnown = ({ wasKnown }: Payer) => wasKnown(timestamp(clock(), -HOUR));

  async function placeAmongAll(payer: Payer): Promise<Disposable | Crowd> {
    const place = await everybody.reserve(1, most === Infinity ? 0 : keptOf(most));
    if (place) return place;
    return ((await isKnown(payer)) ? await everybody.reserve() : undefined) ?? 'everybody';
  }

  async function placeOf(payer: Payer, own: Attempt): Promise<Disposable | Crowd> {
    const [network = '', neighbourhood = ''] = own.networks;
    if (!(await hasRoom(network, share, own, payer))) return 'network';
    const around = Math.ceil(share * NEIGHBOURS);
    if (!(await hasRoom(neighbourhood, around, own, payer))) return 'network';
    return placeAmongAll(payer);
  }

  return {
    async reserve(payer) {
      if (share === Infinity) {
        const place = await placeAmongAll(payer);
        if (typeof place === 'string') return place;
        return { takenBy: () => undefined, [Symbol.dispose]: () => place[Symbol.dispose]() };
      }
      const at = clock().getTime();
      const networks = [networkOf(payer.address), `around ${neighbourhoodOf(payer.address)}`];
      const own: Attempt = { at, networks, paymentId: undefined };
      attempts = [...attempts.filter((attempt) => attempt.at > at - HOUR), own];
      const giveUp = () => (attempts = attempts.filter((attempt) => attempt !== own));
      const place = await placeOf(payer, own).catch((error: unknown) => {
        giveUp();
        throw error;
      });
      if (typeof place === 'string') {
        giveUp();
        return place;
      }
      return {
        takenBy: (paymentId) => (own.paymentId = paymentId),
        [Symbol.dispose]() {
          place[Symbol.dispose]();
          if (own.paymentId === undefined) giveUp();
        },
      };
    },
  };
}

function keptOf(limit: number): number {
  return Math.floor(limit * KEPT);
}
