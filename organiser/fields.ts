import type { Field } from './command.ts';

/** Fields that several commands have. */

export const REFERENCE = {
  typed: 'REFERENCE',
  label: 'Reference',
  kind: 'text',
} as const satisfies Field;

export const REFERENCES = {
  typed: 'REFERENCE',
  label: 'Only these references',
  kind: 'text',
  many: true,
} as const satisfies Field;

export const WHO = {
  typed: '--who "NAME OR ADDRESS"',
  label: 'Person of a group',
  kind: 'text',
  otherwise: 'the whole order',
} as const satisfies Field;

export const YES = {
  typed: '--yes',
  label: 'Do it',
  kind: 'flag',
} as const satisfies Field;

/** Of commands that print their JSON themselves. */
export const JSON_FLAG = {
  typed: '--json',
  label: 'As JSON',
  kind: 'flag',
} as const satisfies Field;

export const SHEET = {
  typed: 'FILE.xlsx|FILE.csv',
  label: 'Sheet',
  kind: 'sheet',
} as const satisfies Field;

/** A new file whose name ends in one of these ways. */
export function newFile<const E extends readonly [string, ...string[]]>(...endings: E) {
  const typed = endings.map((ending) => `FILE${ending}`).join('|');
  return { typed, label: 'File', kind: 'file', endings } as const satisfies Field;
}
