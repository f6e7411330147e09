import { expect, test } from 'vitest';
import { markUp, texOf } from './abstract-markup.ts';
import { demoTexts } from './demo-texts.ts';

const htmlOf = (source: string) => {
  const marked = markUp(source);
  return 'html' in marked ? marked.html.trim() : marked.mistake;
};

test.each([
  ['two\n\nparagraphs', '<p>two</p>\n<p>paragraphs</p>'],
  ['*slanted* and **bold**', '<p><em>slanted</em> and <strong>bold</strong></p>'],
  ['H~2~O and 10^-3^', '<p>H<sub>2</sub>O and 10<sup>\u22123</sup></p>'],
  ['about ~5 and ~6 ^ 7', '<p>about ~5 and ~6 ^ 7</p>'],
  ['α-Tocopherol, χ > 2', '<p>α-Tocopherol, χ &gt; 2</p>'],
  ['it costs $5 or $10', '<p>it costs $5 or $10</p>'],
  ['# no heading\n- no list', '<p># no heading\n- no list</p>'],
  ['<b onclick="x">text</b>', '<p>&lt;b onclick="x"&gt;text&lt;/b&gt;</p>'],
  ['[link](https://evil.example) ![](x.png)', '<p>[link](https://evil.example) ![](x.png)</p>'],
  ['a\u202Eb\u0000c', '<p>abc</p>'],
])('%j is %j', (source, html) => {
  expect(htmlOf(source)).toBe(html);
});

test('a formula is MathML without styles, classes and links', () => {
  const html = String(htmlOf('$\\frac{a}{b} \\color{red}{x}$ and $$\\sqrt{2}$$'));
  expect(html).toContain('<mfrac><mi>a</mi><mi>b</mi></mfrac>');
  expect(html).toContain('<math display="block">');
  expect(html).not.toMatch(/style=|class=|href=/);
});

test.each([
  ['\\(a_1\\) and \\[b\\]', '$a_1$ and $$b$$'],
  ['\\( x \\), which', '$x$, which'],
])('%s is %s', (brackets, dollars) => {
  expect(htmlOf(brackets)).toBe(htmlOf(dollars));
});

test.each([
  ['\\(no end', '(no end'],
  ['an escaped \\* star', 'an escaped * star'],
  ['\\(\\)', '()'],
])('%s is %s', (source, words) => {
  expect(htmlOf(source)).toBe(`<p>${words}</p>`);
});

test('LaTeX has the formulas, indices and italics of a text, and prints all other signs', () => {
  const signs = (text: string) => text.replaceAll('%', '\\%');
  const source = 'At *10* % of CO~2~ and 10^-3^\n\n\\(\\frac{1}{2}\\), $\\{x$.';
  expect(texOf(source, signs)).toBe(
    'At \\emph{10} \\% of CO\\textsubscript{2} and 10\\textsuperscript{\u22123} $\\frac{1}{2}$, \\{x.',
  );
});

test('indices before a letter stay before it, and a bar stays above it', () => {
  expect(htmlOf('$\\prescript{14}{6}{C}$')).toContain('<mmultiscripts>');
  expect(htmlOf('$\\bar{z}$')).toContain('<mover>');
});

test.each([
  ['$\\frac{1$'],
  ['$\\href{javascript:alert(1)}{x}$'],
  ['$\\def\\a{\\a\\a}\\a$'],
  ['$\\newcommand{\\a}{x}\\a$'],
  [`$${'x'.repeat(601)}$`],
  // Its line above would be left out, and the formula would mean something else.
  ['$\\overline{z}$'],
  ['$\\cancel{x}$'],
])('%s is no formula', (source) => {
  expect(htmlOf(source)).toMatchObject({ is: 'formula' });
});

test('too many formulas are refused, and a long text of signs is read at once', () => {
  expect(htmlOf('$x$ '.repeat(61))).toEqual({ is: 'formulas' });
  const start = performance.now();
  for (const sign of ['*', '~', '^', '$', '**a', '~a', '^a', '$a', '\\', '\\(', '\\[a']) {
    markUp(`${sign}`.repeat(6000));
    markUp(`${sign} `.repeat(3000));
  }
  expect(performance.now() - start).toBeLessThan(20_000);
});

test('words are counted as readers count them, and the text without markup keeps its exponents', () => {
  expect(markUp('H~2~O at *10* °C, $E = mc^2$ — so')).toMatchObject({ words: 6 });
  expect(markUp('自愈合 DNA 凝胶，二〇二六年。')).toMatchObject({ words: 11 });
  expect(markUp('10^-3^ of CO~2~')).toMatchObject({ plain: '10^\u22123 of CO2' });
});

test('the invented abstracts of the demonstration have no mistake', () => {
  for (const text of demoTexts) expect(markUp(text)).toHaveProperty('html');
});
