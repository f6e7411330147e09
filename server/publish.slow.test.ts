import { execFile } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { siteFolders } from '#server/content/folders.ts';
import { CONTENT_STAMP, MADE_FROM } from '#server/content/stamp.ts';
import { type SiteServer, startSite } from '#tests/support/site-server.ts';
import { testFolder } from '#tests/support/test-folder.ts';

const folder = join(testFolder(), 'conference');
const prices = join(folder, 'prices.yaml');
let site: SiteServer;

beforeAll(async () => {
  cpSync('content', folder, { recursive: true });
  await build();
  site = await startSite({ CONTENT_DIR: folder });
}, 180_000);

afterAll(async () => {
  await site.stop();
  rmSync(siteFolders({ CONTENT_DIR: folder }).build, { recursive: true, force: true });
});

// The process of the test goes on meanwhile, so that it notices connections that the server closes.
async function build(): Promise<void> {
  const env = { ...process.env, CONTENT_DIR: folder };
  await promisify(execFile)(process.execPath, ['scripts/build-site.ts', '--quick'], { env });
}

function edit(from: string, to: string): void {
  const before = readFileSync(prices, 'utf8');
  expect(before).toContain(from);
  writeFileSync(prices, before.replace(from, to));
}

/** The price of a speaker on the page and in the call. */
async function shown(): Promise<{ page: string | undefined; call: string | undefined }> {
  const choice = { registrationType: 'REGISTRATION_ONLY', presentationType: 'SPEAKER' };
  const call = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(choice),
  };
  const answers = [
    fetch(`${site.origin}/conference-registration`),
    fetch(`${site.origin}/api/registration/get-pricing-config`, call),
  ];
  const [page, price] = await Promise.all(
    answers.map(async (asked) => {
      const answer = await asked;
      expect(answer.status, answer.url).toBe(200);
      return /(?<![\d.])39\d\b/.exec(await answer.text())?.[0];
    }),
  );
  return { page, call: price };
}

test('a build is published by the running server, which answers every request meanwhile', async () => {
  expect(await shown()).toEqual({ page: '399', call: '399' });
  const { pid } = await health();
  edit("price: '399.00'", "price: '398.00'");
  await build();
  const begun = await beginRegistration();
  const seen = [];
  do {
    seen.push(await shown());
    await pause(20);
  } while (seen.at(-1)?.page !== '398' && seen.length < 400);
  // Each answer is of one of the two conferences, and none of an earlier one follows.
  expect(seen.at(-1)).toEqual({ page: '398', call: '398' });
  for (const { page, call } of seen)
    expect(['399', '398']).toEqual(expect.arrayContaining([page, call]));
  expect((await health()).pid).toBe(pid);
  expect(site.output()).not.toContain('"level":"error"');
  // A request that began before has its answer.
  expect(await begun.finish()).toMatch(/^HTTP\/1\.1 [24]\d\d /);
});

test('pages that do not belong to the code or to the folder change nothing, and those that do are published', async () => {
  const { build: built } = siteFolders({ CONTENT_DIR: folder });
  const [contentFile, codeFile] = [join(built, CONTENT_STAMP), join(built, MADE_FROM)];
  const [content, code] = [contentFile, codeFile].map((path) => readFileSync(path, 'utf8'));
  const said = () => site.output().match(/"alarm":true.*|published as it is now/g) ?? [];
  writeFileSync(codeFile, `other${code}`);
  writeFileSync(contentFile, 'first');
  await expect.poll(said).toHaveLength(2);
  writeFileSync(codeFile, code ?? '');
  writeFileSync(contentFile, 'second');
  await expect.poll(said).toHaveLength(3);
  writeFileSync(contentFile, content ?? '');
  await expect.poll(said).toHaveLength(4);
  expect(said()).toEqual([
    expect.stringContaining('published'),
    expect.stringContaining('has to be restarted'),
    expect.stringContaining('has changed since the site was built'),
    expect.stringContaining('published'),
  ]);
  expect(await shown()).toEqual({ page: '398', call: '398' });
});

async function health(): Promise<{ pid: string | undefined }> {
  const metrics = await (await fetch(`${site.origin}/metrics`)).text();
  return { pid: /^process_start_time_seconds (\S+)$/m.exec(metrics)?.[1] };
}

/** A registration whose body has only half arrived. */
async function beginRegistration(): Promise<{ finish: () => Promise<string> }> {
  const { hostname, port } = new URL(site.origin);
  const body = JSON.stringify({ presentationType: 'SPEAKER' });
  const socket: Socket = connect(Number(port), hostname);
  socket.write(
    `POST /api/registration/register HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
  );
  return {
    finish() {
      socket.write(body.slice(5));
      return text(socket);
    },
  };
}
