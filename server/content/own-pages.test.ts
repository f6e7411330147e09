import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { ContentError } from '#server/content/content-error.ts';
import { readContent } from '#server/content/read-content.ts';
import { checkMarkdown } from '#server/content/render-content.ts';
import { copyConference } from '#tests/support/conference-copy.ts';
import { editContent } from '#tests/support/edit-content.ts';

const copies: (() => void)[] = [];
afterEach(() => {
  for (const remove of copies.splice(0)) remove();
});

type Edits = Parameters<typeof editContent>[1];

/** The folder of the tests' conference with these files in place of its own; null removes one. */
function folderWith(files: Record<string, string | null | Edits>): string {
  const { folder, remove } = copyConference('content');
  copies.push(remove);
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, name);
    if (text === null) rmSync(file);
    else if (typeof text !== 'string') editContent(file, text);
    else {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  }
  return folder;
}

function complaints(files: Parameters<typeof folderWith>[0]): string[] {
  const folder = folderWith(files);
  try {
    checkMarkdown(readContent(folder), folder);
  } catch (error) {
    if (error instanceof ContentError) return error.message.split('\n');
    throw error;
  }
  return [];
}

const page = (matter: string, text = 'Text.\n') => `---\n${matter}\n---\n${text}`;
const facts = 'title: Rooms in {city}\ndescription: Hotels near {name}.';

describe('a page of the conference’s own', () => {
  test('has the name of its file as address, the facts filled in, and its place in the menu', () => {
    const { ownPages, menu, pages, addresses } = readContent(
      folderWith({
        'pages/rooms.md': page(`${facts}\nmenu: { place: header, order: 2, name: Rooms }`),
        'pages/childcare.md': page(`${facts}\nmenu: { place: footer }`),
      }),
    );
    expect(ownPages.find(({ path }) => path === '/rooms')).toMatchObject({
      title: 'Rooms in Berlin',
      description: 'Hotels near Polymer Summit 2026.',
      markdown: 'Text.\n',
    });
    expect(addresses).toContain('/rooms');
    expect(menu.map(({ name }) => name)).toEqual([
      'Home',
      'Rooms',
      'Speakers',
      'Agenda',
      'Contact',
      'Abstract Submission',
    ]);
    expect(pages.footer.links.at(-1)).toEqual({ to: '/childcare', name: 'Rooms in Berlin' });
  });

  test('cannot have the address of a translation', () => {
    const files = { 'pages/de.md': page(facts), 'de/labels.yaml': '{}\n' };
    expect(complaints(files).join()).toContain('has the address /de');
  });

  test('with a mistake is named with its line', () => {
    const pages = {
      'agenda.md': [page(facts), ': another page or the server has the address /agenda'],
      'legal-notice.md': [page(facts), ': another page or the server has the address'],
      'api.md': [page(facts), ': another page or the server has the address /api'],
      'Hôtel Zürich.md': [page(facts), ':1 the name of the file is the address of the page'],
      'a.md': ['Just text', ':1 a page begins with --- in a line of its own'],
      'b.md': [page('title: Rooms'), ':2 description: is missing'],
      'c.md': [page(`${facts}\nkeywords: a`), ':4 keywords: unknown key'],
      'd.md': [page(`${facts}\nmenu: { place: top }`), ':4 menu.place: expected one of: header'],
    };
    const named = Object.entries(pages);
    const found = complaints(
      Object.fromEntries(named.map(([name, [text = '']]) => [`pages/${name}`, text])),
    );
    const expected = named.map(([name, [, words]]) => `content/pages/${name}${words}`);
    for (const words of expected) {
      expect(found).toContainEqual(expect.stringContaining(words));
    }
    expect(found).toHaveLength(expected.length);
  });

  test('may have links to pages and pictures that are there', () => {
    const wrong = 'a\n\n![b](c.png)\n\n[a](/sessions) [a](/conference-regstration)\n';
    expect(complaints({ 'pages/a.md': page(facts, wrong), 'pages/terms.md': page(facts) })).toEqual(
      [
        'content/pages/a.md:7 there is no picture pages/c.png',
        'content/pages/a.md:9 there is no page and no file of public/ at /conference-regstration',
      ],
    );
  });

  test('a link in legal.yaml that leads nowhere is named with its line', () => {
    const point = ['pages', 0, 'sections', 0, 'points', 0] as const;
    expect(complaints({ 'legal.yaml': [[point, 'See [here](/nowhere).']] })).toEqual([
      expect.stringMatching(
        /^content\/legal\.yaml:\d+ pages\[0\]\.sections\[0\]\.points\[0\]: there is no page/,
      ),
    ]);
  });
});

describe('what a conference leaves out', () => {
  test('takes its pages and the links to them with it', () => {
    const { addresses, menu, pages, partners, topics, sessions } = readContent(
      folderWith({
        'exhibition.yaml': null,
        'sessions.yaml': null,
        'partners.yaml': null,
        'topics.yaml': null,
        'public/sponsor.svg': null,
        'conference.yaml': [[['sponsor'], undefined]],
        'pages.yaml': [[['discount'], undefined]],
      }),
    );
    expect(
      addresses.filter((path) => /exhibition|stand|sponsor|session|abstract|disc/.test(path)),
    ).toEqual([]);
    expect(menu.map(({ name }) => name)).toEqual(['Home', 'Speakers', 'Agenda', 'Contact']);
    expect(pages.footer.links.map(({ to }) => to)).toEqual(['/conference-registration', '/agenda']);
    expect([partners.partners, topics, sessions.sessions]).toEqual([[], [], []]);
  });

  test('is left out of its translation, too', () => {
    expect(
      complaints({
        'exhibition.yaml': null,
        'pages.yaml': [[['discount'], undefined]],
        'de/exhibition.yaml': 'congress: { name: Kongress }\n',
        'de/pages.yaml':
          'discount: { description: a, heading: b, intro: c, amount_hint: d, payment: { heading: e } }\n',
        'de/pages/hotels.md': page(facts),
      }),
    ).toEqual([
      expect.stringMatching(
        /^content\/de\/pages.yaml: has texts of \/discount-registration, which/,
      ),
      'content/de/pages/hotels.md: there is no such page in content/',
      'content/de/exhibition.yaml: there is no such file in content/',
    ]);
  });

  test('leaves its address free for a page of the conference’s own', () => {
    const files = { 'exhibition.yaml': null, 'pages/exhibition.md': page(facts) };
    expect(complaints(files)).toEqual([]);
    expect(readContent(folderWith(files)).addresses).toContain('/exhibition');
  });
});

test('lists that are not known yet may be empty', () => {
  const { speakers, agenda, conference } = readContent(
    folderWith({
      'speakers.yaml': 'speakers: []\n',
      'partners.yaml': 'partners: []\n',
      'topics.yaml': 'topics: []\n',
      'sessions.yaml': 'sessions: []\ninterest_areas: []\n',
      'agenda.yaml': 'days: []\n',
      'conference.yaml': [[['statistics'], []]],
      'home.yaml': [
        [['vision', 'statement'], undefined],
        [['vision', 'badges'], undefined],
      ],
    }),
  );
  expect([speakers, agenda.days, conference.statistics]).toEqual([[], [], []]);
});

describe('the menu', () => {
  test('has other words, another order and other links', () => {
    const links = [
      { to: '/agenda', name: 'Programme' },
      { id: 'papers', name: 'Papers', links: [{ to: '/sessions' }, { to: '/travel' }] },
      { to: '/legal-notice' },
    ];
    const { menu, pages } = readContent(
      folderWith({ 'pages.yaml': [[['menu'], { links, register: 'Tickets' }]] }),
    );
    expect(menu).toEqual([
      { to: '/agenda', name: 'Programme' },
      {
        id: 'papers',
        name: 'Papers',
        links: [
          { to: '/sessions', name: 'Sessions' },
          { to: '/travel', name: 'Travel to Berlin' },
        ],
      },
      { to: '/legal-notice', name: 'Legal notice' },
    ]);
    expect(pages.menu?.register).toBe('Tickets');
  });

  test('and the footer lead to pages, and each page has an address of its own', () => {
    const wrong = [{ name: 'Papers' }, { name: 'Papers', links: [{ to: '/agenda' }] }];
    expect(complaints({ 'pages.yaml': [[['menu', 'links'], wrong]] })).toEqual([
      expect.stringContaining('menu.links[0]: needs either `to`'),
      expect.stringContaining('menu.links[1]: needs an id'),
    ]);
    expect(
      complaints({
        'pages.yaml': [
          [['footer', 'links', 0, 'to'], '/fees'],
          [['menu', 'links'], [{ to: '/nowhere' }]],
        ],
        'legal.yaml': [[['pages', 0, 'path'], '/agenda']],
        'agenda.yaml': [
          [['days', 0, 'items', 0, 'link'], '/nowhere'],
          [['days', 0, 'items', 1, 'link'], '/speakers'],
        ],
      }),
    ).toEqual([
      expect.stringContaining('footer.links[0].to: there is no page at /fees'),
      expect.stringContaining('menu.links[0].to: there is no page at /nowhere'),
      expect.stringMatching(/legal\.yaml:\d+ pages\[0\]\.path: another page or the server has/),
      expect.stringMatching(/agenda\.yaml:\d+ days\[0\]\.items\[0\]\.link: there is no page at/),
    ]);
  });
});

test('an item of the agenda is at a place that conference.yaml names', () => {
  const item = { start: '19:00', end: '23:00', title: 'Dinner', place: 'castle' };
  const days = JSON.stringify({ days: [{ label: 'Day 1', items: [item] }] });
  const castle = { id: 'castle', name: 'Castle', street: 'Hill 1', postal_code: '14109' };
  expect(complaints({ 'agenda.yaml': days })).toEqual([
    expect.stringContaining('days[0].items[0].place: "castle" is none of the places'),
  ]);
  const files = { 'agenda.yaml': days, 'conference.yaml': [[['places'], [castle]]] as Edits };
  expect(complaints(files)).toEqual([]);
});
