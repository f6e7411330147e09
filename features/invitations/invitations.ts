import { asCents, type Cents } from '#contract/money.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { RowOf } from '#server/database/tables.ts';
import { normalised } from '#server/identity.ts';

/** A personal link that carries a price. The first person who uses it gets the price. */
export type Invitation = {
  id: string;
  token: string;
  name: string;
  email: string;
  language: string;
  /** The id of a presentation type. */
  presentation: string;
  /** The price of the registration, without the fee. */
  unitCents: Cents;
  /** A sentence for the invited person; empty without one. */
  note: string;
  lapsesAt: string;
  invitedBy: string;
  withdrawnAt: string | undefined;
  orderId: string | undefined;
  createdAt: string;
};

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
  await tx
    .insertInto('invitations')
    .values({
      id: invitation.id,
      token: invitation.token,
      name: invitation.name,
      email: invitation.email,
      language: invitation.language,
      presentation_type: invitation.presentation,
      unit_cents: invitation.unitCents,
      note: invitation.note,
      lapses_at: invitation.lapsesAt,
      invited_by: invitation.invitedBy,
      withdrawn_at: null,
      order_id: null,
      created_at: invitation.createdAt,
    })
    .execute();
}

export async function findInvitation(db: Db, token: string): Promise<Invitation | undefined> {
  const row = await db
    .selectFrom('invitations')
    .selectAll()
    .where('token', '=', token)
    .executeTakeFirst();
  return row && read(row);
}

export async function invitationsOf(db: Db, email: string): Promise<Invitation[]> {
  const rows = await db
    .selectFrom('invitations')
    .selectAll()
    .where(({ fn }) => fn<string>('lower', ['email']), '=', normalised(email))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(read);
}

/** Every personal link, oldest first. */
export async function listInvitations(db: Db): Promise<Invitation[]> {
  const rows = await db
    .selectFrom('invitations')
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(read);
}

/** Uses a link for an order; false if somebody has used it meanwhile, or if it is withdrawn or over. */
export async function useInvitation(
  tx: Tx,
  { id }: Pick<Invitation, 'id'>,
  { orderId, now }: { orderId: string; now: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('invitations')
    .set({ order_id: orderId })
    .where('id', '=', id)
    .where('order_id', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('lapses_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Withdraws the open links of an address; returns their number. */
export async function withdrawInvitations(tx: Tx, email: string, now: string): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('invitations')
    .set({ withdrawn_at: now })
    .where(({ fn }) => fn<string>('lower', ['email']), '=', normalised(email))
    .where('order_id', 'is', null)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

function read(row: RowOf<'invitations'>): Invitation {
  return {
    id: row.id,
    token: row.token,
    name: row.name,
    email: row.email,
    language: row.language,
    presentation: row.presentation_type,
    unitCents: asCents(row.unit_cents),
    note: row.note,
    lapsesAt: row.lapses_at,
    invitedBy: row.invited_by,
    withdrawnAt: row.withdrawn_at ?? undefined,
    orderId: row.order_id ?? undefined,
    createdAt: row.created_at,
  };
}
