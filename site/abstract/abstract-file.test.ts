import { describe, expect, test } from 'vitest';
import { ABSTRACT_FILE_LIMIT } from '#contract/abstract.ts';
import { ACCEPTED, fileError, sizeInMegabytes, sizeInWords } from './abstract-file.ts';

describe('a file', () => {
  test.each(['a.pdf', 'a.doc', 'a.docx', 'A.PDF', 'Final.v2.DocX', 'résumé.pdf', '.pdf', 'a.pdf '])(
    'named %j may be sent',
    (name) => {
      expect(fileError({ name, size: 1 })).toBeUndefined();
    },
  );

  test.each([
    '',
    'pdf',
    'a',
    'a.txt',
    'a.pdf.exe',
    'a.docm',
    'a.dotx',
    'a.pdfx',
    'a.pdf/b',
    'adoc',
  ])('named %j may not', (name) => {
    expect(fileError({ name, size: 1 })).toBe('Only PDF, DOC, DOCX files allowed.');
  });

  test('may have 25 MB and not a byte more', () => {
    expect(fileError({ name: 'a.pdf', size: ABSTRACT_FILE_LIMIT })).toBeUndefined();
    expect(fileError({ name: 'a.pdf', size: ABSTRACT_FILE_LIMIT + 1 })).toBe(
      'File too large (max 25MB).',
    );
  });

  test('without content has another message than a missing file', () => {
    expect(fileError({ name: 'a.pdf', size: 0 })).toBe('This file is empty.');
    expect(fileError(undefined)).toBe('File required');
  });

  test('of another type is rejected for its type before its size', () => {
    expect(fileError({ name: 'a.mp4', size: 1e9 })).toBe('Only PDF, DOC, DOCX files allowed.');
  });
});

test('the file dialog offers the types that the form accepts', () => {
  expect(ACCEPTED).toBe('.pdf,.doc,.docx');
});

test.each([
  [0, '0 KB', '0.01 MB'],
  [1, '1 KB', '0.01 MB'],
  [870_400, '850 KB', '0.83 MB'],
  [1_048_576, '1.0 MB', '1.00 MB'],
  [13_002_342, '12.4 MB', '12.40 MB'],
  [ABSTRACT_FILE_LIMIT, '25.0 MB', '25.00 MB'],
])('%i bytes are %s, in megabytes %s', (bytes, words, megabytes) => {
  expect(sizeInWords(bytes)).toBe(words);
  expect(sizeInMegabytes(bytes)).toBe(megabytes);
});
