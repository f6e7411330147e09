import { expect, test } from 'vitest';
import { webAddress } from './web-address.ts';

test.each([
  ['https://youtu.be/abc', 'https://youtu.be/abc'],
  [' vimeo.com/123 ', 'https://vimeo.com/123'],
  ['http://video.example/1', undefined],
  ['javascript:alert(1)', undefined],
  ['data:text/html,x', undefined],
  ['//video.example/1', undefined],
  ['ftp://video.example/1', undefined],
  ['https://user:secret@video.example', undefined],
  ['https://localhost/1', undefined],
  ['https://127.0.0.1/1', undefined],
  ['https://[::1]/1', undefined],
  ['https://video.example/a b', undefined],
  [`https://video.example/${'x'.repeat(500)}`, undefined],
  ['', undefined],
])('a typed address of another site is read: %s', (typed, address) => {
  expect(webAddress(typed)).toBe(address);
});
