import { readdirSync } from 'node:fs';
import { readdir, readlink } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { ABSTRACT_FILE_LIMIT } from '#contract/abstract.ts';
import { endOfForm, filePart, formParts, SUBMIT } from '#tests/support/author.ts';
import { type Dice, diceFrom } from '#tests/support/dice.ts';
import { aPdf } from '#tests/support/sample-files.ts';
import { newId, seed } from '#tests/support/seed.ts';
import { startSite } from '#tests/support/site-server.ts';
import { startTestSite } from '#tests/support/test-site.ts';

const UPLOADS = 300;
const AT_ONCE = 50;
/** A stalled upload is refused within a second. */
const pace = { stretchMs: 400, leastBytes: 200, longestMs: 20_000 };

type Sent = { socket: Socket; answer: Promise<string> };

function open(origin: string, length: number | undefined): Sent {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  // The tests break connections on purpose.
  socket.on('error', () => undefined);
  const size = length === undefined ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`;
  const head = [
    `POST ${SUBMIT} HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
    'Content-Type: multipart/form-data; boundary=BOUNDARY',
    size,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  const answer = new Promise<string>((resolve) => {
    let text = '';
    socket.setEncoding('utf8').on('data', (more: string) => (text += more));
    socket.on('close', () => resolve(text));
  });
  return { socket, answer };
}

function aBody(file = aPdf(60_000, newId()), extra: Buffer[] = []): Buffer {
  return Buffer.concat([...formParts(), filePart('a.pdf', file), ...extra, endOfForm]);
}

function some(body: Buffer, dice: Dice): Buffer {
  return body.subarray(0, dice(body.length));
}

/** The ways in which an upload can end; each waits until its connection is closed and returns the answer. */
const fates: Record<string, (origin: string, dice: Dice) => Promise<string>> = {
  async 'its author leaves'(origin, dice) {
    const body = aBody();
    const { socket, answer } = open(origin, body.length);
    socket.write(some(body, dice));
    await pause(dice(300));
    socket.destroy();
    return answer;
  },
  async 'its connection is reset'(origin, dice) {
    const { socket, answer } = open(origin, undefined);
    const piece = some(aBody(), dice);
    socket.write(`${piece.length.toString(16)}\r\n`);
    socket.write(piece);
    await pause(dice(300));
    socket.resetAndDestroy();
    return answer;
  },
  async 'its connection is closed on one side'(origin, dice) {
    const body = aBody();
    const { socket, answer } = open(origin, body.length);
    await pause(dice(100));
    socket.end(some(body, dice));
    return answer;
  },
  async 'it stands still'(origin, dice) {
    const body = aBody();
    const { socket, answer } = open(origin, body.length);
    socket.write(some(body, dice));
    return answer;
  },
  async 'it comes in drops'(origin, dice) {
    const body = aBody();
    const { socket, answer } = open(origin, body.length);
    const sent = some(body, dice);
    socket.write(sent);
    for (let at = sent.length; at < body.length && !socket.closed; at += 5) {
      socket.write(body.subarray(at, at + 5));
      await pause(50);
    }
    return answer;
  },
  async 'it is no abstract'(origin) {
    const body = aBody(Buffer.alloc(50_000, 'MZ'));
    const { socket, answer } = open(origin, body.length);
    socket.write(body);
    return answer;
  },
  async 'it says that it is too large'(origin, dice) {
    const { socket, answer } = open(origin, ABSTRACT_FILE_LIMIT * 2);
    socket.write(some(aBody(), dice));
    return answer;
  },
  async 'it has a second file'(origin) {
    const body = aBody(undefined, [filePart('b.pdf', aPdf(60_000))]);
    const { socket, answer } = open(origin, body.length);
    socket.write(body);
    return answer;
  },
  async 'a field is missing'(origin) {
    const body = Buffer.concat([filePart('a.pdf', aPdf(60_000)), endOfForm]);
    const { socket, answer } = open(origin, body.length);
    socket.write(body);
    return answer;
  },
  async 'it arrives'(origin) {
    const body = aBody();
    const { socket, answer } = open(origin, body.length);
    socket.write(body);
    return answer;
  },
};

/** The body is so large that the test sends only a few of them. */
async function sendTooLarge(origin: string): Promise<string> {
  const { socket, answer } = open(origin, undefined);
  const start = Buffer.concat([...formParts(), filePart('a.pdf', aPdf(1000)).subarray(0, -2)]);
  const chunk = (bytes: Buffer) => [Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes];
  socket.write(Buffer.concat([...chunk(start), Buffer.from('\r\n')]));
  const piece = Buffer.concat([...chunk(Buffer.alloc(1024 * 1024)), Buffer.from('\r\n')]);
  for (let sent = 0; sent <= ABSTRACT_FILE_LIMIT && !socket.closed; sent += 1024 * 1024) {
    if (!socket.write(piece)) await pause(20);
  }
  return answer;
}

test.runIf(process.platform === 'linux')(
  `after ${UPLOADS} uploads that are cut, refused or abandoned at random (seed ${seed}) no file of them stays`,
  { timeout: 180_000 },
  async () => {
    const server = await startTestSite({ uploadPace: pace });
    const dice = diceFrom(seed);
    const all = Object.entries(fates);
    const connections = await server.countConnections();
    const answers: string[] = [];
    let next = 0;
    const send = async () => {
      while (next < UPLOADS) {
        const number = next++;
        const fate = all[number < all.length ? number : dice(all.length)]?.[1];
        if (!fate) throw new Error('there is no such fate');
        answers.push(await (number % 100 === 99 ? sendTooLarge : fate)(server.origin, dice));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, send));
    const arrived = answers.filter((answer) => answer.startsWith('HTTP/1.1 200')).length;
    expect(arrived).toBeGreaterThan(0);

    await vi.waitFor(
      async () => {
        expect(await openFiles()).toEqual([]);
        const remains = await server.remainsOf();
        expect(remains.uploads).toEqual([]);
        expect(remains.stored).toHaveLength(remains.rows);
        expect(remains.rows).toBeGreaterThanOrEqual(arrived);
        expect((await server.get('/metrics')).text).toContain('plenary_uploads_in_progress 0\n');
        // The request that counts the connections has a connection, too.
        expect(await server.countConnections()).toBeLessThanOrEqual(connections + 1);
      },
      { timeout: 60_000, interval: 250 },
    );
  },
);

/** The files below uploads/ and files/ that this process has open, also removed files. */
async function openFiles(): Promise<string[]> {
  const folder = '/proc/self/fd';
  const links = (await readdir(folder)).map((fd) => readlink(`${folder}/${fd}`).catch(() => ''));
  return (await Promise.all(links)).filter((path) => /\/(?:uploads|files)\//.test(path));
}

test(
  'a server that stops during uploads has no file of them after its next start',
  { timeout: 120_000 },
  async () => {
    const dataDir = testFolder();
    const first = await startSite({ DATA_DIR: dataDir }, ['--calls-only']);
    const body = aBody();
    const sent = Array.from({ length: 30 }, () => open(first.origin, body.length));
    for (const [number, { socket }] of sent.entries())
      socket.write(body.subarray(0, (body.length * number) / sent.length));
    await vi.waitFor(
      () => expect(readdirSync(join(dataDir, 'uploads')).length).toBeGreaterThan(5),
      { timeout: 60_000 },
    );
    await first.stop();
    for (const { socket } of sent) socket.destroy();

    const second = await startSite({ DATA_DIR: dataDir }, ['--calls-only']);
    onTestFinished(() => second.stop());
    await vi.waitFor(
      () => {
        expect(readdirSync(join(dataDir, 'uploads'))).toEqual([]);
        // The folder has no file except its id.
        expect(readdirSync(join(dataDir, 'files'))).toEqual(['.store-id']);
      },
      { timeout: 60_000 },
    );
  },
);
