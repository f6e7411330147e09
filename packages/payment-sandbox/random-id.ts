import { randomInt } from 'node:crypto';

const UPPER_CASE = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const MIXED_CASE = `${UPPER_CASE}abcdefghijklmnopqrstuvwxyz`;

/** Sandbox ids are capabilities, like the real ones: anyone who knows an id may open its payment page. */
export function randomId(prefix: string, length: number): string {
  return prefix + pick(MIXED_CASE, length);
}

export function randomUpperCaseId(length: number): string {
  return pick(UPPER_CASE, length);
}

function pick(alphabet: string, length: number): string {
  let id = '';
  for (let i = 0; i < length; i += 1) id += alphabet.charAt(randomInt(alphabet.length));
  return id;
}
