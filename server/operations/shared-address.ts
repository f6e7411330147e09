import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const fileIn = (dataDir: string) => join(dataDir, 'shared-address');

/** Keeps the address that all visitors of this server share, for the organiser's commands; undefined if none is shared. */
export function keepSharedAddress(dataDir: string, address: string | undefined): void {
  try {
    if (address === undefined) rmSync(fileIn(dataDir), { force: true });
    else writeFileSync(fileIn(dataDir), address, { mode: 0o600 });
  } catch {
    // On a full disk the visitor is served all the same, and the log has the sentence.
  }
}

export function findSharedAddress(dataDir: string): string | undefined {
  try {
    return readFileSync(fileIn(dataDir), 'utf8');
  } catch {
    return undefined;
  }
}

export function sharedAddressWords(address: string): string {
  return (
    `all visitors share the limits of ${address}, which is the address of a second proxy in front: ` +
    'let the inner proxy take the address of the visitor from the outer one (docs/operations.md, Two proxies in a row)'
  );
}
