import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { contentFiles } from '#contract/content.ts';
import { text } from '#contract/content/content-fields.ts';
import { isFact } from './translation.ts';

/** Facts of which the schemas say no more than that they are a text. */
const WRITTEN_FREELY = [
  'agenda.days.items.abstract',
  'agenda.days.items.chair',
  'agenda.days.items.posters',
  'agenda.days.items.speakers',
  'conference.bankTransfer.acceptMissing',
  'conference.bankTransfer.bank',
  'conference.documents.eInvoiceFiles',
  'conference.documents.exemptionCode',
  'conference.organiser.electronicAddress',
  'conference.organiser.taxNumber',
  'conference.organiser.vatId',
  'conference.questions.for',
  'conference.secretary.phone',
];

test('a value of a file is a fact of all languages, or a text that a translation may have', () => {
  const wrong = Object.entries(contentFiles)
    // Labels are words only, and a translation has no theme of its own.
    .filter(([name]) => name !== 'labels' && name !== 'theme')
    .flatMap(([name, schema]) => valuesOf(schema, [name]))
    .filter(({ path, isText }) => isFact(path) === isText)
    .map(({ path }) => path.join('.'));
  expect([...new Set(wrong)].toSorted()).toEqual(WRITTEN_FREELY);
});

type Value = { path: string[]; isText: boolean };

/** The texts and facts that a file can have, each with its path. A number is a fact without being named. */
function valuesOf(schema: unknown, path: string[]): Value[] {
  // Each type of zod's has its own schemas, and here any of them is looked at.
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([key, inner]) => valuesOf(inner, [...path, key]));
    case 'array':
      return valuesOf(def.element, path);
    case 'record':
      return valuesOf(def.valueType, path);
    case 'union':
      return def.options.flatMap((option) => valuesOf(option, path));
    case 'optional':
    case 'default':
    case 'prefault':
      return valuesOf(def.innerType, path);
    case 'lazy':
      return valuesOf(def.getter(), path);
    case 'pipe':
      return valuesOf(def.in, path);
    case 'string':
      return [{ path, isText: hasNoForm(def) }];
    case 'enum':
    case 'literal':
      return [{ path, isText: false }];
    default:
      return [];
  }
}

/** A text has no form of its own: it is not empty, names only what it may name, and may have a length. */
function hasNoForm(def: z.core.$ZodStringDef): boolean {
  const kinds = (def.checks ?? []).map(({ _zod: { def: check } }) => check.check);
  const isFree = kinds.every((kind) => kind === 'custom' || kind === 'max_length');
  return isFree && kinds.length >= (text._zod.def.checks?.length ?? 0) && !('format' in def);
}
