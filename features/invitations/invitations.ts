import type { Db, Tx } from '#server/database/database.ts';
import { allRows, firstRow, wroteOne, wroteRows } from '#server/database/queries.ts';
import { valuesOf } from '#server/database/row-values.ts';
import { normalised } from '#server/identity.ts';

const { read, columns } = valuesOf('invitations', { names: { presentation_type: 'presentation' } });

/** A personal link that carries a price. The first person who uses it gets the price. */
export type Invitation = ReturnType<typeof read>;

export type InvitationState = 'open' | 'used' | 'withdrawn' | 'over';

export function stateOfInvitation(
  { orderId, withdrawnAt, lapsesAt }: Invitation,
  now: string,
): InvitationState {
  if (orderId !== undefined) return 'used';
  if (withdrawnAt !== undefined) return 'withdrawn';
  return lapsesAt > now ? 'open' : 'over';
}

export function pathOfInvitation({ token }: Pick<Invitation, 'token'>): string {
  return `/invitation/${token}`;
}

export async function insertInvitation(tx: Tx, invitation: Invitation): Promise<void> {
  await tx.insertInto('invitations').values(columns(invitation)).execute();
}

export function findInvitation(db: Db, token: string): Promise<Invitation | undefined> {
  return db.selectFrom('invitations').selectAll().where('token', '=', token).$call(firstRow(read));
}

export function invitationsOf(db: Db, email: string): Promise<Invitation[]> {
  return db
    .selectFrom('invitations')
    .selectAll()
    .where(({ fn }) => fn<string>('lower', ['email']), '=', normalised(email))
    .orderBy('created_at')
    .orderBy('id')
    .$call(allRows(read));
}

/** Every personal link, oldest first. */
export function listInvitations(db: Db): Promise<Invitation[]> {
  return db
    .selectFrom('invitations')
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .$call(allRows(read));
}

/** Uses a link for an order; false if somebody has used it meanwhile, or if it is withdrawn or over. */
export function useInvitation(
  tx: Tx,
  { id }: Pick<Invitation, 'id'>,
  { orderId, now }: { orderId: string; now: string },
): Promise<boolean> {
  return tx
    .updateTable('invitations')
    .set({ order_id: orderId })
    .where('id', '=', id)
    .where('order_id', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('lapses_at', '>', now)
    .$call(wroteOne);
}

/** Withdraws the open links of an address; returns their number. */
export function withdrawInvitations(tx: Tx, email: string, now: string): Promise<number> {
  return tx
    .updateTable('invitations')
    .set({ withdrawn_at: now })
    .where(({ fn }) => fn<string>('lower', ['email']), '=', normalised(email))
    .where('order_id', 'is', null)
    .where('withdrawn_at', 'is', null)
    .$call(wroteRows);
}
