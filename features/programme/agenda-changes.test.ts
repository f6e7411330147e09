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

test.each<[string, Case, object]>([
  [
    'is new',
    { wanted: item },
    { put: [{ reference, isNew: true, values: item }], lines: [`+ ${words}`], written: item },
  ],
  [
    'is written already',
    { wanted: item, written: item, there: item },
    { written: item, unchanged: 1 },
  ],
  [
    'has changed',
    { wanted: inB, written: item, there: item },
    {
      put: [{ reference, isNew: false, values: { room: 'Hall B' } }],
      lines: [`~ ${words}: room "Hall A" becomes "Hall B"`],
      written: inB,
    },
  ],
  [
    'loses a value',
    { wanted: { ...item, room: undefined }, written: item, there: item },
    {
      put: [{ reference, isNew: false, values: { room: undefined } }],
      lines: [`~ ${words}: room "Hall A" becomes nothing`],
      written: { ...item, room: undefined },
    },
  ],
  [
    'was edited by hand',
    { wanted: item, written: item, there: { ...item, title: 'Chains' } },
    {
      kept: [
        `! ${words.replace('Chains that forget', 'Chains')}: title "Chains" was edited by hand and stays, not "Chains that forget"`,
      ],
      written: item,
      unchanged: 1,
    },
  ],
  [
    'was edited by hand and has changed, too',
    { wanted: { ...inB, end: '09:30' }, written: item, there: inC },
    {
      put: [{ reference, isNew: false, values: { end: '09:30' } }],
      kept: [expect.stringContaining('room "Hall C" was edited by hand and stays, not "Hall B"')],
      lines: [expect.stringContaining('end "09:20" becomes "09:30"')],
      written: { ...item, end: '09:30' },
    },
  ],
  [
    'lost a value by hand',
    { wanted: item, written: item, there: { ...item, topic: undefined } },
    {
      kept: [expect.stringContaining('topic nothing was edited by hand')],
      written: item,
      unchanged: 1,
    },
  ],
  // A crash came between the file and the table.
  [
    'is in the file and not remembered',
    { wanted: item, there: item },
    { written: item, unchanged: 1 },
  ],
  [
    'is in the file in its new form',
    { wanted: inB, written: item, there: inB },
    { written: inB, unchanged: 1 },
  ],
  [
    'was written by hand with its reference',
    { wanted: item, there: { ...inC, topic: undefined } },
    {
      put: [{ reference, isNew: false, values: { topic: 'Smart Polymers' } }],
      lines: [expect.stringContaining('topic nothing becomes "Smart Polymers"')],
      kept: [expect.stringContaining('room "Hall C" was edited by hand and stays')],
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
    { written: item, there: item },
    { remove: [reference], lines: [`- ${words}: withdrawn`], forgotten: [reference] },
  ],
  [
    'is withdrawn and was edited by hand',
    { written: item, there: inB },
    { kept: [expect.stringContaining('withdrawn, but edited by hand: it stays')] },
  ],
  [
    'is withdrawn and was never written',
    { there: item },
    { kept: [expect.stringContaining('withdrawn, but edited by hand: it stays')] },
  ],
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
