/**
 * Prepares a checkout before an npm script runs: it installs the packages and the right Node, and obeys its arguments.
 * It runs before anything is installed, so it uses only Node's built-in modules and works on Node 20.
 *
 *   --all         installs also the packages that only tests and checks need
 *   --commands    ends at once, without the lock, if the organiser's commands can run
 *   --installed   installs nothing; without the packages it fails with an instruction
 *   --build       builds the site and bundles the programs if their sources have changed
 *   --serve       ends at once if the site is built and its packages are installed, as in an image without the tools;
 *                 with --build the first page comes early: no bundle, and larger compressed files
 *   --dashboard   builds the organiser's dashboard if its sources have changed; in such an image it ends at once, too
 *   --test        finds or installs the programs that the tests need
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, readlinkSync } from 'node:fs';
import { realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const NODE = 24;
const ALL = ' with the tools of the tests';

/** After this time without an answer of npm's registry a message says so, once. Tests use a shorter time. */
const UNANSWERED_MS = Number(process.env.BOOTSTRAP_UNANSWERED_MS ?? 60_000);
/** Matches a line of npm's log about an answered request. */
const ANSWER = /^npm http (?:fetch [A-Z]+ \d{3}|cache) /;

const OWNER = 'run npm run build as its owner, then the same command again.';

const root = fileURLToPath(new URL('..', import.meta.url));
const modules = join(root, 'node_modules');
const bin = join(modules, '.bin');
/** Node from npm's registry, for a machine with an older Node than 24. npm scripts find it first on their path. */
const packagedNode = join(bin, 'node');
const nodeFolder = join(modules, '.node-24');
const nodePackage = join(root, 'packages', 'node-24');
const stamp = join(modules, '.plenary-packages');
const lock = join(modules, '.plenary-lock');
/** npm reads this file instead of package-lock.json. It exists only during an installation. */
const addressedLock = join(root, 'npm-shrinkwrap.json');
const folders = (process.env.PATH ?? '').split(delimiter);
/** With these settings the threads of Vite and of the bundler take a third less memory. */
const lean = { MALLOC_ARENA_MAX: '2', MIMALLOC_ALLOW_THP: '0', MIMALLOC_PURGE_DELAY: '0' };
const env = { ...lean, ...process.env, PATH: [bin, ...folders].join(delimiter) };

const running = new Set();
process.on('exit', () => {
  for (const child of running) child.kill();
  if (holderOf(lock) !== process.pid) return;
  rmSync(addressedLock, { force: true });
  rmSync(lock, { force: true });
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));

if (process.argv.includes('--commands') && canRunCommands()) process.exit();
if (process.argv.includes('--installed')) {
  if (canRunCommands()) process.exit();
  fail(
    'The packages are not installed: run npm run build first, or npm start, which also builds and serves the site.',
  );
}
const isOurs = await takeLock();
const needsNode = machineNode() < NODE;
// The machine's own Node is preferred, even if it was installed after ours.
if (!needsNode && isOurs) rmSync(packagedNode, { force: true });
const isToServe = process.argv.includes('--serve');
if (isToServe && canServe('build-site.ts')) process.exit();
const isForDashboard = process.argv.includes('--dashboard');
if (isForDashboard && canServe('build-dashboard.ts') && !process.argv.includes('--build'))
  process.exit();
if (!isInstalled(process.argv.includes('--all')) || (needsNode && !existsSync(packagedNode))) {
  if (!isOurs)
    fail(`This user may not write to ${root}, and its packages are not installed: ${OWNER}`);
  await install();
}
checkNode();
if (process.argv.includes('--build')) {
  const site = run('node', ['scripts/run-program.mjs', 'build', ...(isToServe ? ['--quick'] : [])]);
  // Side by side they take more than a gigabyte.
  if (totalmem() < 4e9) await site;
  const programs = ['--max-semi-space-size=4', 'scripts/build-programs.ts'];
  const [words] = await Promise.all([isToServe ? '' : run('node', programs, 'pipe'), site]);
  tell(words);
  // The bundle keeps for its servers what it reads of the conference's folder.
  if (!isToServe) await run('node', ['scripts/run-program.mjs', 'build']);
  warnIfHidden();
}
if (isForDashboard) await run('node', ['scripts/build-dashboard.ts']);
if (process.argv.includes('--test')) await run('node', ['scripts/test-programs.ts']);
process.exit();

async function install() {
  const start = Date.now();
  tell(`Installing the packages${needsNode ? ` and Node ${NODE}` : ''} … `);
  // A folder in which tests ran keeps their packages.
  const isWhole = process.argv.includes('--all') || read(stamp).endsWith(ALL);
  rmSync(stamp, { force: true });
  writeFileSync(addressedLock, withAddresses(join(root, 'package-lock.json')));
  const outputs = await Promise.all([
    npmInstall(root, isWhole),
    ...(needsNode ? [installNode()] : []),
  ]);
  rmSync(addressedLock);
  const output = outputs.find((words) => words !== undefined);
  if (output !== undefined) {
    tell(`failed\n${output}\n`);
    fail(
      'The packages could not be installed: see the messages of npm above, then run the same command again.',
    );
  }
  rmSync(packagedNode, { force: true });
  // npm 10 does not link the binary itself.
  const binary = `node_modules/node-${process.platform}-${process.arch}/bin/node`;
  if (needsNode && existsSync(join(nodeFolder, binary))) {
    symlinkSync(join('../.node-24', binary), packagedNode);
  }
  writeFileSync(stamp, stampOf(isWhole));
  tell(`done in ${((Date.now() - start) / 1000).toFixed(1)} s\n`);
}

/** The folder's name begins with a dot, because npm ignores such folders in node_modules. */
function installNode() {
  mkdirSync(nodeFolder, { recursive: true });
  copyFileSync(join(nodePackage, 'package.json'), join(nodeFolder, 'package.json'));
  const addressed = withAddresses(join(nodePackage, 'package-lock.json'));
  writeFileSync(join(nodeFolder, 'package-lock.json'), addressed);
  return npmInstall(nodeFolder, false);
}

/**
 * A lock file with an address for each package. Without addresses npm first asks the registry for the description of
 * every package. npm replaces the host by the registry of its own settings.
 */
function withAddresses(lockFile) {
  const locked = JSON.parse(read(lockFile) || '{}');
  for (const [path, entry] of Object.entries(locked.packages ?? {})) {
    const [, folder] = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? [];
    if (!folder || entry.link || !entry.version) continue;
    const name = entry.name ?? folder;
    entry.resolved ??= `https://registry.invalid/${name}/-/${basename(name)}-${entry.version}.tgz`;
  }
  return JSON.stringify(locked);
}

/**
 * A digest of the requested and the installed packages: `npm prune` and a manual `npm install` change the installed
 * ones.
 */
function fingerprint() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`);
  const files = ['package.json', 'package-lock.json', 'node_modules/.package-lock.json'];
  for (const file of files) hash.update(`${read(join(root, file))}\n`);
  hash.update(read(join(nodePackage, 'package-lock.json')));
  return hash.digest('hex');
}

/** The words of the file after an installation, with or without the packages that only tests and checks need. */
function stampOf(isWhole) {
  return fingerprint() + (isWhole ? ALL : '');
}

function isInstalled(isWhole) {
  return [stampOf(true), ...(isWhole ? [] : [stampOf(false)])].includes(read(stamp));
}

/** Starts no other program, because it runs before each command and has to be fast. */
function canRunCommands() {
  const hasNode = Number.parseInt(process.versions.node, 10) >= NODE || existsSync(packagedNode);
  return hasNode && (isInstalled(false) || hasPackagesToServe());
}

/** Whether the build of a script is up to date, and the packages for serving it are installed. */
function canServe(script) {
  if (nodeVersion(env.PATH) < NODE || !hasPackagesToServe()) return false;
  return spawnSync('node', [`scripts/${script}`, '--check'], { cwd: root, env }).status === 0;
}

function hasPackagesToServe() {
  const installed = packagesIn(join(modules, '.package-lock.json'));
  const isMissing = ([path, { version, dev, optional, devOptional }]) =>
    path.startsWith('node_modules/') &&
    !(dev || optional || devOptional) &&
    (installed[path] === undefined || installed[path].version !== version);
  const wanted = Object.entries(packagesIn(join(root, 'package-lock.json')));
  return wanted.length > 0 && !wanted.some(isMissing);
}

function packagesIn(lockFile) {
  return JSON.parse(read(lockFile) || '{}').packages ?? {};
}

/** Resolves to npm's output if npm failed. */
function npmInstall(cwd, isWhole) {
  // `npm ci` fails if a registry lacks another platform's optional packages. --include is for packages that
  // NODE_ENV=production and npm's own settings would omit. No package needs an install script.
  const dev = isWhole ? '--include=dev' : '--omit=dev';
  const words = `install --no-save ${dev} --include=optional --ignore-scripts --replace-registry-host=always`;
  // By default npm would try for minutes to reach a missing registry. Its log shows each answer.
  const patience = '--fetch-retries=2 --fetch-retry-mintimeout=2000 --fetch-retry-maxtimeout=10000';
  const quiet = '--no-audit --no-fund --no-progress --loglevel=http';
  const cli = process.env.npm_execpath ?? '';
  const [command, first] = basename(cli) === 'npm-cli.js' ? [process.execPath, [cli]] : ['npm', []];
  const args = [...first, ...`${words} ${patience} ${quiet}`.split(' ')];
  const child = spawn(command, args, { cwd, env: process.env });
  let output = '';
  let answers = 0;
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      if (ANSWER.test(line)) answers += 1;
      else output += `${line}\n`;
    });
  }
  const silence = setTimeout(() => {
    if (answers === 0) tell('Still waiting for the package registry … ');
  }, UNANSWERED_MS);
  return new Promise((resolve) => {
    running.add(child);
    const end = (trouble) => {
      clearTimeout(silence);
      running.delete(child);
      resolve(trouble);
    };
    child.on('error', (error) => end(String(error)));
    child.on('close', (code) => end(code === 0 ? undefined : output.trim()));
  });
}

/** After a clone or a build of root with a umask such as 077, the user of a service cannot read the code. */
function warnIfHidden() {
  if (process.getuid?.() !== 0) return;
  const paths = [
    root,
    ...['package.json', 'node_modules', 'build'].map((name) => join(root, name)),
  ];
  const readable = (path) => (statSync(path).isDirectory() ? 0o005 : 0o004);
  const hidden = paths.find(
    (path) => existsSync(path) && (statSync(path).mode & readable(path)) !== readable(path),
  );
  if (hidden === undefined) return;
  tell(
    `Only root can read ${hidden}: another user can serve this site after chmod -R go+rX ${root}\n`,
  );
}

/** Whether `node` in an npm script is new enough, which may not be the Node that runs this file. */
function checkNode() {
  const found = nodeVersion(env.PATH);
  if (found >= NODE) return;
  if (found === 0 && existsSync(packagedNode)) {
    // The packaged Node is built for glibc. If it cannot run (Alpine has musl), the machine's own Node is used, if it
    // is new enough.
    rmSync(packagedNode);
    return checkNode();
  }
  fail(
    `Plenary needs Node ${NODE} or later, and none that runs on this ${process.platform} ${process.arch} machine came ` +
      `with the packages: install it from https://nodejs.org, then run the same command again.`,
  );
}

/** The version of the Node that a shell finds apart from ours. */
function machineNode() {
  const others = folders.filter((folder) => real(folder) !== real(bin));
  return nodeVersion(others.join(delimiter));
}

function nodeVersion(path) {
  const { stdout } = spawnSync('node', ['--version'], {
    cwd: root,
    env: { ...env, PATH: path },
    encoding: 'utf8',
  });
  return Number(/^v(\d+)\./.exec(stdout ?? '')?.[1] ?? 0);
}

function real(path) {
  return attempt(() => realpathSync(path), path);
}

/** Resolves to the words of the program if they are not printed at once. */
async function run(command, args, output = 'inherit') {
  const child = spawn(command, args, { cwd: root, env, stdio: ['inherit', 'inherit', output] });
  running.add(child);
  let words = '';
  child.stderr?.setEncoding('utf8').on('data', (text) => (words += text));
  const code = await new Promise((resolve) =>
    child.on('error', () => resolve(1)).on('close', resolve),
  );
  running.delete(child);
  if (code !== 0) {
    tell(words);
    process.exit(code || 1);
  }
  return words;
}

/**
 * Two concurrent bootstraps would overwrite each other's packages and pages, so the second waits for the first. Returns
 * false if this user cannot write here, for example a service whose code belongs to another user.
 */
async function takeLock() {
  for (let told = false; ; await pause(200)) {
    try {
      mkdirSync(modules, { recursive: true });
      // Creating a link also writes its target, so a lock always names its process.
      symlinkSync(String(process.pid), lock);
      return true;
    } catch (error) {
      if (['EACCES', 'EPERM', 'EROFS'].includes(error.code)) return false;
      if (error.code !== 'EEXIST') throw error;
    }
    const holder = holderOf(lock);
    if (isDead(holder)) {
      // Every start pauses after this, so none removes the new lock of another one.
      rmSync(lock, { force: true });
    } else if (holder && !told) {
      tell(`Waiting for process ${holder}, which is setting up this folder (${lock}) …\n`);
      told = true;
    }
  }
}

/** The process that a lock names; 0 if the lock was removed meanwhile. */
function holderOf(link) {
  return Number(attempt(() => readlinkSync(link), 0));
}

function isDead(pid) {
  // A restarted container assigns the same process ids again.
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

function read(file) {
  return attempt(() => readFileSync(file, 'utf8'), '');
}

function attempt(work, otherwise) {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

/** Prints on standard error, so that the text does not mix with the output of the npm script. */
function tell(text) {
  process.stderr.write(text);
}

function fail(sentence) {
  tell(`${sentence}\n`);
  process.exit(1);
}
