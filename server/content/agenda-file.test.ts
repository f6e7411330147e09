import { expect, test } from 'vitest';
import { editAgendaFile, readAgendaFile } from './agenda-file.ts';

const file = `# The agenda.
days:
  - label: Day 1
    items:
      # The doors open early.
      - start: '08:00'
        end: '09:00'
        title: Registration
        text: Badges at the desk. # with coffee
      - id: ab26-1
        start: '09:20'
        end: '09:40'
        title: Written # by us
        text: By hand
        speakers: [Ada Kowalska]
        abstract: AB26-1

      # After the break.
      - start: '11:00'
        end: '11:30'
        title: Awards
    placeholder: More to come
  - label: Day 2
    items: []
`;

const edit = (edits: Partial<Parameters<typeof editAgendaFile>[1]>, text = file) =>
  editAgendaFile(text, { put: [], remove: [], ...edits });

test('an unchanged file stays the same to the byte', () => {
  expect(edit({})).toBe(file);
  expect(edit({}, file.replaceAll('\n', '\r\n'))).toBe(file.replaceAll('\n', '\r\n'));
});

test('the items with a contribution are read', () => {
  expect(readAgendaFile(file)).toEqual({
    days: 2,
    items: [
      {
        day: 0,
        abstract: 'AB26-1',
        values: {
          id: 'ab26-1',
          start: '09:20',
          end: '09:40',
          title: 'Written',
          text: 'By hand',
          speakers: ['Ada Kowalska'],
          abstract: 'AB26-1',
        },
      },
    ],
  });
  expect(readAgendaFile('days: []')).toEqual({ days: 0, items: [] });
});

test('a new item is written at its time, with its values in quotes where YAML needs them', () => {
  const values = {
    id: 'ab26-2',
    start: '09:00',
    end: '09:20',
    title: 'Chains: a "story" #1',
    room: '12',
    speakers: ['Bea Weiß', 'Li, Wei'],
    abstract: 'AB26-2',
  };
  const written = edit({ put: [{ day: 0, abstract: 'AB26-2', values }] });
  expect(written).toBe(
    file.replace(
      '      - id: ab26-1\n',
      `      - id: ab26-2
        start: '09:00'
        end: '09:20'
        title: 'Chains: a "story" #1'
        room: "12"
        speakers: [Bea Weiß, "Li, Wei"]
        abstract: AB26-2
      - id: ab26-1
`,
    ),
  );
  expect(readAgendaFile(written).items[0]?.values).toEqual(values);
  const onEmptyDay = edit({ put: [{ day: 1, abstract: 'AB26-2', values }] });
  expect(onEmptyDay).toContain(`  - label: Day 2
    items:
      - id: ab26-2
        start: '09:00'`);
  const early = edit({
    put: [{ day: 0, abstract: 'AB26-2', values: { ...values, start: '07:00' } }],
  });
  expect(early).toMatch(/items:\n {6}- id: ab26-2.*# The doors open early.\n {6}- start: '08:00'/s);
});

test('a changed item keeps its comments and other keys', () => {
  const put = (values: Parameters<typeof edit>[0]['put']) => edit({ put: values ?? [] });
  const changed = put([
    {
      day: 0,
      abstract: 'AB26-1',
      values: { title: 'New', speakers: ['Bea'], end: undefined, room: 'B' },
    },
  ]);
  expect(changed).toBe(
    file
      .replace('title: Written # by us', 'title: New # by us')
      .replace("        end: '09:40'\n", '')
      .replace('[Ada Kowalska]', '[Bea]')
      .replace('        abstract: AB26-1\n', '        abstract: AB26-1\n        room: B\n'),
  );
});

test('an item moves to its new time and day, and a removed one leaves the comments around it', () => {
  const later = edit({ put: [{ day: 0, abstract: 'AB26-1', values: { start: '12:00' } }] });
  expect(later).toMatch(
    /# After the break.\n {6}- start: '11:00'.*title: Awards\n {6}- id: ab26-1\n/s,
  );
  const other = edit({ put: [{ day: 1, abstract: 'AB26-1', values: {} }] });
  expect(readAgendaFile(other).items).toMatchObject([{ day: 1, abstract: 'AB26-1' }]);
  expect(other).toContain('text: By hand');
  const commented = file.replace('      - id: ab26-1', '      # Session 1\n      - id: ab26-1');
  const removed = edit({ remove: ['AB26-1', 'AB26-9'] }, commented);
  expect(removed).not.toContain('ab26-1');
  for (const comment of [
    '# The agenda.',
    '# The doors open early.',
    '# Session 1',
    '# After the break.',
    '# with coffee',
  ]) {
    expect(removed).toContain(comment);
  }
});
