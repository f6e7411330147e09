import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';

const script = resolve('scripts/check-docs.ts');
const page = '---\ncode: [server/orders/]\n---\n\n# Orders\n';
let root: string;

beforeEach(() => {
  root = testFolder();
  write('server/orders/cancel.ts', '1');
  write('docs/orders.md', page);
  git('init --quiet --initial-branch=main');
  commit();
});

test('pages that name existing code pass', () => {
  expect(check()).toBe('');
});

test('a broken link is reported with its line', () => {
  write('docs/orders.md', `${page}\n[move](move.md)\n`);
  expect(check()).toBe('docs/orders.md:7 names move.md, which does not exist\n');
});

test('a page without code, a path without files and a folder without a page are reported', () => {
  write('docs/mail.md', '# Mail\n');
  write('docs/orders.md', page.replace(']', ', server/cart/*.ts]'));
  write('server/files/store.ts', '1');
  expect(check()).toBe(
    [
      'docs/mail.md has no "code:" in its front matter',
      'docs/orders.md describes server/cart/*.ts, which matches no file',
      'no page has server/files/ in its "code:"',
      '',
    ].join('\n'),
  );
});

test('a feature without a README, and a README that differs from its code, are reported', () => {
  write(
    'docs/architecture.md',
    '---\ncode: [features/]\n---\n<!-- features --><!-- end of features -->\n',
  );
  write('features/desk/desk-command.ts', "  name: 'desk',\n");
  expect(check()).toBe('features/desk/ has no README.md\n');
  const facts = [
    'Switch:** none',
    'Tables:** `arrivals`',
    'Commands:** none',
    'Pages:** none',
    'Mails:** none',
  ];
  write(
    'features/desk/README.md',
    [...facts.map((fact) => `- **${fact}`), '', '## Decisions', '', '## To take it away', ''].join(
      '\n',
    ),
  );
  expect(check()).toBe(
    'features/desk/README.md does not name the command desk\n' +
      'features/desk/README.md names arrivals, which no code of it has\n' +
      'docs/architecture.md has an old table of features: node scripts/check-docs.ts --write\n',
  );
});

test('a link to a heading that does not exist is reported', () => {
  write('docs/orders.md', `${page}\n[move](#move)\n[orders](#orders)\n`);
  expect(check()).toBe('docs/orders.md:7 names docs/orders.md#move, which does not exist\n');
});

test('a message that names a heading that does not exist is reported', () => {
  write(
    'server/orders/cancel.ts',
    "const words = 'see docs/orders.md, Orders'; // docs/orders.md, Refunds.\n",
  );
  expect(check()).toBe(
    'server/orders/cancel.ts names docs/orders.md, Refunds, which does not exist\n',
  );
});

test('a comment that begins with What, Who, Where, Whose or Of is reported', () => {
  write(
    'server/orders/cancel.ts',
    ['/** What is cancelled. */', '// Of a group', '/**', ' * Cancels. Who', ' */', ''].join('\n'),
  );
  expect(check()).toBe(
    [
      'server/orders/cancel.ts:1 has a comment that begins with What',
      'server/orders/cancel.ts:2 has a comment that begins with Of',
      '',
    ].join('\n'),
  );
});

test('a change of code makes the page stale until the page changes, and a change of a test does not', () => {
  write('server/orders/cancel.test.ts', '1');
  commit();
  expect(check('--stale')).toBe('');
  write('server/orders/cancel.ts', '2');
  commit();
  expect(check('--stale')).toBe('docs/orders.md: server/orders/cancel.ts\n');
  write('docs/orders.md', `${page}\nCancelled orders keep their items.\n`);
  expect(check('--stale')).toBe('');
});

test('a branch is compared with the commit at which it left main', () => {
  git('switch --quiet --create branch');
  write('server/orders/cancel.ts', '2');
  commit();
  write('README.md', '# Orders\n');
  commit();
  expect(check('--stale')).toBe('docs/orders.md: server/orders/cancel.ts\n');
  expect(check('--stale', 'HEAD~1')).toBe('');
});

function check(...args: string[]): string {
  const { stdout, stderr } = spawnSync(process.execPath, [script, ...args], { cwd: root });
  return `${stdout}${stderr}`;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function commit(): void {
  git('add .');
  git('-c user.name=Ada -c user.email=ada@example.org commit --quiet --message=change');
}

function git(command: string): void {
  execFileSync('git', command.split(' '), { cwd: root });
}
