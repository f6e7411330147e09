import * as z from 'zod/mini';
import { clockTime, id, isoDate, picture } from '#contract/content/content-fields.ts';
import { moment } from '#contract/content/moments.ts';
import { snakeCase } from '#server/content/content-file.ts';
import type { Field, Shape } from './form-shapes.ts';

/**
 * The form of a file, made of the schema that the reader of the folder checks it by. So a new key of a file is a field, and no
 * field can promise what the check refuses.
 */
export function formOf(schema: unknown): Shape {
  const { type, ...def } = definitionOf(schema);
  const known = single.get(schema);
  if (known) return { kind: known };
  switch (type) {
    case 'pipe':
      return formOf(def.in);
    case 'optional':
    case 'default':
    case 'prefault':
      return formOf(def.innerType);
    case 'lazy':
      return formOf(def.getter?.());
    case 'object':
      return { kind: 'group', fields: fieldsOf(def.shape ?? {}) };
    case 'array':
      return { kind: 'list', of: formOf(def.element) };
    case 'enum':
      return { kind: 'choice', choices: Object.values(def.entries ?? {}).map(String) };
    case 'string':
      return { kind: def.format === 'date' ? 'date' : 'text' };
    case 'number':
      return { kind: 'number' };
    case 'boolean':
      return { kind: 'switch' };
    case 'union':
      return unionOf(def.options ?? []);
    default:
      return { kind: 'fixed' };
  }
}

const single = new Map<unknown, 'moment' | 'date' | 'time' | 'picture' | 'word'>([
  [moment, 'moment'],
  [isoDate, 'date'],
  [clockTime, 'time'],
  [picture, 'picture'],
  [id, 'word'],
]);

/** An amount is written as text or as a number, and a price may have one for each phase. */
function unionOf(options: readonly unknown[]): Shape {
  const types = options.map((option) => definitionOf(option).type);
  if (types.includes('array') && types.includes('number')) return { kind: 'price' };
  const group = options.find((option) => definitionOf(option).type === 'object');
  if (group !== undefined && options.length === 2) {
    return { kind: 'either', fields: fieldsOf(definitionOf(group).shape ?? {}) };
  }
  const isSimple = types.every((type) => ['string', 'number', 'literal'].includes(type));
  return { kind: isSimple ? 'number-or-word' : 'fixed' };
}

function fieldsOf(shape: Readonly<Record<string, unknown>>): Field[] {
  return Object.entries(shape).map(([name, schema]) => {
    const key = snakeCase(name);
    return { key, label: labelOf(key), isOptional: isOptional(schema), shape: formOf(schema) };
  });
}

function isOptional(schema: unknown): boolean {
  return z.safeParse(schema as z.ZodMiniType, undefined).success;
}

/** Keys whose letters say little to people. */
const named: Readonly<Record<string, string>> = {
  image_url: 'picture',
  url: 'web address',
  bio: 'about the person',
  most: 'most of one person',
};

/** `guest_per_night` -> Guest per night */
export function labelOf(key: string): string {
  const words = (named[key] ?? key).replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

type Definition = {
  type: string;
  in?: unknown;
  innerType?: unknown;
  getter?: () => unknown;
  shape?: Readonly<Record<string, unknown>>;
  element?: unknown;
  entries?: Readonly<Record<string, unknown>>;
  options?: readonly unknown[];
  format?: string;
};

/** The definition of a schema, which zod's own programs read in the same way. */
function definitionOf(schema: unknown): Definition {
  const { def } = Object(schema)._zod ?? {};
  return def === undefined ? { type: 'unknown' } : (def as Definition);
}
