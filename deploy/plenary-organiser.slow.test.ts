import { spawnSync } from 'node:child_process';
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
    EnvironmentFiles:
      '/etc/first.env (ignore_errors=no)\\n/etc/plenary two.env (ignore_errors=yes)',
  };
  const cases = Object.entries(unit).map(
    ([name, value]) => `*--property=${name}' 'plenary) printf '${value}\\n';;`,
  );
  const program = (name: string, lines: string[]) =>
    writeFileSync(join(programs, name), ['#!/bin/sh', ...lines, ''].join('\n'), { mode: 0o755 });
  const credential = `'show --value --property=Environment with-credentials')
    echo KEY_FILE=/run/credentials/with-credentials.service/key;;
    'cat with-credentials') echo LoadCredential=key:/etc/plenary/key;;
    *with-credentials) echo loaded;;`;
  program('systemctl', [
    'case "$*" in',
    credential,
    ...cases,
    'cat*) ;;',
    '*) echo not-found;;',
    'esac',
  ]);
  program('systemd-run', [`printf '%s\\n' "$@"`, 'exit 3']);
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
    '--property=User=plenary',
    '--property=WorkingDirectory=/srv/plenary/current',
    '--property=Environment=DATA_DIR=/var/lib/plenary "MAIL_FROM=a b"',
    '--property=UMask=0077',
    '--property=EnvironmentFile=/etc/first.env',
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

test('a command gets the credentials of the unit in a folder of its own', () => {
  const { stdout } = organiser('with-credentials', 'doctor');
  const [, unit = ''] = /^--unit=(plenary-organiser-\d+)$/m.exec(stdout) ?? [];
  const lines = stdout.split('\n');
  expect(lines).toContain('--property=LoadCredential=key:/etc/plenary/key');
  expect(lines).toContain(`--property=Environment=KEY_FILE=/run/credentials/${unit}.service/key`);
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
