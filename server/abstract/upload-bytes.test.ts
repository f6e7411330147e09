import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { aForm, endOfForm, filePart, formParts, SUBMIT } from '#tests/support/author.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { listAbstracts } from './abstracts.ts';

const server = await startTestSite();

const ALMOST = ['\r\n--BOUNDARX', '\r\n--BOUND', '\r', '\r\n-', 'BOUNDARY', '--BOUNDARY--', '\r\n'];

test('bytes that resemble the end of a part arrive unchanged, in pieces of any size', async () => {
  const pieces = Array.from({ length: 9000 }, (_, i) => `${ALMOST[i % 7]}${i % 5 ? '' : i}x`);
  const file = Buffer.from(`%PDF-${pieces.join('')}`);
  const body = Buffer.concat([...formParts(aForm()), filePart('a.pdf', file), endOfForm]);
  const head = [
    `POST ${SUBMIT} HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
    'Content-Type: multipart/form-data; boundary=BOUNDARY',
    `Content-Length: ${body.length}`,
  ];
  const socket = connect(Number(new URL(server.origin).port), '127.0.0.1');
  const answer = buffer(socket);
  socket.setNoDelay(true).write(`${head.join('\r\n')}\r\n\r\n`);
  for (let at = 0, size = 1; at < body.length; at += size, size = (size * 7 + 3) % 1009) {
    socket.write(body.subarray(at, at + size));
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(String(await answer)).toContain('"success":true');

  const [abstract] = await listAbstracts(server.db);
  const stored = await buffer(await server.files.store.read(abstract?.fileKey ?? ''));
  expect(stored.equals(file)).toBe(true);
});
