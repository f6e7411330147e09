import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as z from 'zod/mini';

/** Every record has a type and its person's address; further fields depend on the type. */
const ExportedRecord = z.looseObject({ type: z.string(), email: z.string() });
export type ExportedRecord = z.infer<typeof ExportedRecord>;

/** What a server with these settings stores, as `organiser export` prints it: one record a line. */
export async function exportedRecords(env: NodeJS.ProcessEnv): Promise<ExportedRecord[]> {
  const { stdout } = await promisify(execFile)(process.execPath, ['organiser/main.ts', 'export'], {
    env,
    maxBuffer: 1 << 30,
  });
  const lines = stdout.split('\n').filter((line) => line !== '');
  return lines.map((line) => ExportedRecord.parse(JSON.parse(line)));
}
