import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { findPostgres } from './programs.ts';

type Cluster = {
  url: string;
  /** The process ids of the server and of its connections. */
  processes(): number[];
  stop(): Promise<void>;
  /** Kills the server as in a crash; `start` starts it again on the same port. */
  crash(): Promise<void>;
  start(): Promise<void>;
};
type Account = { uid?: number; gid?: number };

/**
 * Runs PostgreSQL while the standard input is open, so that it ends with the process that started it, even if that
 * process is killed.
 */
const keeper = `
folder=$1; shift
exec 3<&0
"$@" & server=$!
{ cat <&3 > /dev/null; kill -INT $server; } 2> /dev/null &
wait $server
[ -e "$folder/crashed" ] || rm -rf "$folder"
`;

/**
 * Starts a PostgreSQL in a temporary folder, on a free port of 127.0.0.1, for tests and measurements. By default its
 * data do not survive a power failure. `primary` is the address of another one, whose standby it is.
 */
export async function startPostgres(
  settings = ['fsync=off', 'full_page_writes=off'],
  primary?: string,
): Promise<Cluster> {
  const programs = findPostgres(process.env);
  if (!programs) throw new Error('PostgreSQL was not found (Debian: apt-get install postgresql)');
  const account = accountOfPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'plenary-postgres-'));
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid ?? account.uid);

  const password = primary ? new URL(primary).password : randomBytes(16).toString('hex');
  try {
    if (primary) copy(programs, folder, primary, account);
    else initialise(programs, folder, password, account);
    const port = await freePort();
    const command = serverCommand(programs, folder, port, settings);
    const crashed = join(folder, 'crashed');
    const main = () =>
      Number(readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')[0]);
    let server = await launch(folder, command, account);
    return {
      url: `postgres://plenary:${password}@127.0.0.1:${port}/postgres`,
      processes() {
        const id = main();
        const others = readFileSync(`/proc/${id}/task/${id}/children`, 'utf8');
        return [id, ...others.split(' ').filter(Boolean).map(Number)];
      },
      async stop() {
        if (server.exitCode !== null) return rmSync(folder, { recursive: true, force: true });
        const gone = once(server, 'exit');
        server.stdin?.end();
        await gone;
      },
      async crash() {
        writeFileSync(crashed, '');
        const gone = once(server, 'exit');
        process.kill(main(), 'SIGQUIT');
        await gone;
        server.stdin?.end();
      },
      async start() {
        rmSync(crashed);
        server = await launch(folder, command, account);
      },
    };
  } catch (cause) {
    rmSync(folder, { recursive: true, force: true });
    throw cause;
  }
}

async function launch(folder: string, command: string[], account: Account): Promise<ChildProcess> {
  const server = spawn('/bin/sh', ['-c', keeper, 'sh', folder, ...command], {
    ...account,
    cwd: folder,
    // A process group of its own, because Ctrl-C must not stop the database before the tests have ended.
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  await ready(server);
  return server;
}

/** PostgreSQL refuses to run as root: root uses the account that Debian's package has created. */
export function accountOfPostgres(): Account {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

function initialise(programs: string, folder: string, password: string, account: Account): void {
  const secret = join(folder, 'password');
  writeFileSync(secret, password, { mode: 0o644 });
  const words = '--username=plenary --auth=scram-sha-256 --encoding=UTF8 --locale=C --no-sync';
  const { status, stderr } = spawnSync(
    join(programs, 'initdb'),
    [...words.split(' '), `--pwfile=${secret}`, '-D', join(folder, 'data')],
    { ...account, cwd: folder, encoding: 'utf8' },
  );
  rmSync(secret);
  if (status !== 0) throw new Error(`initdb could not make a database in ${folder}: ${stderr}`);
}

function copy(programs: string, folder: string, primary: string, account: Account): void {
  const { status, stderr } = spawnSync(
    join(programs, 'pg_basebackup'),
    ['-d', primary, '-D', join(folder, 'data'), ...'-R -X stream -c fast --no-sync'.split(' ')],
    { ...account, cwd: folder, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`pg_basebackup could not copy a PostgreSQL: ${stderr}`);
}

function serverCommand(programs: string, folder: string, port: number, settings: string[]) {
  const all = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'max_connections=300',
    ...settings,
  ];
  const flags = all.flatMap((setting) => ['-c', setting]);
  return [join(programs, 'postgres'), '-D', join(folder, 'data'), ...flags];
}

function ready(server: ChildProcess): Promise<void> {
  let words = '';
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.on('exit', () => reject(new Error(`PostgreSQL did not start:\n${words}`)));
    server.stderr?.setEncoding('utf8').on('data', (more: string) => {
      words = (words + more).slice(-10_000);
      if (/ready to accept (?:read-only )?connections/.test(words)) resolve();
    });
  });
}

/** Runs a command with a PostgreSQL of its own: `npm run with-postgres -- npm start`. */
async function runBeside([command, ...args]: string[]): Promise<void> {
  if (!command) {
    console.error('Name the command to run: npm run with-postgres -- npm start');
    process.exit(2);
  }
  const { url, stop } = await startPostgres();
  const env = { ...process.env, DATABASE_URL: url, TEST_DATABASE_URL: url };
  const child = spawn(command, args, { stdio: 'inherit', env });
  // A terminal signals both processes; the command decides when to end.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  const [code] = await once(child, 'close');
  await stop();
  process.exit(code ?? 1);
}

if (import.meta.main) await runBeside(process.argv.slice(2));
