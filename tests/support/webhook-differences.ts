import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';

/** Lets the triggers write the messages of a run, as with an endpoint in the conference's folder. */
export async function hearEverything(db: Db): Promise<void> {
  await sql`insert into webhook_endpoints (name, events)
    values ('all', ',paid,changed,cancelled,checked-in,submitted,decided,')`.execute(db);
}

/** Each fact in the tables without its message to the endpoint, whoever wrote it. An erasure removes messages. */
export async function webhookDifferences(db: Db): Promise<string[]> {
  const heard = (type: string, where: string) =>
    sql.raw(`not exists (select 1 from webhook_messages m where m.type = '${type}' and ${where})`);
  const { rows } = await sql<{ fact: string }>`
    select 'paid ' || p.id as fact from payments p join orders o on o.id = p.order_id
      where o.receipt_token not like 'erased:%' and exists (select 1 from payment_history h where h.payment_id = p.id and h.to_state = 'PAID')
        and ${heard('paid', 'm.order_id = p.order_id and m.amount_cents = p.amount_cents')}
    union all select 'cancelled ' || p.id from participants p
      where p.cancelled_at is not null and p.email <> '' and ${heard('cancelled', 'm.participant_id = p.id')}
    union all select 'refunded ' || o.id from orders o
      where o.receipt_token not like 'erased:%' and (o.state = 'REFUNDED' or o.cancelled_at is not null)
        and ${heard(
          'cancelled',
          `m.order_id = o.id or m.participant_id in (
          select i.participant_id from order_items i where i.order_id = o.id)`,
        )}
    union all select 'changed ' || c.id from order_changes c join orders o on o.id = c.order_id
      where o.receipt_token not like 'erased:%' and c.state = 'made' and ${heard('changed', 'm.order_id = c.order_id')}
    union all select 'checked-in ' || p.id from participants p
      where p.checked_in_at is not null and ${heard('checked-in', 'm.participant_id = p.id')}
    union all select 'submitted ' || a.id from abstracts a
      where ${heard('submitted', 'm.abstract_id = a.id')}
    union all select 'told twice ' || max(m.id) from webhook_messages m
      where m.type = 'paid' group by m.order_id
      having count(*) > (select count(distinct h.payment_id) from payment_history h
        join payments p on p.id = h.payment_id
        where p.order_id = m.order_id and h.to_state = 'PAID')`.execute(db);
  return rows.map(({ fact }) => `a webhook is wrong: ${fact}`);
}
