import { expect, test } from 'vitest';
import { settingsInExample, settingsInTable, unlistedSettings } from './listed-settings.ts';

test('a table lists what its first column names in capitals', () => {
  const table = [
    '| variable                     | default | meaning        |',
    '| ---------------------------- | ------- | -------------- |',
    '| `PORT`                       | 3000    | see `HOST`     |',
    '| `SMTP_USER`, `SMTP_PASSWORD` | –       | both or `none` |',
    '| `content/prices.yaml`        | –       | no setting     |',
    '`DATA_DIR` stands in a sentence.',
  ];
  expect(settingsInTable(table.join('\n'))).toEqual(['PORT', 'SMTP_USER', 'SMTP_PASSWORD']);
});

test('an example lists what it sets and what it could set', () => {
  const text =
    '# Port of the site.\n#PORT=3000\nHOST=::\n# RATE_LIMIT=off is for tests.\n#CLAMD=\n';
  expect(settingsInExample(text)).toEqual(['PORT', 'HOST', 'CLAMD']);
});

test('a list is complete, without duplicates and unknown settings', () => {
  expect(unlistedSettings('a.md', ['PORT', 'HOST'], ['HOST', 'PORT'])).toEqual([]);
  expect(unlistedSettings('a.md', ['PORT', 'PORT', 'POTR'], ['HOST', 'PORT'])).toEqual([
    'a.md does not list the setting HOST',
    'a.md lists the setting PORT twice',
    'a.md lists POTR, which is no setting',
  ]);
});
