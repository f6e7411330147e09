import { type Command, command, field } from '#organiser/command.ts';
import { REFERENCE, WHO } from '#organiser/fields.ts';
import { stateWords } from '#server/reports/list-cells.ts';
import { listRows } from './companions-list.ts';
import { planCompanion } from './name-companions.ts';

const companions = command({
  name: 'companions',
  before: 'move',
  summary: 'Lists the people who come with participants, and the places without a name.',
  notOffered: 'The list of companions shows it.',
  async report({ payments: { db }, content }) {
    const rows = content.conference.companions ? await listRows(db, content) : [];
    const facts = rows.map(({ host, companion, state }) => ({
      name: companion?.name,
      badge: companion?.reference,
      state,
      with: host.name,
      reference: host.reference,
      checkedInAt: companion?.checkedInAt,
    }));
    return {
      facts,
      lines: facts.map(
        ({ name = '–', badge = '', state, with: host, reference = '' }) =>
          `${stateWords(state)}  ${name}  ${badge}  with ${host} (${reference})`,
      ),
      none: 'Nobody brings companions.',
    };
  },
});

const nameCompanion = command({
  name: 'companions',
  when: '--name',
  id: 'name-companion',
  title: 'Name a companion',
  summary:
    'Names a companion of a participant, corrects the name or takes the companion off, also after the end for participants.',
  subject: 'People',
  fields: {
    reference: REFERENCE,
    number: field('number', '--name NUMBER', 'Number', { hint: 'the first one is 1' }),
    name: field('text', '"NAME"', 'Name', {
      joined: true,
      otherwise: 'none, and the companion is taken off',
    }),
    who: { ...WHO, otherwise: 'the only person of the order' },
  },
  asksProviders: false,
  plan: planCompanion,
});

export const commands: readonly Command[] = [companions, nameCompanion];
