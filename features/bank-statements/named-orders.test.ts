import { expect, test } from 'vitest';
import { namedOrders } from './named-orders.ts';

const orders = [
  { id: 'one', reference: 'PS26-7K3M-9QXW' },
  { id: 'two', reference: 'PS26-0D1F-GH2J' },
  { id: 'old', reference: 'PS25-4444-5555' },
];
const documents = [
  { number: '2026-00042', orderId: 'two' },
  { number: 'A-7', orderId: 'two' },
];

test.each([
  ['PS26-7K3M-9QXW', ['one'], []],
  ['conference fee ps26 7k3m 9qxw, thank you', ['one'], []],
  ['PS267K3M9QXW', ['one'], []],
  ['VOTRE REF PS26-7K\n3M-9QXWREGISTRATION', ['one'], []],
  ['PS26–7K3M—9QXW', ['one'], []],
  ['RF18PS267K3M9QXW', ['one'], []],
  ['RF18 PS26 7K3M 9QXW', ['one'], []],
  ['ps26-od1f-gh2j', ['two'], []],
  ['PS26-ODIF-GH2J', ['two'], []],
  ['ps26-0dlf-gh2j', ['two'], []],
  ['PS26-7K3M-9QXW and PS26-0D1F-GH2J', ['one', 'two'], []],
  ['PS26-7K3M-9QXW PS26-7K3M-9QXW', ['one'], []],
  ['PS25-4444-5555', ['old'], []],
  ['7K3M-9QXW', [], ['one']],
  ['XX26-7K3M-9QXW', [], ['one']],
  ['PS26-7K3M-9QX', [], []],
  ['PS26-7K3M-9QXV', [], []],
  ['invoice 2026-00042', [], ['two']],
  ['invoice 2026/00042.', [], ['two']],
  ['invoice 2026-00042 for PS26-0D1F-GH2J', ['two'], []],
  ['customer 12026-000420', [], []],
  ['A-7', [], []],
  ['', [], []],
  ['ＰＳ２６－７Ｋ３Ｍ－９ＱＸＷ', ['one'], []],
])('%j names orders', (words, named, perhaps) => {
  const find = namedOrders(orders, documents);
  expect(find({ words, endToEnd: undefined })).toEqual({ named, perhaps });
  expect(find({ words: 'thank you', endToEnd: words })).toEqual({ named, perhaps });
});
