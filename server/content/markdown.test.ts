import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { renderPage, renderText } from '#server/content/markdown.ts';
import { fixtureSettings } from '#tests/support/fixture-settings.ts';

const site = {
  folder: fixtureSettings.CONTENT_DIR,
  addresses: ['/', '/agenda', '/travel'],
  base: '',
};
const page = (text: string) => renderPage(text, site);
const wordsOf = (text: string) => page(text).mistakes.map(({ line, words }) => `${line}: ${words}`);

test('headings, lists, tables and links become HTML, and a link can lead to a heading', () => {
  const { html, mistakes } =
    page(`See **[the programme](/agenda)** or https://lab.example/a, ask a@lab.example.

## By Zürich train

| from | price |
| --- | ---: |
| Bern | 10 |

[Trains](#by-zurich-train)
`);
  expect(mistakes).toEqual([]);
  for (const part of [
    '<strong><a href="/agenda">the programme</a></strong>',
    '<a href="https://lab.example/a">https://lab.example/a</a>',
    '<a href="mailto:a@lab.example">a@lab.example</a>',
    '<h2 id="by-zurich-train">By Zürich train</h2>',
    '<div class="table-scroll" role="region" tabindex="0" aria-label="from, price"><table>',
    '<td class="text-end">10</td>',
  ]) {
    expect(html).toContain(part);
  }
});

test('in a translation, links to pages lead to translated pages', () => {
  const { html } = renderPage('[a](/agenda#b) [c](/favicon.svg) ![d](campus.svg)', {
    ...site,
    base: '/de',
  });
  expect(html).toContain('href="/de/agenda#b"');
  expect(html).toContain('href="/favicon.svg"');
  expect(html).toContain('src="/pages/campus.svg"');
  expect(renderText('[a](/agenda)', { ...site, base: '/de' }).markup).toEqual({
    html: '<a href="/de/agenda">a</a>',
  });
});

test('a picture has its size, and all but the first load when they are near', () => {
  const twice = '![The campus](campus.svg)\n\n![Again](campus.svg)\n';
  const { html, pictures, mistakes } = page(twice);
  expect(mistakes).toEqual([]);
  expect(pictures).toEqual(['pages/campus.svg', 'pages/campus.svg']);
  const [first = '', second = ''] = html.match(/<img[^>]*>/g) ?? [];
  expect(first).toContain('src="/pages/campus.svg"');
  expect(first).toContain('width="900" height="500"');
  expect(first).not.toContain('loading');
  expect(second).toContain('loading="lazy"');
});

describe('hostile Markdown', () => {
  test.each([
    '<script>alert(1)</script>',
    'a <script src="https://evil.example/a.js"></script> b',
    '<img src="x" onerror="alert(1)">',
    '<iframe src="https://evil.example"></iframe>',
    '<svg onload="alert(1)"><use href="https://evil.example#a"/></svg>',
    '<style>body { display: none }</style>',
    '<p style="position: fixed">a</p>',
    '<div onclick="alert(1)">\n\n[a](/agenda)\n\n</div>',
  ])('leaves no HTML in the page, and is a mistake: %s', (text) => {
    const { html, mistakes } = page(text);
    expect(html).not.toMatch(/<(?:script|img|iframe|svg|use|style|div)|<[^>]* (?:on\w+|style)=/);
    expect(mistakes[0]?.words).toContain('this is HTML');
  });

  test.each([
    '[a](javascript:alert(1))',
    '[a](JavaScript:alert(1))',
    '[a](&#106;avascript:alert(1))',
    '[a](vbscript:a)',
    '[a](data:text/html;base64,PHNjcmlwdD4=)',
    '[a](//evil.example)',
    '[a](http://evil.example)',
    '<javascript:alert(1)>',
    '[a][b]\n\n[b]: javascript:alert(1)',
  ])('leads to nothing but pages, https and mail: %s', (text) => {
    const { html, mistakes } = page(text);
    expect(html).not.toMatch(/href="(?!\/agenda)/);
    expect(mistakes[0]?.words).toContain('a link begins with https://');
  });

  test.each([
    '![a](https://evil.example/a.png)',
    '![a](data:image/svg+xml;base64,PHN2Zz4=)',
    '![a](//evil.example/a.png)',
    '![a](../conference.yaml)',
    '![a](/../conference.yaml)',
  ])('loads no picture of another place: %s', (text) => {
    const { html, pictures, mistakes } = page(text);
    expect(html).not.toMatch(/src="(?:https?|data|\/\/)/);
    expect(pictures).toEqual([]);
    expect(mistakes).toHaveLength(1);
  });
});

test.each([
  ['a\n\n# Title\n', '3: `title` is the heading of the page: begin this one with ##'],
  ['a\n[b](/nowhere)\n', '1: there is no page and no file of public/ at /nowhere'],
  ['[b](/exhibition)\n', '1: there is no page and no file of public/ at /exhibition'],
  ['[b](#nowhere)\n', '1: there is no heading #nowhere on this page'],
  ['\n![a](none.png)\n', '2: there is no picture pages/none.png'],
  ['![](campus.svg)\n', '1: the picture needs words'],
  ['![a](travel.md)\n', '1: pages/travel.md is no picture whose size can be read'],
  ['a\n{nmae}\n', '2: {nmae} is not a fact of the conference'],
])('a mistake is named with its line: %j', (text, words) => {
  expect(wordsOf(text)).toEqual([expect.stringContaining(words)]);
});

test('a picture is in the folder of the conference, also behind a symbolic link', () => {
  const folder = testFolder();
  mkdirSync(join(folder, 'pages'));
  const campus = join(site.folder, 'pages', 'campus.svg');
  symlinkSync(campus, join(folder, 'pages', 'campus.svg'));
  const { mistakes, pictures } = renderPage('![a](campus.svg)', { ...site, folder });
  rmSync(folder, { recursive: true });
  expect(mistakes[0]?.words).toContain('is a link to a file elsewhere');
  expect(pictures).toEqual([]);
});

test('a text of a statement may have links and bold words, and without them stays as it is', () => {
  const plain = `5 < 6 & "7", don't *`;
  expect(renderText(plain, site)).toEqual({ markup: plain, mistakes: [] });
  expect(renderText('See [the law](https://law.example/).', site).markup).toEqual({
    html: 'See <a href="https://law.example/">the law</a>.',
  });
  expect(renderText('**a** <b>c</b>', site).markup).toEqual({
    html: '<strong>a</strong> &lt;b&gt;c&lt;/b&gt;',
  });
  expect(renderText('[a](/nowhere)', site).mistakes).toEqual([
    'there is no page and no file of public/ at /nowhere',
  ]);
  expect(renderText('![a](campus.svg)', site).mistakes).toEqual([
    'a picture can only be in a page of pages/',
  ]);
});
