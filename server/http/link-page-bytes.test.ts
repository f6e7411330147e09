import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { pathOf } from '#tests/support/own-page.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { loadPages } from './pages.ts';

const STYLES = [
  '@layer base{a{color:red}dialog{padding:0}:where(.nowhere) p{margin:0}}',
  '@layer components{.masthead{top:0}.masthead .nowhere{top:0}.control{width:100%}.nowhere{top:0}}',
  '@layer utilities{.sm\\:px-5,.w-\\[2\\.5px\\]{top:0}@media print{.hidden{display:none}.else{top:0}}}',
  '@layer parts.home{.hero{top:0}@media print{.hero{top:0}}}',
  '@layer parts.receipt{.receipt-words{top:0}@media print{.receipt-out{display:none}}}',
  '@media print{html{font-size:78%}}@keyframes rise{to{top:0}}',
];
const KEPT = [
  '@layer base{a{color:red}dialog{padding:0}:where(.nowhere) p{margin:0}}',
  '@layer components{.masthead{top:0}.control{width:100%}}',
  '@layer utilities{.sm\\:px-5,.w-\\[2\\.5px\\]{top:0}@media print{.hidden{display:none}}}',
  '@layer parts.home;',
  '@layer parts.receipt{.receipt-words{top:0}@media print{.receipt-out{display:none}}}',
  '@media print{html{font-size:78%}}@keyframes rise{to{top:0}}',
].join('');
const PAGE = `<!doctype html><html><head><title>Not found</title><style>${STYLES.join('')}</style>
<script>start()</script></head><body><header class="masthead w-[2.5px]"><nav class="else">Menu</nav></header>
<main id="content">Nothing</main><footer class="hidden">Footer</footer></body></html>`;

const folder = testFolder();
let server: TestSite;
let path: string;
beforeAll(async () => {
  for (const file of ['index.html', '__spa-fallback.html']) writeFileSync(join(folder, file), PAGE);
  server = await startTestSite({ content: fixtureContent, pages: loadPages(folder) });
  path = pathOf((await server.paidRegistration()).order);
  return server.close;
});

const ask = (encodings: string, method = 'GET', address = path) =>
  fetch(server.origin + address, { method, headers: { 'accept-encoding': encodings } });

test('a page behind a link has the frame of the site with its own styles, and no scripts, menus or other title', async () => {
  const answer = await ask('identity');
  const html = await answer.text();
  expect(html).toContain(`<style>${KEPT}</style>`);
  const hash = createHash('sha256').update(KEPT).digest('base64');
  const policy = answer.headers.get('content-security-policy');
  expect(policy).toContain(`style-src 'self' 'sha256-${hash}'`);
  expect(policy).toContain("form-action 'self' https://checkout.stripe.com");
  expect(policy).toMatch(/; sandbox [^;]* allow-forms$/);
  const { title } = fixtureContent.yourRegistration;
  expect(html.match(/<title>.*<\/title>/g)).toEqual([
    `<title>${title} · ${fixtureContent.conference.name}</title>`,
  ]);
  expect(html).toMatch(/<meta name="robots" content="noindex">.*<\/head>/s);
  expect(html).toMatch(
    /<main id="content"><article class="receipt.*<p class="receipt-out">.*<\/main>/s,
  );
  expect(html).toContain('<footer class="hidden">Footer</footer></body></html>');
  for (const gone of ['<script', 'Menu', 'Nothing', 'Not found']) expect(html).not.toContain(gone);
});

test('a browser that accepts gzip gets the same page in fewer bytes', async () => {
  const plain = await ask('identity');
  expect(plain.headers.get('content-encoding')).toBeNull();
  const text = await plain.text();
  for (const [encodings, status] of [
    ['gzip', 200],
    ['gzip, deflate, br, zstd', 200],
  ] as const) {
    const answer = await ask(encodings);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect(answer.headers.get('vary')).toBe('accept-encoding');
    expect(await answer.text()).toBe(text);
    const [all, packed] = [plain, answer].map(({ headers }) =>
      Number(headers.get('content-length')),
    );
    expect(packed).toBeLessThan((all ?? 0) / 2);
    const head = await ask(encodings, 'HEAD');
    expect(head.headers.get('content-length')).toBe(String(packed));
  }
});

test('a refusal is compressed, too', async () => {
  for (const address of [`/registration/${'0'.repeat(26)}`, '/receipt/none']) {
    const answers = await Promise.all(
      ['gzip', 'identity'].map((each) => ask(each, 'GET', address)),
    );
    const [packed, plain] = await Promise.all(answers.map((each) => each.text()));
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    expect(answers[0]?.headers.get('content-encoding')).toBe('gzip');
    expect(packed).toBe(plain);
  }
});
