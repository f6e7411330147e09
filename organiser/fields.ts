import { field } from './command.ts';

/** Fields of several commands. */

const EVER = 'the whole time';

export const REFERENCE = field('text', 'REFERENCE', 'Reference', {
  hint: 'such as PS26-7K3M-9QXW',
});

export const REFERENCES = field('text', 'REFERENCE', 'Only these references', { many: true });

export const WHO = field('text', '--who "NAME OR ADDRESS"', 'Person of a group', {
  otherwise: 'the whole order',
});

export const YES = field('flag', '--yes', 'Do it');

export const SHEET = field('sheet', 'FILE.xlsx|FILE.csv', 'Sheet');

/** The fields of a range of time, for `readRange`. */
export const RANGE = {
  month: field('text', '--month 2026-05', 'Month', { hint: 'such as 2026-05', otherwise: EVER }),
  year: field('number', '--year 2026', 'Year', { otherwise: EVER }),
  from: field('date', '--from 2026-05-01', 'First day', { otherwise: EVER }),
  until: field('date', '--until 2026-06-15', 'Last day', { otherwise: EVER }),
};

/** A field for a new file whose name has one of these endings. */
export function newFile<const E extends readonly [string, ...string[]]>(...endings: E) {
  const typed = endings.map((ending) => `FILE${ending}`).join('|');
  return field('file', typed, 'File', { endings });
}
