import { readFileSync, statSync } from 'node:fs';
import { SettingError } from './setting-error.ts';

const MOST_BYTES = 10_000;

/**
 * The variables with the contents of the files that NAME_FILE names, as Docker, Kubernetes and systemd pass secrets. A
 * message never has the content or the path: somebody may have written the secret itself into NAME_FILE.
 */
export function withSecretFiles(
  given: Record<string, string | undefined>,
  secretNames: readonly string[],
): Record<string, string | undefined> {
  const all = { ...given };
  for (const name of secretNames) {
    const path = all[fileNameOf(name)];
    if (path === undefined) continue;
    if (all[name] !== undefined) {
      throw new SettingError(`${name} must not be set together with ${fileNameOf(name)}.`);
    }
    all[name] = contentOf(path, fileNameOf(name));
    delete all[fileNameOf(name)];
  }
  return all;
}

export function fileNameOf(name: string): string {
  return `${name}_FILE`;
}

function contentOf(path: string, setting: string): string {
  let text: string;
  try {
    const stats = statSync(path);
    // A pipe could block the start for ever.
    if (!stats.isFile()) throw new SettingError(`${setting} must name a file.`);
    if (stats.size > MOST_BYTES) {
      throw new SettingError(`${setting} must name a file of at most ${MOST_BYTES} bytes.`);
    }
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof SettingError) throw error;
    const code: unknown = error instanceof Error && Reflect.get(error, 'code');
    throw new SettingError(`${setting} must name a file that this user can read (${code}).`);
  }
  const content = text.replace(/\r?\n$/, '');
  if (content === '') throw new SettingError(`${setting} must name a file that is not empty.`);
  return content;
}
