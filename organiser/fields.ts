import { field } from './command.ts';

/** Fields of several commands. */

export const REFERENCE = field('text', 'REFERENCE', 'Reference', {
  hint: 'such as PS26-7K3M-9QXW',
});

export const REFERENCES = field('text', 'REFERENCE', 'Only these references', { many: true });

export const WHO = field('text', '--who "NAME OR ADDRESS"', 'Person of a group', {
  otherwise: 'the whole order',
});

export const YES = field('flag', '--yes', 'Do it');

export const SHEET = field('sheet', 'FILE.xlsx|FILE.csv', 'Sheet');

/** A field for a new file whose name has one of these endings. */
export function newFile<const E extends readonly [string, ...string[]]>(...endings: E) {
  const typed = endings.map((ending) => `FILE${ending}`).join('|');
  return field('file', typed, 'File', { endings });
}
