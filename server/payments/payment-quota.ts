import type { Db, Tx } from '#server/database/database.ts';
import type { Quota } from '#server/http/quota.ts';
import { neighbourhoodOf, networkOf } from '#server/http/visitor-address.ts';
import { type Clock, timestamp } from '#server/identity.ts';
import { noteOrigin, type Origin, unpaidTries } from './payment-networks.ts';

/** The person who wants to begin a payment. */
export type Payer = {
  /** The network address of the visitor. */
  address: string;
  /** Whether this person was recorded before a moment. Asked only when places are short. */
  wasKnown: (before: string) => Promise<boolean>;
};

/** A place for one payment, reserved until the payment is committed or has failed. */
export type PaymentPlace = Disposable & {
  /** Gives the place to this payment, in its transaction. From then on the tables tell whether it is used. */
  takenBy: (tx: Tx, paymentId: string) => Promise<void>;
};

/** The crowd that used the places up. */
export type Crowd = 'network' | 'everybody';

export type PaymentQuota = {
  reserve: (payer: Payer) => Promise<PaymentPlace | Crowd>;
  /** Makes the digest that stands for a visitor's network in tables and reveals nothing else. */
  networkOf: (address: string) => string;
};

type Settings = {
  db: Db;
  clock: Clock;
  /** How many payments everybody together may have begun within an hour and not paid. */
  everybody: Pick<Quota, 'reserve'>;
  most: number;
  /** How many of them one network may have begun; Infinity: any number. */
  mostOfNetwork: number;
  networkDigest: (network: string) => string;
};

/** An attempt in progress in this server. */
type Attempt = Origin & { paymentId: string | undefined };

const HOUR = 60 * 60_000;

/** The part of everybody's quota that one network may use up, however high its own limit is. */
const SHARE = 2 / 5;

/** The part of each limit that is reserved for people who were known before the hour in which the limit was used up. */
const KEPT = 1 / 5;

/** How many times a network's limit its whole neighbourhood may have begun. */
const NEIGHBOURS = 5 / 4;

/**
 * Limits payments that were begun and not paid, and declined tries: paid payments cost the organisers nothing. A table
 * keeps the network of each payment for an hour, as a digest, so that servers share it and a restart forgets nothing.
 * Each server counts its own attempts in progress.
 */
export function openPaymentQuota(settings: Settings): PaymentQuota {
  const { db, clock, everybody, most, mostOfNetwork, networkDigest } = settings;
  const share =
    mostOfNetwork === Infinity ? Infinity : Math.min(mostOfNetwork, Math.ceil(most * SHARE));
  const digestOfNetwork = (address: string) => networkDigest(networkOf(address));
  /** Oldest first. */
  let underWay: Attempt[] = [];

  /** The tries of a neighbourhood before an attempt: one for each payment, and one for each decline. */
  async function triesBefore(own: Attempt): Promise<{ network: string; count: number }[]> {
    const before = underWay
      .slice(0, underWay.indexOf(own))
      .filter(({ neighbourhood }) => neighbourhood === own.neighbourhood);
    const tries = await unpaidTries(db, own.neighbourhood, clock());
    const known = new Set(tries.map(({ paymentId }) => paymentId));
    return [
      ...tries.map(({ network, declines }) => ({ network, count: 1 + declines })),
      ...before
        .filter(({ paymentId }) => paymentId === undefined || !known.has(paymentId))
        .map(({ network }) => ({ network, count: 1 })),
    ];
  }

  const isKnown = ({ wasKnown }: Payer) => wasKnown(timestamp(clock(), -HOUR));

  async function hasRoom(tries: readonly { count: number }[], limit: number, payer: Payer) {
    const count = tries.reduce((sum, each) => sum + each.count, 0);
    return count < limit - keptOf(limit) || (count < limit && (await isKnown(payer)));
  }

  async function placeAmongAll(payer: Payer): Promise<Disposable | Crowd> {
    const place = await everybody.reserve(1, most === Infinity ? 0 : keptOf(most));
    if (place) return place;
    return ((await isKnown(payer)) ? await everybody.reserve() : undefined) ?? 'everybody';
  }

  async function placeOf(payer: Payer, own: Attempt): Promise<Disposable | Crowd> {
    const around = await triesBefore(own);
    const ofNetwork = around.filter(({ network }) => network === own.network);
    if (!(await hasRoom(ofNetwork, share, payer))) return 'network';
    if (!(await hasRoom(around, Math.ceil(share * NEIGHBOURS), payer))) return 'network';
    return placeAmongAll(payer);
  }

  return {
    networkOf: digestOfNetwork,
    async reserve(payer) {
      if (share === Infinity) {
        const place = await placeAmongAll(payer);
        if (typeof place === 'string') return place;
        return { takenBy: async () => undefined, [Symbol.dispose]: () => place[Symbol.dispose]() };
      }
      const own: Attempt = {
        network: digestOfNetwork(payer.address),
        neighbourhood: networkDigest(`around ${neighbourhoodOf(payer.address)}`),
        paymentId: undefined,
      };
      underWay.push(own);
      const end = () => (underWay = underWay.filter((attempt) => attempt !== own));
      const place = await placeOf(payer, own).catch((error: unknown) => {
        end();
        throw error;
      });
      if (typeof place === 'string') {
        end();
        return place;
      }
      return {
        async takenBy(tx, paymentId) {
          own.paymentId = paymentId;
          await noteOrigin(tx, paymentId, own, clock());
        },
        [Symbol.dispose]() {
          place[Symbol.dispose]();
          end();
        },
      };
    },
  };
}

function keptOf(limit: number): number {
  return Math.floor(limit * KEPT);
}
