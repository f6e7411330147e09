import { nearestWord } from '#contract/nearest-word.ts';
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
  for (const name of Object.keys(given)) {
    if (settingNames.includes(name) || fileNames.includes(name)) continue;
    const meant = meantSettings(name);
    if (meant !== '') {
      throw new SettingError(`${name} is not a setting. Did you mean ${meant}?`);
    }
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
const plain = (name: string) => name.replaceAll('_', '').toUpperCase();
/** Too short names such as PORT are like those of other programs. */
const plainNames = new Map(
  settingNames.filter((name) => name.length > 4).map((name) => [plain(name), name]),
);

/** Variables of this process with such names are for the server, so an unknown one is a misspelt setting. */
const OURS =
  /^(?:(STRIPE_|PAYPAL_|TRANSFER_|SMTP_|BACKUP_|DATABASE_|TRUSTED_|METRICS_|ALARM_|PUBLIC_|FILES_S3_|CLAM|ORGANISER_|WEBHOOK_|BOUNCE_)|(MAIL|UPLOAD)S?_)/;
/** Kubernetes sets these for a service with a name such as smtp. */
const OF_A_SERVICE = /_SERVICE_(?:HOST|PORT)|_PORT_\d+_/;

/** The settings that somebody may have meant by this name; empty if it is a variable of another program. */
function meantSettings(name: string): string {
  const near = nearestWord([...plainNames.keys()], plain(name), name.length > 8 ? 2 : 1);
  if (near !== undefined) return plainNames.get(near) ?? '';
  const [, one, other] = OURS.exec(name) ?? [];
  const family = one ?? other;
  if (family === undefined || OF_A_SERVICE.test(name)) return '';
  const names = settingNames.filter((each) => each.startsWith(family));
  return names.length > 1 ? `one of ${names.join(', ')}` : names.join('');
}
