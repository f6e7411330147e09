import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { type End, HAPROXY } from '#tests/support/postgres-pair.ts';
import { withPrograms } from './with-programs.ts';

const packages = { postgresql: '/usr/lib/postgresql/*/bin/pg_basebackup', haproxy: HAPROXY };

withPrograms('a PostgreSQL with a standby, under visitors who pay', packages, () => {
  test.each<End>(['killed', 'frozen'])(
    'that is %s loses nothing, charges nobody twice, and no server is started again',
    { timeout: 900_000 },
    async (end) => {
      const program = 'tests/faults/faults.ts crowd --servers 2 --visitors 60 --failover';
      const { stdout } = await promisify(execFile)(process.execPath, [...program.split(' '), end]);
      expect(stdout).toMatch(/1 kills;.* 0 problems/);
    },
  );
});
