import { accessSync, constants, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';

type Variables = Record<string, string | undefined>;

/** Chromium without a user interface, which needs half the time of the complete browser. */
export const HEADLESS_SHELL = 'chromium-headless-shell';
const browsers = ['chromium', 'chromium-browser', 'google-chrome'];

/** The browser for measurements: the program in CHROMIUM_PATH, or else the first browser of the machine. */
export function findChromium(variables: Variables): string | undefined {
  return findBrowser(browsers, variables);
}

/** The browser for tests: the headless shell if the machine has it. */
export function findTestBrowser(variables: Variables): string | undefined {
  return findBrowser([HEADLESS_SHELL, ...browsers], variables);
}

function findBrowser(names: string[], variables: Variables): string | undefined {
  const given = variables['CHROMIUM_PATH'];
  if (given) return isProgram(given) ? given : undefined;
  return firstProgram([
    ...names.map((name) => join('/usr/bin', name)),
    ...names.flatMap((name) => onPath(name, variables)),
  ]);
}

/** The folder of PostgreSQL's server programs; Debian keeps it off the PATH. The newest version comes first. */
export function findPostgres(variables: Variables): string | undefined {
  const debian = globSync('/usr/lib/postgresql/*/bin/initdb').toSorted((a, b) =>
    b.localeCompare(a, 'en', { numeric: true }),
  );
  return firstProgram([...debian, ...onPath('initdb', variables)])?.replace(/\/initdb$/, '');
}

export function findPgBouncer(variables: Variables): string | undefined {
  return firstProgram(['/usr/sbin/pgbouncer', ...onPath('pgbouncer', variables)]);
}

function onPath(name: string, variables: Variables): string[] {
  const folders = (variables['PATH'] ?? '').split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, name));
}

function firstProgram(paths: string[]): string | undefined {
  return paths.find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
