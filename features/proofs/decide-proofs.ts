import type { Content } from '#contract/content.ts';
import type { Db } from '#server/database/database.ts';
import type { ChangeState } from '#server/database/order-tables.ts';
import type { ProofState } from './tables.ts';
import { act } from '#server/operations/act.ts';
import { ActionImpossible, type Organising, type Plan } from '#server/operations/plan.ts';
import { findBooked, personNamed } from '#server/orders/rows/find-booked.ts';
import { lockOrders, refuseChanged } from '#server/orders/rows/lock-orders.ts';
import { findChange } from '#server/orders/rows/order-changes.ts';
import { findOrders, isGroup, type Order } from '#server/orders/rows/orders.ts';
import { findParticipant, isErased, type Participant } from '#server/orders/rows/participants.ts';
import { participantKey } from '#server/reports/list-participants.ts';
import { proofRefused } from './mails.ts';
import { neededProof } from './proof-needs.ts';
import { decideProof, findProof, listProofs, type Proof, type ProofFile } from './proofs.ts';
import { type Act, recordAct } from '#server/orders/change/record-act.ts';
import {
  closeCheckout,
  partsThatCame,
  refuseUndecided,
  withdraw,
} from '#server/orders/change/withdraw-order.ts';
import { asCents } from '#contract/money.ts';

/** A participant whose price needs a proof. */
export type ListedProof = {
  /** That of the person's page. */
  key: string;
  reference: string;
  name: string;
  email: string;
  state: ProofState;
  fileName: string | undefined;
  scan: ProofFile['scan'] | undefined;
  activeContent: string | undefined;
  until: string;
  sentAt: string | undefined;
  reason: string | undefined;
  claimedAt: string | undefined;
  /** The state of the change that asks for the difference. */
  claim: ChangeState | undefined;
};

/** Everybody whose price needs a proof. */
export async function listNeededProofs(
  db: Db,
  { prices }: Pick<Content, 'prices'>,
): Promise<ListedProof[]> {
  const types = prices.presentationTypes.filter(({ proof }) => proof).map(({ id }) => id);
  const proofs = new Map((await listProofs(db)).map((proof) => [proof.participantId, proof]));
  const orders = await ordersWithTypes(db, types);
  const listed: ListedProof[] = [];
  for (const order of orders) {
    for (const id of order.participantIds) {
      const proof = proofs.get(id);
      const needed = neededProof(prices, order, id);
      if (!needed && !isLeft(proof)) continue;
      const person = await findParticipant(db, id);
      if (!person || isErased(person)) continue;
      const change =
        proof?.changeId === undefined ? undefined : await findChange(db, proof.changeId);
      const { reference } = order;
      listed.push({
        key: participantKey({ id, reference, isInGroup: isGroup(order) }),
        reference,
        name: person.name,
        email: person.email,
        state: proof?.state ?? 'ASKED',
        fileName: proof?.file?.fileName,
        scan: proof?.file?.scan,
        activeContent: proof?.file?.activeContent,
        until: needed?.until.at ?? '',
        sentAt: proof?.sentAt,
        reason: proof?.reason,
        claimedAt: proof?.claimedAt,
        claim: change?.state,
      });
    }
  }
  return listed;
}

/** A claim that was paid, or a move to another type, ended the need. The proof waits for the organiser all the same. */
function isLeft(proof: Proof | undefined): boolean {
  return proof !== undefined && (proof.claimedAt !== undefined || proof.state === 'SENT');
}

async function ordersWithTypes(db: Db, types: readonly string[]): Promise<Order[]> {
  const rows = await db
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .leftJoin('proofs', 'proofs.participant_id', 'order_items.participant_id')
    .select('orders.id')
    .distinct()
    .where('order_items.kind', '=', 'registration')
    .where('order_items.state', '=', 'booked')
    .where('orders.state', '=', 'CONFIRMED')
    .where('orders.cancelled_at', 'is', null)
    .where((is) =>
      is.or([
        is('order_items.item', 'in', ['', ...types]),
        is('proofs.claimed_at', 'is not', null),
        is('proofs.state', '=', 'SENT'),
      ]),
    )
    .execute();
  return findOrders(
    db,
    rows.map(({ id }) => id),
  );
}

type Named = { reference: string; who?: string | undefined };

/** Accepts a proof. An unpaid claim of the difference is withdrawn. */
export async function planAcceptance(organising: Organising, named: Named): Promise<Plan> {
  const { payments } = organising;
  const { order, person, proof } = await readProof(organising, named);
  if (proof?.state === 'ACCEPTED') {
    throw new ActionImpossible(`The proof of ${person.name} is accepted already.`);
  }
  const change =
    proof?.changeId === undefined ? undefined : await findChange(payments.db, proof.changeId);
  const open = change?.state === 'proposed' ? change : undefined;
  if (open) await refuseUndecided(payments.db, { order, change: open });
  return {
    words: [
      `${order.reference}: the proof of ${person.name} would be accepted${proof?.file ? ` (${proof.file.fileName})` : ', though no file was sent'}.`,
      ...(open ? ['The difference is claimed and not paid: the claim would be withdrawn.'] : []),
      ...(change?.state === 'made'
        ? [
            `The difference was paid. Give it back with move ${order.reference} --type, to the type of the proof.`,
          ]
        : []),
    ],
    button: `Accept the proof of ${person.name}`,
    weighs: {
      cents: open ? await partsThatCame(payments, [{ order, change: open }]) : asCents(0),
    },
    async perform() {
      if (open) await closeCheckout(payments, { order, change: open });
      await act(organising, async (deed) => {
        const { tx, now: at } = deed;
        await lockOrders(tx, [order.id]);
        const current = await refuseChanged(tx, order);
        const sent = await findProof(tx, person.id);
        // Nobody accepts a file that nobody has seen.
        if (sent?.file?.fileKey !== proof?.file?.fileKey) {
          throw new ActionImpossible(`${person.name} has sent another file meanwhile.`);
        }
        if (open) await withdraw(tx, payments, { order: current, change: open });
        await decideProof(tx, person.id, { state: 'ACCEPTED', by: organising.actor, at });
        await recordAct(deed, organising, order, actOf(order, person, 'accepted'));
      });
      return [open ? 'Accepted. The claim is withdrawn.' : 'Accepted.'];
    },
  };
}

/** Refuses a proof; the participant gets the reason, and can send another file. */
export async function planProofRefusal(
  organising: Organising,
  { reason, ...named }: Named & { reason: string },
): Promise<Plan> {
  const { mailLayout, origin } = organising;
  const { order, person, proof } = await readProof(organising, named);
  if (proof?.state !== 'SENT') {
    throw new ActionImpossible(`${person.name} has sent no proof that waits for you.`);
  }
  return {
    words: [
      `${order.reference}: the proof of ${person.name} would be refused, and ${person.email} gets a mail: ${reason}`,
    ],
    button: `Refuse the proof of ${person.name}`,
    async perform() {
      await act(organising, async (deed) => {
        const { tx, now: at } = deed;
        await lockOrders(tx, [order.id]);
        const now = await findProof(tx, person.id);
        if (now?.state !== 'SENT' || now.file?.fileKey !== proof.file?.fileKey) {
          throw new ActionImpossible(`${person.name} has sent another file meanwhile.`);
        }
        const decision = { state: 'REFUSED', by: organising.actor, at, reason } as const;
        await decideProof(tx, person.id, decision);
        await deed.post(proofRefused(mailLayout, order, person, { reason, event: at, origin }));
        await recordAct(deed, organising, order, actOf(order, person, 'refused'));
      });
      return ['Refused. The participant gets a mail.'];
    },
  };
}

function actOf(order: Order, person: Participant, what: string): Act {
  const participantId = isGroup(order) ? person.id : undefined;
  return { action: 'proofs', participantId, person, words: `the proof of the price is ${what}` };
}

/** The proof of a person whom an organiser names. */
export async function readProof(
  { payments: { db }, content: { prices } }: Pick<Organising, 'payments' | 'content'>,
  { reference, who }: Named,
): Promise<{ order: Order; person: Participant; proof: Proof | undefined }> {
  const { order, people } = await findBooked(db, reference);
  const named = personNamed(people, { who });
  if (people.length > 1 && !named) {
    throw new ActionImpossible(
      `${order.reference} is for ${people.length} people: choose one by name or email address.`,
      { remedy: 'who' },
    );
  }
  const person = named ?? people[0];
  if (!person || isErased(person)) {
    throw new ActionImpossible(`${order.reference} has nobody who could prove a price.`);
  }
  const proof = await findProof(db, person.id);
  if (!neededProof(prices, order, person.id) && !isLeft(proof)) {
    throw new ActionImpossible(`The price of ${person.name} needs no proof.`);
  }
  return { order, person, proof };
}
