import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { aForm, submit } from '#tests/support/author.ts';
import { checkOut } from '#tests/support/earlier-version.ts';
import { aPayingVisitor } from '#tests/support/paying-visitor.ts';
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts';
import { createEmptyDatabase } from '#tests/support/test-database.ts';
import { releasesIn } from '../../scripts/release/releases.ts';

/** The release before this version; its tag and the recorded commit are the same. */
const before = releasesIn(readFileSync('docs/releasing.md', 'utf8')).at(-1);

test('this version goes on with the data of the release before, and restores its backup', async ({
  skip,
  onTestFinished,
}) => {
  if (before === undefined) return skip('No version was released yet.');
  const { version, commit } = before;
  if (!hasCommit(commit)) {
    return skip(`This clone lacks version ${version}: git fetch --depth=1 origin ${commit}`);
  }
  const folder = mkdtempSync(join(tmpdir(), 'plenary-update-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [first, second] = [await createEmptyDatabase(), await createEmptyDatabase()];
  onTestFinished(async () => void (await Promise.all([first.close(), second.close()])));
  const [root, DATA_DIR, restored] = [
    join(folder, 'earlier'),
    join(folder, 'data'),
    join(folder, 'copy'),
  ];
  for (const each of [root, DATA_DIR, restored]) mkdirSync(each);
  checkOut(commit, root);
  const start = async (more: Record<string, string>, from?: string) => {
    const server = await startServerProcess({ SANDBOX_PORT: '0', ...more }, ['--calls-only'], from);
    onTestFinished(server.stop);
    return server;
  };

  const data = { DATA_DIR, DATABASE_URL: first.url ?? '' };
  const CONTENT_DIR = join(root, 'tests/support/content');
  let server = await start({ ...data, CONTENT_DIR }, root);
  const paid = await aPayingVisitor(server, 'stripe');
  await paid.open();
  await paid.pay();
  expect((await paid.comeBack()).json).toMatchObject({ success: true });
  const order = (await server.exported()).find(({ type }) => type === 'order');
  // One visitor is on the payment page during the update.
  const paying = await aPayingVisitor(server, 'paypal');
  expect((await paying.open()).status).toBe(200);
  const author = aForm();
  const abstract = String((await submit(server, { form: author })).json['reference']);
  const backup = join(folder, 'backup.tar.gz');
  await server.organiser('backup', backup);
  await server.stop();

  const PORT = new URL(server.origin).port;
  server = await start({ ...data, PORT });
  await seesTheSame(server);
  const next = await aPayingVisitor(server, 'stripe');
  await next.open();
  for (const visitor of [paying, next]) {
    await visitor.pay();
    expect((await visitor.comeBack()).json).toMatchObject({ success: true });
  }
  expect(await server.organiser('reconcile')).toMatch(/^0 differences/m);
  // The days of this conference have passed, and its registration has no end: that is all that needs a person.
  await expect(server.organiser('doctor', '--quiet')).rejects.toMatchObject({
    stdout: expect.stringMatching(/registration is still open.*\n1 thing needs a person\.\n$/),
  });
  await server.stop();

  const copy = { DATA_DIR: restored, DATABASE_URL: second.url ?? '' };
  const env = { ...process.env, ...copy };
  await promisify(execFile)(
    process.execPath,
    ['scripts/run-program.mjs', 'organiser', 'restore', backup],
    { env },
  );
  await seesTheSame(await start({ ...copy, PORT }));

  /** The person who paid opens the receipt and the own page, and the author the abstract's. */
  async function seesTheSame(now: ServerProcess): Promise<void> {
    const page = await linkMailedTo(now, paid.email, /\/registration\/[\w-]+/);
    const authorPage = await linkMailedTo(now, author['email'] ?? '', /\/abstract\/[\w-]+/);
    const receipt = await now.get(`/receipt/${String(order?.['receiptToken'])}`);
    for (const { text } of [await now.get(page), receipt]) {
      expect(text).toContain(order?.['reference']);
    }
    expect((await now.get(authorPage)).text).toContain(abstract);
  }
}, 300_000);

function hasCommit(commit: string): boolean {
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}^{commit}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The path of a link in the mail that the person got last. */
async function linkMailedTo(server: ServerProcess, email: string, link: RegExp): Promise<string> {
  const list = (await server.get('/sandbox/mail')).text;
  const [item] = list.split('<li>').filter((each) => each.includes(`to ${email}`));
  const mail = /\/sandbox\/mail\/[\w-]+/.exec(item ?? '')?.[0];
  return link.exec((await server.get(`${mail}/letter`)).text)?.[0] ?? `no link in ${mail}`;
}
