import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import * as z from 'zod/mini';
import { readZipDirectory, zipEntryStart } from '#server/files/zip-directory.ts';
import { CommandError } from '#organiser/command-context.ts';
import { cannotRead } from '#organiser/given-file.ts';

/** A record of the registry in its schema 2 (https://ror.readme.io/docs/data-structure), as far as we use it. */
const Entry = z.object({
  id: z.string().check(z.regex(/^https:\/\/ror\.org\/0[a-hj-km-np-tv-z0-9]{6}\d{2}$/)),
  status: z.string(),
  types: z.array(z.string()),
  names: z.array(z.object({ value: z.string(), types: z.array(z.string()) })),
  locations: z.array(
    z.object({
      geonames_details: z.object({
        name: z.nullish(z.string()),
        country_code: z.nullish(z.string()),
        country_name: z.nullish(z.string()),
      }),
    }),
  ),
  relationships: z._default(z.array(z.object({ id: z.string(), type: z.string() })), []),
});
export type RegistryEntry = z.output<typeof Entry>;

/**
 * The records of a published file of the registry: a ZIP archive as it is distributed, or its JSON. They are read one by
 * one, because the whole text has several hundred megabytes.
 */
export async function* readRegistry(path: string): AsyncGenerator<RegistryEntry, void> {
  let count = 0;
  for await (const text of objectsIn(path, await jsonOf(path))) {
    count += 1;
    const parsed = Entry.safeParse(JSON.parse(text));
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw new CommandError(
        `${path} has a record that is none of schema 2 of the registry (${issue?.path.join('.')}): ${text.slice(0, 80)}`,
      );
    }
    yield parsed.data;
  }
  if (count === 0) throw new CommandError(`${path} has no record of the registry.`);
}

async function jsonOf(path: string): Promise<AsyncIterable<Buffer>> {
  const file = await open(path).catch(cannotRead(path));
  try {
    if (!path.toLowerCase().endsWith('.zip')) return createReadStream(path);
    const entries = (await readZipDirectory(file, (await file.stat()).size)) ?? [];
    const json = entries.filter(({ name }) => name.endsWith('.json'));
    // Earlier archives also have a file of schema 1.
    const entry = json.find(({ name }) => name.includes('schema_v2')) ?? json[0];
    const start = entry && (await zipEntryStart(file, entry));
    if (!entry || start === undefined)
      throw new CommandError(`${path} is no archive with a JSON file.`);
    const packed = createReadStream(path, { start, end: start + entry.packedBytes - 1 });
    return entry.method === 0 ? packed : unpacked(packed, path);
  } finally {
    await file.close();
  }
}

async function* unpacked(packed: Readable, path: string): AsyncGenerator<Buffer, void> {
  try {
    yield* pipeline(packed, createInflateRaw(), () => {});
  } catch (error) {
    if (!String(Reflect.get(Object(error), 'code')).startsWith('Z_')) throw error;
    throw new CommandError(`${path} is damaged: download it again.`);
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = 0x7b;
const CLOSING = 0x7d;

/** The texts of the objects of a JSON array. */
async function* objectsIn(
  path: string,
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<string, void> {
  let depth = 0;
  let isText = false;
  let isEscaped = false;
  let kept: Buffer[] = [];
  for await (const chunk of chunks) {
    let start = depth > 0 ? 0 : -1;
    for (let at = 0; at < chunk.length; at++) {
      const sign = chunk[at];
      if (isText) {
        if (isEscaped) isEscaped = false;
        else if (sign === BACKSLASH) isEscaped = true;
        else if (sign === QUOTE) isText = false;
      } else if (sign === QUOTE) isText = true;
      else if (sign === OPENING) {
        if (depth === 0) start = at;
        depth += 1;
      } else if (sign === CLOSING) {
        depth -= 1;
        if (depth === 0) {
          yield Buffer.concat([...kept, chunk.subarray(start, at + 1)]).toString('utf8');
          kept = [];
          start = -1;
        }
      }
    }
    if (start >= 0) kept.push(chunk.subarray(start));
  }
  if (depth > 0) throw new CommandError(`${path} ends before its last record does.`);
}
