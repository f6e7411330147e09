import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

const folder = new URL('../tests/support/published-schemas/', import.meta.url).pathname;

/**
 * Gets the schemas that registries publish, for the tests that check deposits by them. Each file must have the digest with
 * which the tests were made, whatever the network says.
 */
async function getPublishedSchemas(from: string | undefined): Promise<void> {
  const local = from === undefined ? undefined : filesByDigest(from);
  for (const [digest, address] of wanted()) {
    const bytes = local ? local.get(digest) : await fetched(address);
    if (!bytes) {
      console.error(`no file in ${from} has the digest of ${address}`);
      process.exitCode = 1;
      continue;
    }
    if (digestOf(bytes) !== digest) {
      throw new Error(`${address} has changed: look at it, and write its digest into digests.txt`);
    }
    const path = join(folder, 'files', address);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
    console.log(address);
  }
}

function wanted(): [digest: string, address: string][] {
  const lines = readFileSync(join(folder, 'digests.txt'), 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [digest = '', address = ''] = line.split(' ');
    return /^[0-9a-f]{64}$/.test(digest) ? [[digest, address]] : [];
  });
}

async function fetched(address: string): Promise<Buffer> {
  const answer = await fetch(`https://${address}`);
  if (!answer.ok) throw new Error(`https://${address} answers ${answer.status}`);
  return Buffer.from(await answer.arrayBuffer());
}

function filesByDigest(from: string): ReadonlyMap<string, Buffer> {
  const files = readdirSync(from, { recursive: true, withFileTypes: true });
  return new Map(
    files.flatMap((entry) => {
      if (!entry.isFile() || !/\.(?:xsd|json|sch|xml)$/.test(entry.name)) return [];
      const bytes = readFileSync(join(entry.parentPath, entry.name));
      return [[digestOf(bytes), bytes] as const];
    }),
  );
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

const { values } = parseArgs({ options: { from: { type: 'string' } } });
await getPublishedSchemas(values.from);
