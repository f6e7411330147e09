import { planMove } from '#server/orders/move-participant.ts';
import { NotUnderstood } from '#server/operations/plan.ts';
import { command } from './command.ts';
import { REFERENCE, WHO } from './fields.ts';

const otherwise = 'as it is';

export const move = command({
  name: 'move',
  title: 'Change',
  summary:
    'Changes the presentation type or the room of somebody who paid. The rest keeps its price; a lower price is refunded, and for a higher one the payer gets a link to pay.',
  subject: 'People',
  fields: {
    reference: REFERENCE,
    type: { typed: '--type TYPE', label: 'Presentation type', kind: 'type', otherwise },
    room: {
      typed: '--room NIGHTS,GUESTS|none',
      label: 'Room',
      kind: 'room',
      hint: 'such as 3,1 for three nights with one guest, or none',
      otherwise,
    },
    who: WHO,
  },
  async plan(context, request) {
    if (request.type === undefined && request.room === undefined) {
      throw new NotUnderstood('Please say what has to change: the type, the room or both.');
    }
    return planMove(context, request);
  },
  confirm: '--send',
});
