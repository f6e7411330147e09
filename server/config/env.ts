import { fileNameOf, withSecretFiles } from './secret-files.ts';
import { conflictOf } from './setting-conflicts.ts';
import { SettingError } from './setting-error.ts';
import { type Env, Environment, secretNames, settingNames } from './settings.ts';

export { type Env, SettingError };

/**
 * Reads the settings. An empty variable counts as absent, and a secret may be in a file
 * (NAME_FILE). Throws a SettingError with the variable and the remedy, also if
 * settings contradict each other: a server that does not start is better than one that takes money by mistake.
 */
export function readEnv(variables: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  );
  const readable = settingNames.find(
    (name) => !secretNames.includes(name) && given[fileNameOf(name)] !== undefined,
  );
  if (readable !== undefined) {
    throw new SettingError(
      `${fileNameOf(readable)} is not a setting: only a secret may be in a file. Set ${readable}.`,
    );
  }
  const unknown = Object.keys(given).find(
    (name) => OURS.test(name) && !settingNames.includes(name) && !fileNames.includes(name),
  );
  if (unknown !== undefined) {
    throw new SettingError(
      `${unknown} is not a setting. Did you mean one of ${similarTo(unknown)}?`,
    );
  }
  const result = Environment.safeParse(withSecretFiles(given, secretNames));
  if (!result.success) {
    const issue = result.error.issues[0];
    throw new SettingError(`${issue?.path.join('.')} ${issue?.message}.`);
  }
  const conflict = conflictOf(result.data);
  if (conflict !== undefined) throw new SettingError(conflict);
  return result.data;
}

const fileNames = secretNames.map(fileNameOf);

/** No other program uses names like these, so an unknown one is a misspelt setting. */
const OURS = /^(?:(?:STRIPE|PAYPAL|TRANSFER|SMTP_OAUTH|FILES_S3|BACKUP_S3)_|BACKUP_RECIPIENT)/;

function similarTo(unknown: string): string {
  const family = unknown.slice(0, unknown.indexOf('_') + 1);
  return settingNames.filter((name) => name.startsWith(family)).join(', ');
}
