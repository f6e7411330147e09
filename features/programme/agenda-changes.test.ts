import { expect, test } from 'vitest';
import { agendaChanges, type AgendaValues, type Contribution } from './agenda-changes.ts';

const item: AgendaValues = {
  day: '2026-05-29',
  start: '09:00',
  end: '09:20',
  title: 'Chains that forget',
  room: 'Hall A',
  track: undefined,
  topic: 'Smart Polymers',
  chair: undefined,
  speakers: 'Ada Kowalska\nBea Weiss',
};
const reference = 'AB26-1';
const words = 'Fri 09:00–09:20, Hall A: Chains that forget (Ada Kowalska, Bea Weiss), AB26-1';

type Case = { wanted?: AgendaValues | undefined; written?: AgendaValues; there?: AgendaValues };
function compared({ wanted, written, there }: Case, replacesEdits = false) {
  const one: Contribution = { reference, wanted, written, reason: 'withdrawn' };
  const present = new Map(there ? [[reference, there]] : []);
  const {
    put,
    remove,
    lines,
    kept,
    written: after,
    forgotten,
    unchanged,
  } = agendaChanges([one], present, { replacesEdits });
  return { put, remove, lines, kept, written: after.get(reference), forgotten, unchanged };
}

const nothing = {
  put: [],
  remove: [],
  lines: [],
  kept: [],
  written: undefined,
  forgotten: [],
  unchanged: 0,
};
const inB = { ...item, room: 'Hall B' };
const inC = { ...item, room: 'Hall C' };

/** The item was written as it is, and is there as it was written. */
const asWritten = { written: item, there: item };
const changed = (values: object) => ({ put: [{ reference, isNew: false, values }] });
const noted = (line: string) => [expect.stringContaining(line)];
const byHand = 'was edited by hand and stays';
const stays = 'withdrawn, but edited by hand: it stays';

test.each<[string, Case, object]>([
  [
    'is new',
    { wanted: item },
    { put: [{ reference, isNew: true, values: item }], lines: [`+ ${words}`], written: item },
  ],
  ['is written already', { wanted: item, ...asWritten }, { written: item, unchanged: 1 }],
  [
    'has changed',
    { wanted: inB, ...asWritten },
    {
      ...changed({ room: 'Hall B' }),
      lines: [`~ ${words}: room "Hall A" becomes "Hall B"`],
      written: inB,
    },
  ],
  [
    'loses a value',
    { wanted: { ...item, room: undefined }, ...asWritten },
    {
      ...changed({ room: undefined }),
      lines: [`~ ${words}: room "Hall A" becomes nothing`],
      written: { ...item, room: undefined },
    },
  ],
  [
    'was edited by hand',
    { wanted: item, written: item, there: { ...item, title: 'Chains' } },
    {
      kept: [
        `! ${words.replace('Chains that forget', 'Chains')}: title "Chains" ${byHand}, not "Chains that forget"`,
      ],
      written: item,
      unchanged: 1,
    },
  ],
  [
    'was edited by hand and has changed, too',
    { wanted: { ...inB, end: '09:30' }, written: item, there: inC },
    {
      ...changed({ end: '09:30' }),
      kept: noted(`room "Hall C" ${byHand}, not "Hall B"`),
      lines: noted('end "09:20" becomes "09:30"'),
      written: { ...item, end: '09:30' },
    },
  ],
  [
    'lost a value by hand',
    { wanted: item, written: item, there: { ...item, topic: undefined } },
    { kept: noted('topic nothing was edited by hand'), written: item, unchanged: 1 },
  ],
  // A crash came between the file and the table.
  ['is there and not remembered', { wanted: item, there: item }, { written: item, unchanged: 1 }],
  [
    'is in the file in its new form',
    { wanted: inB, written: item, there: inB },
    { written: inB, unchanged: 1 },
  ],
  [
    'was written by hand with its reference',
    { wanted: item, there: { ...inC, topic: undefined } },
    {
      ...changed({ topic: 'Smart Polymers' }),
      lines: noted('topic nothing becomes "Smart Polymers"'),
      kept: noted(`room "Hall C" ${byHand}`),
      written: { ...item, room: undefined },
    },
  ],
  [
    'was deleted by hand',
    { wanted: item, written: item },
    { kept: [`! ${words}: deleted by hand, and stays away`] },
  ],
  [
    'is withdrawn',
    asWritten,
    { remove: [reference], lines: [`- ${words}: withdrawn`], forgotten: [reference] },
  ],
  ['is withdrawn and was edited by hand', { written: item, there: inB }, { kept: noted(stays) }],
  ['is withdrawn and was never written', { there: item }, { kept: noted(stays) }],
  ['is withdrawn and was deleted by hand', { written: item }, { forgotten: [reference] }],
  ['is withdrawn and not there', {}, {}],
])('a contribution that %s', (_, given, expected) => {
  expect(compared(given)).toEqual({ ...nothing, ...expected });
});

test('edits by hand are replaced on request', () => {
  expect(compared({ wanted: item, written: item, there: inC }, true)).toMatchObject({
    put: [{ values: { room: 'Hall A' } }],
    kept: [],
  });
  expect(compared({ wanted: item, written: item }, true)).toMatchObject({ put: [{ isNew: true }] });
  expect(compared({ written: item, there: inC }, true)).toMatchObject({ remove: [reference] });
});
