import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { startTestSite } from '#tests/support/test-site.ts';

const server = await startTestSite({ publicBaseUrl: 'https://summit.example' });

const HOST = 'HTTP/1.1\r\nHost: localhost\r\n';
const REGISTER = `POST /api/registration/register ${HOST}`;

describe('a malformed request is refused in JSON, with the security headers', () => {
  test.each([
    ['no HTTP', 'NONSENSE\r\n\r\n', 400],
    ['without a host', 'GET /api/speakers/polymers HTTP/1.1\r\n\r\n', 400],
    ['with two hosts', 'GET /api/speakers/polymers HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400],
    ['an odd expectation', `${REGISTER}Expect: banana\r\n\r\n`, 417],
    ['an unknown method', `BREW /api/registration/register ${HOST}\r\n`, 400],
    ['a method that the server does not support', `TRACE /api/speakers/polymers ${HOST}\r\n`, 405],
    [
      'length and chunks',
      `${REGISTER}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n`,
      400,
    ],
    ['malformed chunks', `${REGISTER}Transfer-Encoding: chunked\r\n\r\nZZ\r\n`, 400],
    ['an unsupported transfer encoding', `${REGISTER}Transfer-Encoding: gzip\r\n\r\n`, 400],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['17 KiB of headers', `GET / ${HOST}X: ${'a'.repeat(17_000)}\r\n\r\n`, 431],
    ['a header with NUL', `GET / ${HOST}X: a\u0000b\r\n\r\n`, 400],
    ['9,000 characters of address', `GET /${'a'.repeat(9000)} ${HOST}\r\n`, 414],
    // The contract allows an id of 201 characters: the router refuses it.
    [
      '201 characters of a parameter',
      `GET /api/payment/status/cs_test_${'a'.repeat(193)} ${HOST}\r\n`,
      400,
    ],
    [
      '200 characters of an unknown id',
      `GET /api/payment/status/cs_test_${'a'.repeat(192)} ${HOST}\r\n`,
      404,
    ],
    ['an invalid percent encoding', `GET /api/%E0%A4%A ${HOST}\r\n`, 404],
  ])('%s', async (_, request, expected) => {
    const { status, headers, body } = await exchange(request);
    expect(status).toBe(expected);
    expect(headers).toContain('content-type: application/json; charset=utf-8');
    expect(headers).toContain("content-security-policy: default-src 'none'");
    expect(headers).toContain('strict-transport-security: max-age=63072000');
    expect(JSON.parse(body)).toMatchObject({
      success: false,
      code: expect.any(String),
      message: expect.stringMatching(/^[^/\\]{5,200}$/),
    });
  });

  test('CONNECT ends the connection', async () => {
    expect(await exchange('CONNECT x:80 HTTP/1.1\r\nHost: localhost\r\n\r\n')).toMatchObject({
      body: '',
    });
  });

  test('a refusal of HEAD has no body', async () => {
    const head = `HEAD / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(17_000)}\r\n\r\n`;
    expect(await exchange(head)).toMatchObject({ status: 431, body: '' });
    expect(await exchange('HEAD / HTTP/1.1\r\nHost: x\r\nX: a\u0000b\r\n\r\n')).toMatchObject({
      status: 400,
      body: '',
    });
  });

  test('HTTP/1.0 needs no host', async () => {
    expect((await exchange('GET /healthz HTTP/1.0\r\n\r\n')).status).toBe(200);
  });
});

describe('an answer before the body was read ends the connection', () => {
  test.each([
    [
      'to a body that is too large',
      `${REGISTER}Content-Type: application/json\r\nContent-Length: 900000`,
      413,
    ],
    ['to a request with two hosts', `${REGISTER}Host: y\r\nContent-Length: 900`, 400],
    [
      'to an unknown address',
      'POST /api/nothing HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900',
      404,
    ],
    [
      'to an address that cannot be read',
      `POST /pay/${'x'.repeat(300)} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900`,
      400,
    ],
  ])('%s', async (_, head, expected) => {
    const { status, headers } = await exchange(`${head}\r\n\r\n{`);
    expect(status).toBe(expected);
    expect(headers).toContain('connection: close');
  });

  test('an answer after the body keeps the connection', async () => {
    const { status, headers } = await exchange(
      `${REGISTER}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`,
    );
    expect(status).toBe(400);
    expect(headers).toContain('connection: keep-alive');
  });

  test('a refusal of a request without a body keeps the connection', async () => {
    const { status, headers } = await exchange('GET /api/nothing HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(status).toBe(404);
    expect(headers).toContain('connection: keep-alive');
  });
});

test('a visitor who leaves in the middle of a body causes no warning', async () => {
  const before = server.log.length;
  const socket = connect(Number(new URL(server.origin).port), '127.0.0.1');
  socket.write(`${REGISTER}Content-Type: application/json\r\nContent-Length: 900\r\n\r\n{"name":`);
  await once(socket, 'connect');
  socket.destroy();
  await expect.poll(() => server.log.length > before).toBe(true);
  expect(server.log.slice(before).filter((line) => Number(line['level']) >= 40)).toEqual([]);
});

/** Sends raw bytes, and reads until the server has answered or closed the connection. */
async function exchange(request: string) {
  const socket = connect(Number(new URL(server.origin).port), '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (more: string) => {
    text += more;
    const length = Number(/^content-length: (\d+)/im.exec(text)?.[1] ?? Number.NaN);
    if (text.includes('\r\n\r\n') && (text.split('\r\n\r\n')[1]?.length ?? 0) >= length) {
      socket.destroy();
    }
  });
  const closed = once(socket, 'close');
  socket.write(request);
  await closed;
  const [head = '', body = ''] = text.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), headers: head.toLowerCase(), body };
}
