import { planMove } from '#server/orders/move-participant.ts';
import { NotUnderstood } from '#server/operations/plan.ts';
import { command, field } from './command.ts';
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
    type: field('type', '--type TYPE', 'Presentation type', { otherwise }),
    room: field('room', '--room NIGHTS,GUESTS|none', 'Room', {
      hint: 'such as 3,1 for three nights with one guest, or none',
      otherwise,
    }),
    who: { ...WHO, otherwise: 'the only person of the order' },
  },
  async plan(context, request) {
    if (request.type === undefined && request.room === undefined) {
      throw new NotUnderstood('Please say what has to change: the type, the room or both.');
    }
    return planMove(context, request);
  },
  confirm: '--send',
});
