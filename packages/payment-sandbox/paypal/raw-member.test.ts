import { expect, test } from 'vitest';
import { rawMember } from './raw-member.ts';

test.each([
  ['{"a":1,"b": {"x" : [ 1,2 ]} }', '{"x" : [ 1,2 ]}'],
  ['{"b":"}\\",{","a":{"b":2}}', '"}\\",{"'],
  ['{"a":{"b":1},"c":["b",{"b":2}]}', undefined],
  [' {\n "b" : 12.50e1 ,"a":null}', '12.50e1'],
  ['{"\\u0062":[],"b":{}}', '{}'],
  ['{"b":1,"b":2}', '2'],
  ['{"a":"\\\\","b":"\\u00e9é"}', '"\\u00e9é"'],
  ['{"b":true}', 'true'],
  ['{"b":[[],{}]}', '[[],{}]'],
  ['{}', undefined],
  ['{"":1,"b":2}', '2'],
])('of %s, the member b is %s', (text, member) => {
  expect(rawMember(text, 'b')).toBe(member);
});

test('a member of a long text is found quickly', () => {
  const value = JSON.stringify({
    text: 'x\\"'.repeat(200_000),
    list: Array.from({ length: 50_000 }),
  });
  const began = performance.now();
  expect(rawMember(`{"a":${value},"b":${value}}`, 'b')).toBe(value);
  expect(performance.now() - began).toBeLessThan(1_000);
});
