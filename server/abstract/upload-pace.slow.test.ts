import { readdir, readlink } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { endOfForm, filePart, formParts, SUBMIT } from '#tests/support/author.ts';
import { aPdf } from '#tests/support/sample-files.ts';
import { startTestSite } from '#tests/support/test-site.ts';

/** Shorter times than in production, with the same rules. */
const pace = { stretchMs: 300, leastBytes: 200, longestMs: 6000 };

const server = await startTestSite({ uploadPace: pace });

const body = Buffer.concat([...formParts(), filePart('a.pdf', aPdf(40_000)), endOfForm]);

function open(): { socket: Socket; answer: Promise<string> } {
  const socket = connect(Number(new URL(server.origin).port), '127.0.0.1');
  socket.on('error', () => undefined);
  const head = [
    `POST ${SUBMIT} HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
    'Content-Type: multipart/form-data; boundary=BOUNDARY',
    `Content-Length: ${body.length}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  const answer = new Promise<string>((resolve) => {
    let text = '';
    socket.setEncoding('utf8').on('data', (more: string) => (text += more));
    socket.on('close', () => resolve(text));
  });
  return { socket, answer };
}

/** Sends the body piece by piece until its end, or until the server closes the connection. */
async function sendIn(socket: Socket, pieces: number, pauseMs: number): Promise<void> {
  const size = Math.ceil(body.length / pieces);
  for (let at = 0; at < body.length && !socket.closed; at += size) {
    socket.write(body.subarray(at, at + size));
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

test('an upload that is slow but steady arrives, even if it takes many stretches', async () => {
  const { socket, answer } = open();
  const began = performance.now();
  await sendIn(socket, 20, 100);
  expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(performance.now() - began).toBeGreaterThan(6 * pace.stretchMs);
});

test.each([
  ['stands still in the middle', 0.5],
  ['stands still before its first byte', 0],
])('an upload that %s is refused with the reason, and leaves no file', async (_, share) => {
  const before = await server.remainsOf();
  const { socket, answer } = open();
  socket.write(body.subarray(0, body.length * share));
  expect(await answer).toMatch(/^HTTP\/1\.1 503 [^]*The upload stood still/);
  await expect.poll(() => server.remainsOf()).toEqual(before);
});

test.runIf(process.platform === 'linux')(
  'uploads that are cut, or whose sender leaves, keep no file open',
  async () => {
    const before = await server.remainsOf();
    const cut = Array.from({ length: 14 }, open);
    for (const { socket } of cut) socket.write(body.subarray(0, body.length / 2));
    const ends = ['destroy', 'resetAndDestroy', 'end'] as const;
    for (const [at, { socket }] of cut.slice(0, 9).entries()) {
      setTimeout(() => socket[ends[at % 3] ?? 'end'](), 30 * at);
    }
    for (const { answer } of cut.slice(9)) expect(await answer).toContain('The upload stood still');
    await expect.poll(() => openUploads()).toEqual([]);
    await expect.poll(() => server.remainsOf()).toEqual(before);
    expect((await server.get('/metrics')).text).toContain('plenary_uploads_in_progress 0\n');
  },
);

/** The files below uploads/ that this process has open, also removed files. */
async function openUploads(): Promise<string[]> {
  const folder = '/proc/self/fd';
  const links = (await readdir(folder)).map((fd) => readlink(`${folder}/${fd}`).catch(() => ''));
  return (await Promise.all(links)).filter((path) => path.includes('/uploads/'));
}

test('an upload that comes in drops is refused with the reason, too', async () => {
  const { socket, answer } = open();
  void sendIn(socket, 20_000, 20);
  expect(await answer).toContain('The upload stood still');
});

test('an upload that barely keeps the pace ends after the longest time', async () => {
  const before = await server.remainsOf();
  const { socket, answer } = open();
  void sendIn(socket, 160, 60);
  expect(await answer).toMatch(/^HTTP\/1\.1 408 /);
  await expect.poll(() => server.remainsOf()).toEqual(before);
});
