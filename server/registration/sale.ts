import * as z from 'zod/mini';
import type { Content, Prices } from '#contract/content.ts';
import { momentAt } from '#contract/content/moments.ts';
import type { Moment, Opening } from '#contract/content/opening.ts';
import { type Db, lockKey, type Tx } from '#server/database/database.ts';
import { AppError } from '#server/errors.ts';
import { type Clock, timestamp } from '#server/identity.ts';
import { refuseClosed } from '#server/opening.ts';
import {
  type Customer,
  findOrder,
  isCancelled,
  type Order,
  personKeyOf,
} from '#server/payments/orders.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import {
  changedLimits,
  fillPlaces,
  type Except,
  type Places,
  placesOf,
  type Taken,
  takenPlaces,
} from '#server/payments/places.ts';
import { findPrice, type RegistrationPrice } from './registration-price.ts';
import { findPaidOrder, findRegistration, membersOf } from './registrations.ts';

/** What somebody wants to book, as far as it can be closed. */
const Booked = z.object({
  presentation: z.string(),
  registration: z.string(),
  extras: z._default(z.array(z.object({ id: z.string() })), []),
});
type Booked = z.output<typeof Booked>;

/** By which its price is looked up again. */
const Priced = z.object({ id: z.string(), phase: z.optional(z.string()) });

/** Of what costs more after a change: the order that is changed. */
const Changed = z.object({ orderId: z.string() });

/** Decides what can be bought now: whether it is open, and whether there are places left. */
export type Sale = {
  /** Throws where it is not open yet, or closed. */
  refuseClosed: (wanted: Booked) => void;
  /**
   * Throws where too few places are left for this price. Words where all that are left are held by open checkouts: one of
   * them may be the reader's own, who comes back to the form.
   */
  refuseSoldOut: (db: Db, price: RegistrationPrice) => Promise<string | undefined>;
  /** Throws where too few places are left for these at the moment. */
  refuseFull: (db: Db, wanted: Places, except?: Except) => Promise<void>;
  /** The same in a transaction that takes them: until it ends nobody else takes any. */
  holdPlaces: (tx: Tx, wanted: Places, except?: Except) => Promise<void>;
  /** Throws where no attempt to pay this order may begin; otherwise it holds its places until it is over. */
  admit: (tx: Tx, order: Order) => Promise<void>;
  /** Until when an order may be paid by a link: where nothing closes before and no other price begins, until it lapses. */
  payableUntil: PaymentContext['payableUntil'];
  /** The key under which registrations are written one after the other, because something is limited. */
  key: string | undefined;
};

const PLACES = 'places';

export function openSale(
  { conference, prices }: Pick<Content, 'conference' | 'prices'>,
  clock: Clock,
): Sale {
  const { opening, secretary } = conference;
  const hasLimits = Object.keys(limitsOf(prices)).length > 0;
  const refuse = (what: string, when: Opening) => refuseClosed(what, when, clock, secretary.email);
  const refuseBooked = ({ presentation, registration, extras }: Booked) => {
    refuse('Registration', opening.registration);
    const type = prices.presentationTypes.find(({ id }) => id === presentation);
    if (type) refuse(`Registration as ${type.label}`, type.opening);
    if (registration === 'stay' && prices.room) refuse('Accommodation', prices.room.opening);
    for (const { id } of extras) {
      const extra = prices.extras.find((other) => other.id === id);
      if (extra) refuse(extra.label, extra.opening);
    }
  };
  const waitingList = conference.waitingList ?? secretary.email;
  /** The first kind of which too few are left, if so. */
  const findFull = async (db: Db, wanted: Places, except?: Except): Promise<Full | undefined> => {
    if (!hasLimits) return undefined;
    const limits = await limitsNow(db, prices);
    const taken = await takenPlaces(db, except);
    const full = Object.entries(wanted).flatMap(([kind, count]): Full[] => {
      const limit = limits[kind];
      const { paid, held } = taken.get(kind) ?? NONE;
      if (limit === undefined || paid + held + count <= limit) return [];
      return [{ name: nameOfPlaces(prices, kind), mayLapse: paid + count <= limit }];
    });
    return full.find(({ mayLapse }) => !mayLapse) ?? full[0];
  };
  const refuseFull: Sale['refuseFull'] = async (db, wanted, except) => {
    const full = await findFull(db, wanted, except);
    if (full) throw new AppError('sold-out', `${fullWords(full, waitingList)} ${NOT_CHARGED}`);
  };
  const holdPlaces: Sale['holdPlaces'] = async (tx, wanted, except) => {
    if (!hasLimits) return;
    await lockKey(tx, PLACES);
    await fillPlaces(tx);
    await refuseFull(tx, wanted, except);
  };
  const refusePaid = async (tx: Tx, { id }: Order, person: Pick<Customer, 'name' | 'email'>) => {
    const paid = await findPaidOrder(tx, person, id);
    if (!paid) return;
    throw new AppError(
      'paid-already',
      `${person.name} has a paid registration with this email address, reference ${paid.reference}. ` +
        `To change it, please write to ${secretary.email}.`,
    );
  };
  const refuseOvertaken = async (tx: Tx, order: Order) => {
    const { orderId } = Changed.parse(order.priceSnapshot);
    const registration = await findRegistration(tx, order.subjectId);
    const changed = await findOrder(tx, orderId);
    if (changed?.state === 'CONFIRMED' && registration?.cancelledAt === undefined) return;
    throw new AppError(
      'closed',
      `This change is not possible any more. ${NOT_CHARGED} Please write to ${secretary.email}.`,
    );
  };
  const endOfPrice = ({ priceSnapshot, amountCents }: Order): Moment | undefined => {
    const { id, phase } = Priced.parse(priceSnapshot);
    const end = prices.phases.find(({ name }) => name === phase)?.until;
    const isSame = end && findPrice(prices, id, end.at)?.totalCents === amountCents;
    return isSame ? undefined : end;
  };
  const endsOf = (order: Order): (Moment | undefined)[] => {
    if (order.kind === 'discount') return [opening.discounts.until];
    // What organisers have offered stays open.
    if (order.kind !== 'registration') return [];
    const { presentation, registration, extras } = Booked.parse(order.priceSnapshot);
    return [
      opening.registration.until,
      prices.presentationTypes.find(({ id }) => id === presentation)?.opening.until,
      registration === 'stay' ? prices.room?.opening.until : undefined,
      ...extras.map(({ id }) => prices.extras.find((other) => other.id === id)?.opening.until),
      endOfPrice(order),
    ];
  };
  const refuseOldPrice = (order: Order) => {
    const end = endOfPrice(order);
    if (!end || timestamp(clock()) < end.at) return;
    throw new AppError(
      'price-changed',
      `This price ended ${end.words}. ${NOT_CHARGED} Please register again at the price of today.`,
    );
  };
  return {
    payableUntil: (order, linkLapsesAt) => {
      const lapse = momentAt(linkLapsesAt, conference.dates.timezone);
      return endsOf(order).reduce<Moment>(
        (first, end) => (end && end.at < first.at ? end : first),
        lapse,
      );
    },
    key: hasLimits ? PLACES : undefined,
    refuseClosed: refuseBooked,
    async refuseSoldOut(db, price) {
      const full = await findFull(db, placesFor(price));
      if (!full) return undefined;
      const words = fullWords(full, waitingList);
      if (!full.mayLapse) throw new AppError('sold-out', `${words} ${NOT_CHARGED}`);
      return `${words} If one of them is yours, go on and pay.`;
    },
    refuseFull,
    holdPlaces,
    async admit(tx, order) {
      if (isCancelled(order)) {
        throw new AppError('closed', `This was cancelled. ${NOT_CHARGED}`);
      }
      const wanted = async () => placesOf(tx, order.id);
      switch (order.kind) {
        case 'discount':
          return refuse('The payment of agreed amounts', opening.discounts);
        case 'registration':
          refuseBooked(Booked.parse(order.priceSnapshot));
          refuseOldPrice(order);
          await refusePaid(tx, order, order.customer);
          return holdPlaces(tx, await wanted(), { personKey: personKeyOf(order) });
        case 'group':
          // What organisers have offered stays open: only places run out.
          for (const member of await membersOf(tx, order.subjectId)) {
            await refusePaid(tx, order, member);
          }
          return holdPlaces(tx, await wanted(), { orderId: order.id });
        case 'supplement':
          await refuseOvertaken(tx, order);
          return holdPlaces(tx, await wanted(), { orderId: order.id });
      }
    },
  };
}

/** What of which too few are left; `mayLapse` where open checkouts hold what would do. */
type Full = { name: string; mayLapse: boolean };

const NOT_CHARGED = 'Nothing was charged.';

const NONE: Taken = { paid: 0, held: 0 };

/** What a registration at this price takes. */
export function placesFor({ presentation, nights, extras }: RegistrationPrice): Places {
  return {
    all: 1,
    [`type:${presentation}`]: 1,
    nights,
    ...Object.fromEntries(extras.map(({ id, count }) => [`extra:${id}`, count])),
  };
}

/** The limits that content/ sets, by kind. */
export function limitsOf({
  places,
  presentationTypes,
  room,
  extras,
}: Prices): Record<string, number> {
  const limits = {
    all: places,
    ...Object.fromEntries(presentationTypes.map((type) => [`type:${type.id}`, type.places])),
    nights: room?.nights,
    ...Object.fromEntries(extras.map((extra) => [`extra:${extra.id}`, extra.places])),
  };
  return Object.fromEntries(
    Object.entries(limits).filter((entry): entry is [string, number] => entry[1] !== undefined),
  );
}

/** The limits that hold now. A change of an organiser holds as long as content/ says what it said then. */
export async function limitsNow(db: Db, prices: Prices): Promise<Record<string, number>> {
  const changes = await changedLimits(db);
  return Object.fromEntries(
    Object.entries(limitsOf(prices)).map(([kind, limit]) => {
      const change = changes.get(kind);
      return [kind, change?.insteadOf === limit ? change.limit : limit];
    }),
  );
}

/** What a kind of places is called. */
export function nameOfPlaces({ presentationTypes, extras }: Prices, kind: string): string {
  const named = [
    ...presentationTypes.map(({ id, label }) => [`type:${id}`, `places as ${label}`]),
    ...extras.map(({ id, label }) => [`extra:${id}`, `places for ${label}`]),
  ].find(([name]) => name === kind);
  return named?.[1] ?? (kind === 'nights' ? 'room nights' : 'places');
}

function fullWords({ name, mayLapse }: Full, waitingList: string): string {
  return mayLapse
    ? `All ${name} are taken or being paid for at this moment. Please try again in an hour, or write to ${waitingList} to be put on the waiting list.`
    : `All ${name} are taken. Please write to ${waitingList} to be put on the waiting list.`;
}
