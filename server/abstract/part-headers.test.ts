import { expect, test } from 'vitest';
import { boundaryIn, watchPartHeaders } from './part-headers.ts';

const partWith = (headers: number, content = 'text') =>
  `--B\r\n${'X: y\r\n'.repeat(headers)}\r\n${content}\r\n`;
const few = `${partWith(20, '\r\n--A\r\n--')}${partWith(1, 'a: b\r\n'.repeat(50))}${partWith(3)}`;

/** Sends a form in pieces of this many bytes, and clears the memory of each piece afterwards. */
function isRefused(form: string, size: number): boolean {
  const hasTooMany = watchPartHeaders('B');
  for (let at = 0; at < form.length; at += size) {
    const piece = Buffer.from(form.slice(at, at + size));
    const says = hasTooMany(piece);
    piece.fill(0);
    if (says) return true;
  }
  return false;
}

test.each([1, 2, 3, 4, 5, 7, 64, 100_000])(
  'headers are counted if a form comes in pieces of %i bytes',
  (size) => {
    expect(isRefused(`${few}--B--\r\n${'a: b\r\n'.repeat(50)}`, size)).toBe(false);
    expect(isRefused(`${few}${partWith(21)}--B--\r\n`, size)).toBe(true);
    expect(isRefused(`${partWith(21)}--B--\r\n`, size)).toBe(true);
    expect(isRefused(`--B\r\nX: y\r\n\r\n${partWith(21)}--B--\r\n`, size)).toBe(true);
  },
);

test('headers without an end count as too many', () => {
  expect(isRefused(`--B\r\nX: ${'y'.repeat(16_000)}`, 1000)).toBe(false);
  expect(isRefused(`--B\r\nX: ${'y'.repeat(17_000)}`, 1000)).toBe(true);
  expect(isRefused(`--B\r\nX: ${'y'.repeat(17_000)}`, 100_000)).toBe(true);
});

test.each([
  ['multipart/form-data; boundary=----WebKitFormBoundaryAbc123', '----WebKitFormBoundaryAbc123'],
  ['multipart/form-data; boundary="a b"; charset=utf-8', 'a b'],
  ['multipart/form-data;boundary=x;y=z', 'x'],
  ['multipart/form-data; boundary=a; boundary=b', undefined],
  ['multipart/form-data; boundary="a\\"b"', undefined],
  ['multipart/form-data; boundary="a"b', undefined],
  ['multipart/form-data; bound ary=a; boundary=b', undefined],
  ['multipart/form-data; "boundary=a"; boundary=b', undefined],
  ['multipart/form-data; xboundary=a', undefined],
  ["multipart/form-data; boundary*=utf-8''a", undefined],
  [`multipart/form-data; boundary=${'x'.repeat(71)}`, undefined],
])('the boundary of %s is %s', (type, boundary) => {
  expect(boundaryIn(type)).toBe(boundary);
});
