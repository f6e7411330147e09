import { expect, test, vi } from 'vitest';
import { changeKept, type Kept, readKept } from './kept-scans.ts';

const scan = (about: string): Kept => ({ path: '/desk/check-in', body: { at: about }, about });

test('a browser that stores nothing keeps the scans until the page is closed', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem() {
      throw new DOMException('The quota is exceeded.', 'QuotaExceededError');
    },
    removeItem: () => undefined,
  });
  changeKept((kept) => [...kept, scan('Ada')]);
  changeKept((kept) => [...kept, scan('Ilse')]);
  expect(readKept()).toEqual([scan('Ada'), scan('Ilse')]);
  changeKept(() => []);
  expect(readKept()).toEqual([]);
});
