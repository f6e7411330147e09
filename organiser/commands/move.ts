import { planMove } from '#server/orders/change/move-participant.ts';
import { NotUnderstood } from '#server/operations/plan.ts';
import { command, field } from '#organiser/command.ts';
import { REFERENCE, WHO } from '#organiser/fields.ts';

const otherwise = 'as it is';

export const move = command({
  name: 'move',
  title: 'Change',
  summary:
    'Changes the presentation type, the room or the extras of somebody who paid. The rest keeps its price; a lower price is refunded, and for a higher one the payer gets a link to pay.',
  subject: 'People',
  mayRefund: true,
  fields: {
    reference: REFERENCE,
    type: field('type', '--type TYPE', 'Presentation type', { otherwise }),
    room: field('room', '--room NIGHTS,GUESTS|none', 'Room', {
      hint: 'such as 3,1 for three nights with one guest, or none',
      otherwise,
    }),
    extras: field('text', '--extras ID=NUMBER,…', 'Extras', {
      hint: 'such as dinner=2,tour=0',
      otherwise,
    }),
    who: { ...WHO, otherwise: 'the only person of the order' },
  },
  async plan(context, { extras, ...request }) {
    if (request.type === undefined && request.room === undefined && extras === undefined) {
      throw new NotUnderstood('Please say what has to change: the type, the room or the extras.');
    }
    return planMove(context, {
      ...request,
      ...(extras !== undefined && { extras: readExtras(extras) }),
    });
  },
  confirm: '--send',
});

/** "dinner=2,tour=0" */
function readExtras(typed: string): Record<string, number> {
  const each = typed
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  return Object.fromEntries(
    each.map((part) => {
      const [, id, count] = /^([\w:-]+)\s*=\s*(\d{1,2})$/.exec(part) ?? [];
      if (id === undefined) {
        throw new NotUnderstood(
          `"${part}" is not understood: write the extras as dinner=2,tour=0.`,
        );
      }
      return [id, Number(count)];
    }),
  );
}
