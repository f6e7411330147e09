import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';

let programs: string;

/** A fake systemd with one unit, which prints the command that it gets. */
beforeAll(() => {
  programs = mkdtempSync(join(tmpdir(), 'plenary-systemd-'));
  const unit: Record<string, string> = {
    LoadState: 'loaded',
    User: 'plenary',
    WorkingDirectory: '/srv/plenary/current',
    Environment: 'DATA_DIR=/var/lib/plenary "MAIL_FROM=a b"',
    EnvironmentFiles: `${join(programs, 'first.env')} (ignore_errors=no)\\n/etc/plenary two.env (ignore_errors=yes)`,
  };
  writeFileSync(join(programs, 'first.env'), '');
  const cases = Object.entries(unit).map(
    ([name, value]) => `*--property=${name}' 'plenary) printf '${value}\\n';;`,
  );
  const program = (name: string, lines: string[]) =>
    writeFileSync(join(programs, name), ['#!/bin/sh', ...lines, ''].join('\n'), { mode: 0o755 });
  const credential = `'show --value --property=Environment with-credentials')
    echo KEY_FILE=/run/credentials/with-credentials.service/key;;
    'cat with-credentials') echo LoadCredential=key:/etc/plenary/key;;
    *with-credentials) echo loaded;;
    *--property=EnvironmentFiles' 'plenary@typo) echo '/etc/plenary-typo.env (ignore_errors=no)';;
    *plenary@typo) echo loaded;;`;
  const running = join(programs, 'running');
  program('systemctl', [
    'case "$*" in',
    `stop*) echo "$*" >${running}.stopped; kill "$(cat ${running})";;`,
    credential,
    ...cases,
    'cat*) ;;',
    '*) echo not-found;;',
    'esac',
  ]);
  program('systemd-run', [
    `case "$*" in *' dashboard') echo $$ >${running}; echo started; exec sleep 60;; esac`,
    `printf '%s\\n' "$@"`,
    'exit 3',
  ]);
});

function organiser(unit: string, ...words: string[]) {
  const PATH = [programs, process.env['PATH']].join(delimiter);
  return spawnSync('sh', [join(import.meta.dirname, 'plenary-organiser'), ...words], {
    env: { PATH, UNIT: unit },
    encoding: 'utf8',
  });
}

test('a command runs as the user, in the folder and with the settings of the unit', () => {
  const { status, stdout } = organiser('plenary', 'person', 'export', 'ada $x@example.org');
  expect(status).toBe(3);
  expect(stdout.trimEnd().split('\n')).toEqual([
    '--quiet',
    '--pipe',
    '--wait',
    '--collect',
    expect.stringMatching(/^--unit=plenary-organiser-\d+$/),
    '--property=User=plenary',
    '--property=WorkingDirectory=/srv/plenary/current',
    '--property=Environment=DATA_DIR=/var/lib/plenary "MAIL_FROM=a b"',
    '--property=UMask=0077',
    '--property=KillSignal=SIGINT',
    `--property=EnvironmentFile=${join(programs, 'first.env')}`,
    '--property=EnvironmentFile=-/etc/plenary two.env',
    '/usr/bin/env',
    'node',
    '--max-semi-space-size=4',
    '--heap-growing-percent=20',
    'scripts/run-program.mjs',
    'organiser',
    'person',
    'export',
    'ada $$x@example.org',
  ]);
});

test('a conference that is not on the machine is named', () => {
  const { status, stdout, stderr } = organiser('plenary@typo', 'doctor');
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toBe(
    'plenary@typo has no settings: /etc/plenary-typo.env is missing. UNIT names another one.\n',
  );
});

test('a command gets the credentials of the unit in a folder of its own', () => {
  const { stdout } = organiser('with-credentials', 'doctor');
  const [, unit = ''] = /^--unit=(plenary-organiser-\d+)$/m.exec(stdout) ?? [];
  const lines = stdout.split('\n');
  expect(lines).toContain('--property=LoadCredential=key:/etc/plenary/key');
  expect(lines).toContain(`--property=Environment=KEY_FILE=/run/credentials/${unit}.service/key`);
});

test('Ctrl+C ends the command and not only the words that it prints', async () => {
  const PATH = [programs, process.env['PATH']].join(delimiter);
  const script = join(import.meta.dirname, 'plenary-organiser');
  const run = spawn('sh', [script, 'dashboard'], { env: { PATH, DASHBOARD_PORT: '3900' } });
  await once(run.stdout, 'data');
  run.kill('SIGINT');
  const [code] = await once(run, 'exit');
  expect(code).not.toBe(0);
  expect(readFileSync(join(programs, 'running.stopped'), 'utf8')).toMatch(
    /^stop plenary-organiser-\d+\n$/,
  );
});

test('a command gets the port of the dashboard, and the name of the person who called sudo', () => {
  const PATH = [programs, process.env['PATH']].join(delimiter);
  const { stdout } = spawnSync('sh', [join(import.meta.dirname, 'plenary-organiser'), 'doctor'], {
    env: { PATH, DASHBOARD_PORT: '3900', SUDO_USER: 'ada' },
    encoding: 'utf8',
  });
  expect(stdout).toContain('"MAIL_FROM=a b" DASHBOARD_PORT=3900 SUDO_USER=ada\n');
});

test('an unknown unit is reported, and no command runs', () => {
  const { status, stdout, stderr } = organiser('other', 'doctor');
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: '',
    stderr: 'There is no service other: UNIT names another one.\n',
  });
});

// systemd resets the mode of the folder together with its name.
test('the data of one of several conferences are readable by its user only', () => {
  const file = join(import.meta.dirname, 'instances/plenary@.service.d/instance.conf');
  const lines = readFileSync(file, 'utf8').split('\n');
  const reset = lines.lastIndexOf('StateDirectory=');
  expect(lines.lastIndexOf('StateDirectoryMode=0700')).toBeGreaterThan(reset);
});
