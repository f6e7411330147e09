import { expect, test } from 'vitest';
import { cleanFileName } from './file-name.ts';

test.each([
  ['abstract.pdf', 'abstract.pdf'],
  ['Résumé – Über Ω 高分子.docx', 'Résumé – Über Ω 高分子.docx'],
  ['Re\u0301sume\u0301.pdf', 'Résumé.pdf'],
  ['../../../etc/passwd.pdf', 'passwd.pdf'],
  ['C:\\Users\\me\\paper.doc', 'paper.doc'],
  ['/etc/cron.d/x.pdf', 'x.pdf'],
  ['a\u0000b\r\nc\u001b[31m.pdf', 'abc[31m.pdf'],
  ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
  ['\u2066zero\u200Bwidth\uFEFF.pdf', 'zerowidth.pdf'],
  ['half \ud800 of one.pdf', 'half  of one.pdf'],
  ['a"b<c>d|e?f*g:h.pdf', 'a_b_c_d_e_f_g_h.pdf'],
  ['CON.pdf', '_CON.pdf'],
  ['lpt1.tar.docx', '_lpt1.tar.docx'],
  ['conference.pdf', 'conference.pdf'],
  ['.htaccess.pdf', 'htaccess.pdf'],
  ['...  .pdf', 'pdf'],
  ['  spaced .pdf  ', 'spaced .pdf'],
  ['..', ''],
  ['', ''],
])('%j is stored as %j', (given, kept) => {
  expect(cleanFileName(given)).toBe(kept);
});

test('a long name is cut to 150 characters; its ending stays whole, and no character is cut in half', () => {
  const long = cleanFileName(`${'𝛀'.repeat(200)}.docx`);
  expect(long.length).toBeLessThanOrEqual(150);
  expect(long).toMatch(/^𝛀+\.docx$/u);
  expect(cleanFileName(`${'a'.repeat(300)}.pdf`)).toHaveLength(150);
  expect(cleanFileName(`x.${'y'.repeat(300)}`)).toHaveLength(150);
});
