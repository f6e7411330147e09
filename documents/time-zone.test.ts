import { expect, test } from 'vitest';
import { zoneLines } from './time-zone.ts';

test('Berlin changes its clocks on the last Sundays of March and October', () => {
  const text = zoneLines('Europe/Berlin', 2026).join('\n');
  expect(text).toContain(
    'BEGIN:DAYLIGHT\nDTSTART:20260329T020000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0200\nTZNAME:CEST\nEND:DAYLIGHT',
  );
  expect(text).toContain(
    'BEGIN:STANDARD\nDTSTART:20261025T030000\nTZOFFSETFROM:+0200\nTZOFFSETTO:+0100\nTZNAME:CET\nEND:STANDARD',
  );
});

test('the winter before is covered by the change of the year before', () => {
  expect(zoneLines('Europe/Berlin', 2026)).toContain('DTSTART:20251026T030000');
});

test('a zone that never changes has one standard time', () => {
  expect(zoneLines('Asia/Kolkata', 2026)).toEqual([
    'BEGIN:VTIMEZONE',
    'TZID:Asia/Kolkata',
    'BEGIN:STANDARD',
    'DTSTART:20250101T053000',
    'TZOFFSETFROM:+0530',
    'TZOFFSETTO:+0530',
    expect.stringMatching(/^TZNAME:./),
    'END:STANDARD',
    'END:VTIMEZONE',
  ]);
});

test('west of Greenwich the offsets are negative', () => {
  const lines = zoneLines('America/New_York', 2026);
  expect(lines).toContain('DTSTART:20260308T020000');
  expect(lines).toContain('TZOFFSETTO:-0400');
});
