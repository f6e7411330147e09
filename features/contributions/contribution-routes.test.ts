import { expect } from 'vitest';
import { inLanguage } from '#contract/content.ts';
import { setWithdrawn } from '#server/abstract/abstracts.ts';
import { inTransaction } from '#server/database/database.ts';
import { MINUTE } from '#contract/time-spans.ts';
import { atOnce, test } from '#tests/support/at-once.ts';
import { fieldsOf } from '#tests/support/own-page.ts';
import { conferenceAhead, decide, newAbstract, sendFile } from '#tests/support/own-abstract.ts';
import {
  acceptedAbstract,
  conferenceWithPages,
  previewed,
  publish,
  publishedContribution,
} from '#tests/support/published-contribution.ts';
import { translatedContent } from '#tests/support/fixture-content.ts';
import { needsFeatures } from '#tests/support/has-feature.ts';
import { aPdf, aWordFile } from '#tests/support/sample-files.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { findContribution } from './contributions.ts';
import { kindWords } from './presentation-kinds.ts';

const server = await startTestSite({ content: conferenceWithPages() });
const said = server.content.yourAbstract.website;

test('an author publishes a page after having seen it', async () => {
  const own = await acceptedAbstract(server);
  expect((await server.openPage(own.path)).words).toContain(said.states.none);
  const seen = await previewed(server, own.form);
  expect(seen.words).toContain(said.form.previewHeading);
  expect(seen.text).toContain('<p>Chains <em>heal</em> in H<sub>2</sub>O.</p>');
  expect((await server.openPage(own.address)).status).toBe(404);
  const done = await server.sendForm(own.form, { ...fieldsOf(seen.text), step: 'publish' });
  expect(done.location).toBe(`${own.form}?done=published`);
  expect((await server.openPage(done.location)).words).toContain(said.done.published);
  const page = await server.openPage(own.address);
  expect(page.status).toBe(200);
  expect(page.text).toContain('<p>Chains <em>heal</em> in H<sub>2</sub>O.</p>');
  expect(page.words).toMatch(/Chains that heal .*Ilmari Väisänen.*Mira Lindqvist/);
  expect(page.text).toContain('https://orcid.org/0000-0002-1825-0097');
  expect(page.text).not.toContain('lab.example');
  const { words } = await server.openPage(own.path);
  expect(words).toContain(said.states.shown);
});

test('a page shows what its author adds after the talk, and no longer what the author took away', async () => {
  needsFeatures('talk-material');
  const licences = [{ name: 'CC BY 4.0' }];
  const { conference, ...more } = conferenceWithPages();
  const abstracts = { ...conference.abstracts, material: { licences } };
  const site = await startTestSite({
    content: { ...more, conference: { ...conference, abstracts } },
  });
  const own = await publishedContribution(site);
  const words = async () => {
    site.clock.advance(MINUTE);
    return (await site.openPage(own.address)).text;
  };
  const url = 'https://video.example/talk?x=1';
  expect(await words()).not.toContain(url);
  const material = `${own.path}/material`;
  const link = { kind: 'recording', url, title: 'The talk', licence: 'CC BY 4.0', consent: 'yes' };
  expect((await site.sendForm(`${material}/link`, link)).status).toBe(303);
  expect(await words()).toContain(url);
  const list = async () => (await site.openPage('/contributions')).words;
  expect(await list()).toMatch(/Chains that heal Ilmari Väisänen, Mira Lindqvist Talk · Recording/);
  const { text } = await site.openPage(material);
  const [, takeAway = ''] = /action="([^"]*\/take-away)"/.exec(text) ?? [];
  expect((await site.sendForm(takeAway, {})).status).toBe(303);
  expect(await words()).not.toContain(url);
  expect(await list()).not.toContain('Recording');
});

test('slides end with a page that its author or an organiser takes away', async () => {
  needsFeatures('talk-material');
  const licences = [{ name: 'CC BY 4.0' }];
  const { conference, ...more } = conferenceWithPages();
  const abstracts = { ...conference.abstracts, material: { licences } };
  const site = await startTestSite({
    content: { ...more, conference: { ...conference, abstracts } },
  });
  const own = await publishedContribution(site);
  const form = new FormData();
  for (const [name, value] of Object.entries({
    title: 'Slides',
    licence: 'CC BY 4.0',
    from: '',
    consent: 'yes',
  }))
    form.append(name, value);
  form.append('abstractFile', new Blob([new Uint8Array(aPdf(900, 'talk.pdf'))]), 'talk.pdf');
  await fetch(`${site.origin}${own.path}/material/file`, {
    method: 'POST',
    body: form,
    redirect: 'manual',
  });
  const { text } = await site.openPage(own.address);
  const [slides = ''] = /\/material\/\w+\.pdf/.exec(text) ?? [];
  expect((await site.openPage(slides)).status).toBe(200);
  // The author and the dry run name it before.
  const { hiddenWithPage } = site.content.yourAbstract.material;
  expect((await site.openPage(own.form)).words).toContain(hiddenWithPage);
  const dry = await site.organise('takedown', own.reference, '--reason', 'Others');
  expect(dry).toContain('would not be shown either: “Slides”');
  await site.sendForm(own.form, { step: 'end' });
  expect((await site.openPage(slides)).status).toBe(404);
  await publish(site, own.form);
  expect((await site.openPage(slides)).status).toBe(200);
  await site.organise('takedown', own.reference, '--reason', 'A figure of somebody else', '--send');
  expect((await site.openPage(slides)).status).toBe(404);
});

test('nothing is published that its author has not seen just so', async () => {
  const own = await acceptedAbstract(server);
  const seen = await previewed(server, own.form);
  const fields = fieldsOf(seen.text);
  const other = await server.sendForm(own.form, { ...fields, text: 'Other', step: 'publish' });
  expect(other.words).toContain(said.form.previewHeading);
  expect((await findContribution(server.db, own.id)).consentedAt).toBeUndefined();
});

test.each([
  ['the text is too long', { text: 'word '.repeat(61) }, 'has 61 words'],
  ['a formula cannot be read', { text: 'So $\\frac{1$.' }, 'cannot be read: \\frac{1'],
  ['the licence is not offered', { licence: 'My own' }, said.form.messages.licence],
  ['the author does not agree', { consent: undefined }, said.form.messages.consent],
])('the form says it if %s, and keeps what was typed', async (_, entries, words) => {
  const own = await acceptedAbstract(server);
  const answer = await previewed(server, own.form, entries);
  expect(answer.status).toBe(400);
  expect(answer.words).toContain(words);
  const text = 'text' in entries ? entries.text : 'Chains *heal* in H~2~O.';
  expect(fieldsOf(answer.text)['text']?.trim()).toBe(text.trim());
});

test('no script, picture or link of an author reaches a page', async () => {
  const evil = '<script>alert(1)</script> <img src=x onerror=alert(1)> [a](javascript:alert(1))';
  const own = await acceptedAbstract(server, { title: evil, 'name-1': evil.slice(0, 90) });
  await publish(server, own.form, { text: `${evil} $\\text{${evil.slice(0, 25)}}$` });
  const page = await server.openPage(own.address);
  expect(page.status).toBe(200);
  const elements = page.text.replaceAll(
    /<script type="application\/ld\+json">([^]*?)<\/script>/g,
    '',
  );
  expect(elements).not.toMatch(/<script>alert|<img|href="javascript/);
  const [, json = ''] = /ld\+json">([^]*?)<\/script>/.exec(page.text) ?? [];
  expect(JSON.parse(json)).toMatchObject({ '@type': 'ScholarlyArticle', name: evil });
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("script-src 'self' 'sha256-");
  expect(policy).not.toContain('unsafe-inline');
});

test('the page of a stranger cannot be published, and no page is offered before the acceptance is told', async () => {
  const unknown = await server.sendForm('/abstract/00000000000000000000000000/website', {});
  expect(unknown.status).toBe(404);
  const own = await newAbstract(server);
  await decide(server, own.id, 'ACCEPTED', false);
  expect((await server.openPage(own.path)).text).not.toContain('/website"');
  const refused = await server.sendForm(`${own.path}/website`, { step: 'publish', consent: 'yes' });
  expect(refused.status).toBe(409);
});

test('a page that was public and is taken away says so without a name', async () => {
  const acts: ((own: { id: string; form: string }) => Promise<unknown>)[] = [
    ({ form }) => server.sendForm(form, { step: 'end' }),
    ({ id }) =>
      inTransaction(server.db, (tx) => setWithdrawn(tx, id, server.clock.now().toISOString())),
    ({ id }) => decide(server, id, 'REJECTED'),
  ];
  for (const act of acts) {
    const own = await publishedContribution(server);
    expect((await server.openPage(own.address)).status).toBe(200);
    await act(own);
    server.clock.advance(MINUTE);
    const gone = await server.openPage(own.address);
    expect(gone.status).toBe(410);
    expect(gone.words).toContain(said.page.gone);
    expect(gone.text).not.toMatch(/Väisänen|Chains that heal/);
    expect((await server.openPage('/contributions')).text).not.toContain(own.reference);
    expect((await server.openPage(`${own.address}.pdf`)).status).toBe(410);
  }
});

test('a page that was taken away before anybody read it says so, too, and one that was never to be public does not', async () => {
  const acts: ((own: { id: string; form: string; reference: string }) => Promise<unknown>)[] = [
    ({ form }) => server.sendForm(form, { step: 'end' }),
    ({ id }) =>
      inTransaction(server.db, (tx) => setWithdrawn(tx, id, server.clock.now().toISOString())),
    ({ reference }) => server.organise('takedown', reference, '--reason', 'A mistake', '--send'),
  ];
  for (const act of acts) {
    const own = await publishedContribution(server);
    await act(own);
    const silent = await acceptedAbstract(server);
    await inTransaction(server.db, (tx) => setWithdrawn(tx, silent.id, '2026-02-01T10:00:00.000Z'));
    server.clock.advance(MINUTE);
    expect((await server.openPage(own.address)).status).toBe(410);
    expect((await server.openPage(silent.address)).status).toBe(404);
  }
  const early = await startTestSite({ content: conferenceWithPages('2999-01-01') });
  const own = await publishedContribution(early);
  await early.sendForm(own.form, { step: 'end' });
  expect((await early.openPage(own.address)).status).toBe(404);
});

test('consent that was taken back is given again, and the page is there at once', async () => {
  const own = await publishedContribution(server);
  await server.openPage(own.address);
  expect((await server.sendForm(own.form, { step: 'end' })).location).toContain('done=ended');
  expect((await server.openPage(own.address)).status).toBe(410);
  expect((await publish(server, own.form)).location).toContain('done=published');
  expect((await server.openPage(own.address)).status).toBe(200);
});

test('the decision of a chair is public within a minute, without a build', async () => {
  const own = await publishedContribution(server);
  expect((await server.openPage(own.address)).words).not.toContain('Poster P7');
  await server.db
    .updateTable('decisions')
    .set({ number: 'P7', presentation: 'Poster' })
    .where('abstract_id', '=', own.id)
    .execute();
  server.clock.advance(MINUTE);
  expect((await server.openPage(own.address)).words).toContain('Poster P7');
});

test('the list finds words of abstracts and names in any spelling, and filters by session and kind', async () => {
  await publishedContribution(server, { text: 'Rheology of übermolecular gels.' });
  const search = async (query: string) => (await server.openPage(`/contributions?${query}`)).text;
  expect(await search('q=rheology+uebermolecular')).toContain('Chains that heal');
  const text = 'A first sentence. Then <b>übermolecular</b> chains, at last.\n\nAn end.';
  const other = await publishedContribution(server, { text });
  expect(await search('q=uebermolecular+last')).toContain(
    '<bdi>Then &#60;b&#62;übermolecular&#60;/b&#62; chains, at last.</bdi>',
  );
  await server.sendForm(other.form, { step: 'end' });
  expect(await search('q=vaisanen')).toContain('Chains that heal');
  expect(await search('q=absent+rheology')).not.toContain('Chains that heal');
  expect(await search('session=smart-polymers&kind=Talk')).toContain('Chains that heal');
  expect(await search('session=no-such-session')).not.toContain('Chains that heal');
  expect(await search('page=x&q=%3Cscript%3E')).toContain('value="&#60;script&#62;"');
});

test.each([
  ['', ''],
  ['?utm_source=letter&topic=gels', ''],
  ['?page=99&session=', ''],
  ['?page=-1&page=2', ''],
  ['?session=smart-polymers&kind=TALK', '?session=smart-polymers&kind=talk'],
  ['?session=no-such-session', undefined],
  ['?kind=%3Cb%3E', undefined],
  ['?session=polymer-rheology&kind=talk', undefined],
  ['?q=gels', undefined],
])(
  'search engines know the list at “%s” as “%s”, and never what somebody made up',
  async (asked, known) => {
    await publishedContribution(server);
    const { text, status } = await server.openPage(`/contributions${asked}`);
    expect(status).toBe(200);
    const [, canonical] = /<link rel="canonical" href="([^"]*)"/.exec(text) ?? [];
    const address = known === undefined ? known : `${server.origin}/contributions${known}`;
    expect(canonical?.replaceAll('&#38;', '&')).toBe(address);
    expect(text.includes('name="robots" content="noindex"')).toBe(known === undefined);
  },
);

test('the kind of a presentation is a word of the page, in whatever spelling the committee wrote it', async () => {
  const content = conferenceWithPages();
  const site = await startTestSite({ content });
  for (const presentation of ['talk', 'TALK', 'flash talk']) {
    const { id } = await publishedContribution(site);
    await site.db
      .updateTable('decisions')
      .set({ presentation })
      .where('abstract_id', '=', id)
      .execute();
  }
  site.clock.advance(MINUTE);
  const options = async (path: string) => {
    const [, kinds = ''] = (await site.openPage(path)).text.split('name="kind"');
    const [list = ''] = kinds.split('</select>');
    return [...list.matchAll(/<option value="([^"]*)"[^>]*>\s*([^<]*?)\s*</g)].map(
      ([, value, words]) => `${value}: ${words}`,
    );
  };
  expect(await options('/contributions')).toEqual(
    expect.arrayContaining([': Talks and posters', 'talk: Talk', 'flash talk: Flash talk']),
  );
  expect(await options('/contributions')).toHaveLength(3);
  const { yourAbstract } = inLanguage(translatedContent, 'de');
  expect(kindWords({ ...content, yourAbstract }, 'TALK')).toBe('Vortrag');
});

test('a list names the first of many authors and whoever presents, and a page has their affiliations below the text', async () => {
  const own = await publishedContribution(server);
  await server.db.deleteFrom('abstract_authors').where('abstract_id', '=', own.id).execute();
  const many = Array.from({ length: 30 }, (_, position) => ({
    abstract_id: own.id,
    position,
    name: `Author ${position}`,
    affiliation: `Institute ${position % 12}`,
    presents: position === 20 ? 1 : 0,
  }));
  await server.db.insertInto('abstract_authors').values(many).execute();
  server.clock.advance(MINUTE);
  const list = await server.openPage('/contributions?q=author+29');
  expect(list.words).toContain('Author 7, Author 20 and 21 others');
  const { text } = await server.openPage(own.address);
  const [head = '', body = ''] = text.split('</header>').slice(-2);
  expect(head).toContain('<bdi>Author 29</bdi><sup>6</sup>');
  expect(head).not.toContain('<bdi>Institute');
  expect(body).toContain('<h2 id="affiliations">');
  expect(body).toContain('<bdi>Institute 11</bdi>');

  // Nobody is one of “1 others”.
  await server.db.deleteFrom('abstract_authors').where('position', '>', 9).execute();
  await server.db
    .updateTable('abstract_authors')
    .set({ presents: 1 })
    .where('position', '=', 8)
    .execute();
  server.clock.advance(MINUTE);
  const ten = await server.openPage('/contributions?q=author+9');
  expect(ten.words).toContain('Author 7, Author 8, Author 9');
});

test('the file is sent to save under the reference, and runs nothing', async () => {
  const own = await acceptedAbstract(server);
  await sendFile(server, own.path, 'Väisänen "secret".pdf');
  await publish(server, own.form, { file: 'yes' });
  const page = await server.openPage(own.address);
  expect(page.text).toContain(`href="${own.address}.pdf"`);
  const { headers, status } = await server.openPage(`${own.address}.pdf`);
  expect(status).toBe(200);
  expect(headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-disposition')).toBe(`attachment; filename="${own.reference}.pdf"`);
  expect((await server.openPage(`${own.address}.docx`)).status).toBe(404);
  await server.recordScan(own.reference, { scan: 'INFECTED', scan_finding: 'Eicar' });
  server.clock.advance(MINUTE);
  expect((await server.openPage(`${own.address}.pdf`)).status).toBe(404);
});

test('without consent to the file the page has none', async () => {
  const own = await acceptedAbstract(server);
  const seen = await previewed(server, own.form);
  const { file: _, ...fields } = fieldsOf(seen.text);
  // The box is unchecked, so a browser sends nothing for it.
  const again = await server.sendForm(own.form, { ...fields, step: 'preview' });
  await server.sendForm(own.form, { ...fieldsOf(again.text), step: 'publish' });
  expect((await server.openPage(own.address)).text).not.toContain('.pdf');
  expect((await server.openPage(`${own.address}.pdf`)).status).toBe(404);
});

test('a talk is taken over into a calendar as it is decided now, and stays one entry there', async () => {
  const own = await publishedContribution(server);
  const day = server.content.conference.dates.start;
  expect((await server.openPage(own.address)).text).not.toContain('.ics');
  expect((await server.openPage(`${own.address}.ics`)).status).toBe(404);
  const decideOn = async (starts: string, ends: string) => {
    server.clock.advance(MINUTE);
    await server.db
      .updateTable('decisions')
      .set({ day, starts, ends, room: 'Hall A', decided_at: server.clock.now().toISOString() })
      .where('abstract_id', '=', own.id)
      .execute();
    server.clock.advance(MINUTE);
    expect((await server.openPage(own.address)).text).toContain(`href="${own.address}.ics"`);
    const { text, headers } = await server.openPage(`${own.address}.ics`);
    expect(headers.get('content-type')).toContain('text/calendar');
    expect(text).toContain('SUMMARY:Chains that heal');
    expect(text.replaceAll('\r\n ', '')).toContain(`URL:${server.origin}${own.address}\r\n`);
    const valueOf = (name: string) => new RegExp(`^${name}:(.*)\r$`, 'm').exec(text)?.[1] ?? '';
    return { uid: valueOf('UID'), sequence: Number(valueOf('SEQUENCE')), from: valueOf('DTSTART') };
  };
  const first = await decideOn('09:00', '09:20');
  const later = await decideOn('14:00', '14:20');
  expect(later.uid).toBe(first.uid);
  expect(later.sequence).toBeGreaterThan(first.sequence);
  expect(later.from).not.toBe(first.from);
});

test('a speaker of the conference and the own contribution lead to each other', async () => {
  const own = await publishedContribution(server);
  const [one] = server.content.speakers;
  if (!one) throw new Error('the conference has no speaker');
  const before = await server.openPage(own.address);
  expect(before.text).not.toContain('/speakers#');
  Object.assign(one, { link: own.address });
  server.clock.advance(MINUTE);
  expect((await server.openPage(own.address)).text).toContain(
    `href="/speakers#speaker-${one.id}"><bdi>${one.name}</bdi>`,
  );
  const list = await server.openPage('/api/speakers/polymers');
  expect(JSON.parse(list.text)[0]).toMatchObject({ id: one.id, link: own.address });
  Object.assign(one, { link: undefined });
});

test('a page has the tags of Google Scholar, and an unchanged one is not sent again', async () => {
  const own = await publishedContribution(server, { file: 'yes' });
  const { text, headers } = await server.openPage(own.address);
  const tags = [...text.matchAll(/<meta name="citation_(\w+)" content="([^"]*)"/g)];
  expect(tags.map(([, name, value]) => [name, value])).toEqual(
    expect.arrayContaining([
      ['title', 'Chains that heal'],
      ['author', 'Ilmari Väisänen'],
      ['author_institution', 'Polymer Lab, Uppsala, Sweden'],
      ['author_orcid', 'https://orcid.org/0000-0002-1825-0097'],
      ['publication_date', server.content.conference.dates.start.replaceAll('-', '/')],
      ['conference_title', server.content.conference.fullTitle],
      ['pdf_url', `${server.origin}${own.address}.pdf`],
    ]),
  );
  expect(text).toContain(`<link rel="canonical" href="${server.origin}${own.address}"`);
  const known = { 'if-none-match': headers.get('etag') ?? '' };
  expect((await fetch(`${server.origin}${own.address}`, { headers: known })).status).toBe(304);
});

test('a contribution is cited by its address, for BibTeX, reference managers and citation processors', async () => {
  const own = await publishedContribution(server, { text: 'About {50 %} of H~2~O.' });
  const address = `${server.origin}${own.address}`;
  const page = await server.openPage(own.address);
  expect(page.words).toMatch(/Väisänen, I\.; Lindqvist, M\. \(\d{4}\)\. Chains that heal\. /);
  const bib = await server.openPage(`${own.address}/cite.bib`);
  expect(bib.text).toContain(`@inproceedings{${own.reference},`);
  expect(bib.text).toContain('author = {Väisänen, Ilmari and Lindqvist, Mira}');
  expect(bib.text).toContain(`url = {${address}}`);
  expect(bib.text).toContain(
    'About \\textbraceleft{}50 \\%\\textbraceright{} of H\\textsubscript{2}O.',
  );
  expect(bib.headers.get('content-disposition')).toContain(`"${own.reference}.bib"`);
  expect((await server.openPage(`${own.address}/cite.ris`)).text).toMatch(
    /^TY {2}- CPAPER\r\n[^]*UR {2}- http[^]*ER {2}- \r\n$/,
  );
  const [csl] = JSON.parse((await server.openPage(`${own.address}/cite.json`)).text);
  expect(csl).toMatchObject({ id: own.reference, type: 'paper-conference', URL: address });
  expect((await server.openPage(`${own.address}/cite.xml`)).status).toBe(404);
});

test('an author takes the text out of a Word file, and nothing is saved by that', async () => {
  const own = await acceptedAbstract(server);
  const form = { ...fieldsOf((await server.openPage(own.form)).text), step: 'from-file' };
  expect((await server.sendForm(own.form, form)).words).toContain(said.form.messages.noWord);
  await sendFile(server, own.path, 'abstract.docx', aWordFile());
  const taken = await server.sendForm(own.form, { ...form, text: 'Typed' });
  expect(taken.words).toContain(said.form.messages.noText);
  expect(fieldsOf(taken.text)['text']).toBe('Typed');
  expect((await findContribution(server.db, own.id)).version).toBe(0);
});

test('the sitemap names the page in each language', async () => {
  const own = await publishedContribution(server);
  server.clock.advance(MINUTE);
  const { text, headers } = await server.openPage('/contributions/sitemap.xml');
  expect(headers.get('content-type')).toContain('application/xml');
  expect(text).toContain(`<loc>${server.origin}/contributions</loc>`);
  expect(text).toContain(`<loc>${server.origin}${own.address}</loc>`);
});

test('an erased author leaves no page and no row', async () => {
  const own = await publishedContribution(server);
  await server.openPage(own.address);
  await server.organise('person', 'erase', own.email, '--even-paid', '--yes');
  server.clock.advance(MINUTE);
  const page = await server.openPage(own.address);
  expect([404, 410]).toContain(page.status);
  expect(page.text).not.toContain('Väisänen');
  expect((await findContribution(server.db, own.id)).version).toBe(0);
});

test('before its day nothing is public, and without the key there is no address', async () => {
  const early = await startTestSite({ content: conferenceWithPages('2999-01-01') });
  const own = await publishedContribution(early);
  expect((await early.openPage(own.address)).status).toBe(404);
  const list = await early.openPage('/contributions');
  expect(list.words).toContain('2999');
  expect(list.text).toContain('name="robots" content="noindex"');
  expect((await early.openPage(own.path)).words).toContain('gets its page on the website');
  const without = await startTestSite({ content: conferenceAhead() });
  expect((await without.openPage('/contributions')).status).toBe(404);
  const { path, id } = await newAbstract(without);
  await decide(without, id, 'ACCEPTED');
  expect((await without.openPage(path)).words).not.toContain(said.heading);
  expect((await without.openPage(`${path}/website`)).status).toBe(404);
});

atOnce('of two forms at once one is saved, and a double click publishes once', async () => {
  const own = await acceptedAbstract(server);
  const seen = fieldsOf((await previewed(server, own.form)).text);
  const press = (fields: Record<string, string>) =>
    server.sendForm(own.form, { ...fields, step: 'publish' });
  const twice = await Promise.all([press(seen), press(seen)]);
  expect(twice.map(({ status }) => status)).toEqual([303, 303]);
  expect((await findContribution(server.db, own.id)).version).toBe(1);
  const one = fieldsOf((await previewed(server, own.form, { text: 'One' })).text);
  const two = fieldsOf((await previewed(server, own.form, { text: 'Two' })).text);
  const both = await Promise.all([press(one), press(two)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([303, 409]);
});
