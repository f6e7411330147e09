import { randomBytes } from 'node:crypto';

/** A name of its own for a draft of a file: two commands with one name at once would write into each other's draft. */
export function draftPath(path: string): string {
  return `${path}.${randomBytes(8).toString('hex')}.part`;
}
