import { findPeople } from '#server/reports/find-people.ts';
import { command, field } from '#organiser/command.ts';
import { inColumn } from '#organiser/plain-output.ts';

export const find = command({
  name: 'find',
  summary:
    'Searches participants, payers of groups and authors by the name, email address, telephone number, institute or reference, with or without accents and titles, or by the id of a payment, refund or dispute, and abstracts also by the title or a co-author. It also names other people with the same address.',
  exitsWith1: 'if nobody is found',
  notOffered: 'The tables have a search.',
  fields: { text: field('text', 'TEXT', 'Text to look for', { joined: true }) },
  async report({ payments: { db } }, { text }) {
    const found = await findPeople(db, text);
    const lines = found.map((one) => {
      const { reference = '', state, name, email, institute, sameAddress } = one;
      const title = 'title' in one && one.title !== undefined ? `  “${one.title}”` : '';
      const others = sameAddress.length > 0 ? `  (same address as ${sameAddress.join(', ')})` : '';
      return `${inColumn(reference, 16)}${inColumn(state, 21)}${name}  ${email}  ${institute}${title}${others}`;
    });
    return {
      facts: found.map((one) => ({
        ...one,
        ...('currency' in one && { currency: one.currency?.code }),
      })),
      lines: found.length === 0 ? [`Nobody has “${text}”.`] : lines,
      needsPerson: found.length === 0,
    };
  },
});
