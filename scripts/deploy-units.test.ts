import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The values of a key of a unit, in which an empty one takes back those before. */
function valuesOf(key: string, ...files: string[]): string[] {
  const lines = files.flatMap((file) => readFileSync(`deploy/${file}`, 'utf8').split('\n'));
  const given = lines.flatMap((line) => (line.startsWith(`${key}=`) ? [line.split('=')[1]] : []));
  return given.slice(given.lastIndexOf('') + 1).flatMap((value = '') => value.split(' '));
}

const OFFICE = 'systemd/plenary-office.service';

test('the dashboard may write what a save changes, and the server of the site only its data', () => {
  // The folders of docs/operations.md; one that is missing must not stop the unit.
  for (const unit of [OFFICE, 'systemd/plenary-follow.service']) {
    expect(valuesOf('ReadWritePaths', unit)).toEqual([
      '-/srv/conference',
      '-/srv/plenary/current/build',
    ]);
  }
  expect(valuesOf('ReadWritePaths', 'systemd/plenary.service')).toEqual([]);
  for (const unit of globSync('systemd/*.service', { cwd: 'deploy' })) {
    if (valuesOf('User', unit).join() !== 'plenary') continue;
    expect([unit, valuesOf('ProtectSystem', unit)]).toEqual([unit, ['strict']]);
  }
});

test.each(['office', 'follow'])(
  'plenary-%s of one of several conferences has the folder, user and settings of that one alone',
  (name) => {
    const unit = `systemd/plenary-${name}.service`;
    const conf = `instances/plenary-${name}@.service.d/instance.conf`;
    expect(valuesOf('ReadWritePaths', unit, conf)).toEqual([
      '-/srv/%i',
      '-/srv/plenary/current/build',
    ]);
    expect(valuesOf('User', conf)).toEqual(['plenary-%i']);
    expect(valuesOf('EnvironmentFile', unit, conf)).toEqual(['/etc/plenary-%i.env']);
    expect(valuesOf('StateDirectory', unit, conf)).toEqual(['plenary-%i']);
  },
);
