import { describe, expect, test } from 'vitest';
import { ABSTRACT_FILE_LIMIT } from '#contract/abstract.ts';
import { ACCEPTED, fileError } from './abstract-file.ts';

describe('a file', () => {
  test.each(['a.pdf', 'a.doc', 'a.docx', 'A.PDF', 'Final.v2.DocX', 'résumé.pdf', '.pdf', 'a.pdf '])(
    'named %j is accepted',
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
  ])('named %j is refused', (name) => {
    expect(fileError({ name, size: 1 })).toBe('Only PDF, DOC, DOCX files allowed.');
  });

  test('has at most 25 MB', () => {
    expect(fileError({ name: 'a.pdf', size: ABSTRACT_FILE_LIMIT })).toBeUndefined();
    expect(fileError({ name: 'a.pdf', size: ABSTRACT_FILE_LIMIT + 1 })).toBe(
      'File too large (max 25MB).',
    );
  });

  test('without content has another message than a missing file', () => {
    expect(fileError({ name: 'a.pdf', size: 0 })).toBe('This file is empty.');
    expect(fileError(undefined)).toBe('File required');
  });

  test('of another type and too large has the message about the type', () => {
    expect(fileError({ name: 'a.mp4', size: 1e9 })).toBe('Only PDF, DOC, DOCX files allowed.');
  });
});

test('the file dialog offers the types that the form accepts', () => {
  expect(ACCEPTED).toBe('.pdf,.doc,.docx');
});
