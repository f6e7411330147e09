import { type Clock, timestamp } from '#server/identity.ts';
import type { Db } from './database.ts';
import { wroteOne } from './queries.ts';

/** The lease and its holder: a job's name and a server's id. */
export type Lease = { name: string; holder: string };

/** Takes a lease that is free or has expired. False while any server has it, also this one. */
export function takeLease(
  db: Db,
  { name, holder }: Lease,
  clock: Clock,
  forMs: number,
): Promise<boolean> {
  const now = clock();
  const lease = { holder, until: timestamp(now, forMs) };
  return db
    .insertInto('leases')
    .values({ name, ...lease })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet(lease).where('leases.until', '<=', timestamp(now)),
    )
    .$call(wroteOne);
}

/** Sets a new end for this holder's lease. False if another server has the lease by now. */
export function renewLease(
  db: Db,
  { name, holder }: Lease,
  clock: Clock,
  forMs: number,
): Promise<boolean> {
  return db
    .updateTable('leases')
    .set({ until: timestamp(clock(), forMs) })
    .where('name', '=', name)
    .where('holder', '=', holder)
    .$call(wroteOne);
}
