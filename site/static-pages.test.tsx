import prices from 'content:prices';
import { expect, test } from 'vitest';
import { staticPage } from '#tests/support/static-page.tsx';
import * as abstract from './abstract/abstract-page.tsx';
import * as accessibility from './statements/accessibility-page.tsx';
import * as agenda from './agenda/agenda-page.tsx';
import * as contact from './contact/contact-page.tsx';
import * as discount from './discount/discount-page.tsx';
import * as exhibition from './exhibition/exhibition-page.tsx';
import * as home from './home/home-page.tsx';
import * as privacy from './statements/privacy-page.tsx';
import * as registration from './registration/registration-page.tsx';
import * as speakers from './speakers/speakers-page.tsx';
import * as sponsorshipForm from './exhibition/sponsorship-form-page.tsx';
import * as sponsorship from './exhibition/sponsorship-page.tsx';
import * as sessions from './agenda/sessions-page.tsx';

/** The expected texts on the page, in the order of the page. */
const among = (texts: readonly string[], expected: readonly string[]) =>
  texts.filter((text) => expected.includes(text));
const mail = /^mailto:[^@]+@[^@]+$/;

test('after the last day the home page leads to what the conference leaves, if its folder says so', async () => {
  const links = [
    { to: '/documents/book.pdf', label: 'Book of abstracts', note: 'With 212 contributions' },
    { to: 'https://pictures.example/', label: 'Pictures' },
  ];
  const at = (isOver: boolean) => ({
    default: home.default,
    loader: () => ({ ...home.loader(), after: { heading: 'Thank you', links, isOver } }),
  });
  const over = await staticPage(at(true));
  expect(over.links).toMatchObject({
    'Book of abstracts': '/documents/book.pdf',
    Pictures: 'https://pictures.example/',
  });
  const order = ['Become a Speaker', 'Thank you', 'Global Delegates', 'Conference Topics'];
  expect(among(over.texts, order)).toEqual(order);
  expect((await staticPage(at(false))).html).not.toContain('Thank you');
  expect((await staticPage(home)).html).not.toContain('after-links');
});

test('a price of the home page says which proof it needs', async () => {
  const [type] = prices.presentationTypes;
  if (!type) throw new Error('the tests have a price');
  const text = 'Please send us your student card.';
  Object.assign(type, { proof: { text, until: { words: 'April 30' }, otherwise: 'delegate' } });
  const { texts } = await staticPage(home);
  Reflect.deleteProperty(type, 'proof');
  expect(among(texts, [type.label, text])).toEqual([type.label, text]);
  expect((await staticPage(home)).html).not.toContain(text);
});

test.each([
  ['hero', ['Register Now', 'Become a Speaker', 'Download Brochure', 'Berlin, Germany']],
  [
    'figures',
    [
      'Global Delegates',
      'Research Presentations',
      'Keynote Speakers',
      'Countries Represented',
      'Panels & Workshops',
      'Partner Institutions & Sponsors',
    ],
  ],
  ['partners', 'PSU SFU SJS HKU PU SJTU UC PCC AU UDSM UESTC SNU CAS UOC BUCT'.split(' ')],
  [
    'vision',
    [
      'GLOBAL SCIENTIFIC COLLABORATION',
      'Shaping the Future of Polymer Science',
      'Advanced Polymer Chemistry',
      'Composite Materials',
      'Drug Delivery Systems',
      'Green Synthesis Methods',
      'Learn More About Our Vision',
      '50+ Countries',
      '1000+ Experts',
      'Conference Chair and Professor of Materials Science',
      'Learn from world-renowned leaders who are shaping the future of Polymer Science and innovation.',
    ],
  ],
  [
    'highlights',
    [
      'Conference Highlights',
      '2 days of innovation & collaboration',
      'Abstract Submission',
      'Jan 15',
      'Early Registration',
      'August 25',
      'Final Registration',
      'Mar 10',
      'Why Attend',
      'Global Networking',
      'Connect with 300+ researchers, industry leaders, and innovators from around the world',
      'Innovation Showcase',
      'Excellence Awards',
    ],
  ],
  [
    'audience',
    [
      'Who Should Attend',
      'Polymer Scientists',
      'Industrial Chemists',
      'R&D Executives',
      'Graduate Students',
      'Technology Providers',
      'Policy Makers',
      'Conference Topics',
    ],
  ],
  ['agenda', ['May 29, 2026', '08:00', '09:30', 'May 30, 2026', 'See the agenda']],
])('the home page has the texts of its section: %s', async (section, expected) => {
  const { texts } = await staticPage(home);
  const found = among(texts, expected);
  expect([...new Set(found)].toSorted()).toEqual(expected.toSorted());
  // The highlights repeat a text of the hero.
  if (section !== 'hero' && section !== 'figures') expect(found).toEqual(expected);
});

test('the home page has its dots, its sections in order, its links, and its topics with tags', async () => {
  const { html, texts, links } = await staticPage(home);
  expect(html.match(/data-dot/g)).toHaveLength(20);
  expect(html.replaceAll(/<svg[^>]*aria-hidden="true".*?<\/svg>/g, '')).not.toContain('data-dot');
  const sections = [...html.matchAll(/<section aria-label="([^"]*)|<h2[^>]*>(.*?)<\/h2>/g)];
  expect(sections.map(([, label, heading]) => label ?? heading)).toEqual([
    'Conference statistics',
    'Partner Institutions &amp; Sponsors',
    'Shaping the Future of Polymer Science',
    'Keynote Speakers',
    'Conference Highlights',
    'Who Should Attend',
    'Conference Topics',
    'Agenda',
    'See you in Berlin',
  ]);
  expect(links).toMatchObject({
    'Download Brochure': '/documents/brochure.pdf',
    'Register Now': '/conference-registration',
    'Become a Speaker': '/conference-registration',
    'View All Speakers': '/speakers',
    'Choose your registration': '/conference-registration',
    'Submit an abstract': '/abstract-submission',
  });
  expect(html).toMatch(/<a [^>]*target="_blank"/);
  for (const label of ['PSU', 'BUCT']) expect(html).toContain(`alt="${label} logo"`);
  for (const text of [
    'Berlin, Germany',
    'May 29-30, 2026',
    'Smart & Responsive Polymers',
    'Sustainable Bioplastics',
    'Polymer Nanotechnology',
    'Biomedical Applications',
  ]) {
    expect(
      texts.filter((found) => found === text),
      text,
    ).toHaveLength(2);
  }
  const cards =
    html.slice(html.indexOf('Conference Topics')).match(/<article.*?<\/article>/g) ?? [];
  const titles = cards.map((card) => /<h3[^>]*>(.*?)<\/h3>/.exec(card)?.[1]);
  expect(titles).toEqual([
    'Smart &amp; Responsive Polymers',
    'Sustainable Bioplastics',
    'Polymer Nanotechnology',
    'Advanced Composites',
    'Biomedical Applications',
    'Processing &amp; Manufacturing',
    'Automotive &amp; Aerospace',
    'Recycling &amp; Circular Economy',
  ]);
  for (const card of cards) expect(card).toContain('<li');
});

test('the list of sessions has twenty topics and no other items', async () => {
  const { items } = await staticPage(sessions);
  expect(items.flat()).toEqual([
    'Smart Polymers',
    'Bioplastics Innovation',
    'Polymer Nanocomposites',
    'Sustainable Polymers',
    'Biomedical Polymers',
    'Polymer Chemistry',
    'Polymer Engineering',
    'Advanced Polymer Materials',
    'Polymers in Energy Storage',
    'Polymers for Electronics',
    'Polymers in Drug Delivery',
    'Recyclable Polymers',
    'Conductive Polymers',
    'Elastomers and Rubbers',
    'Polymer Rheology',
    'Polymer Blends and Alloys',
    'Functional Polymers',
    'Industrial Applications',
    'Nano-engineered Polymers',
    '3D Printing with Polymers',
  ]);
});

test('the agenda has both days, a file to download and a note that it may change', async () => {
  const { texts, links } = await staticPage(agenda);
  const text = texts.join('');
  expect(text).toMatch(
    /May 29, 2026.*08:00-09:00Registration and welcome coffee.*09:00-09:30Opening/,
  );
  expect(text).toMatch(/Agenda Coming Soon.*Agenda coming soon\..*subject to change/);
  expect(links['Download Full Agenda']).toBe('/documents/agenda.pdf');
  // The hours of an item are the link to its calendar file.
  expect(links['08:00 - 09:00']).toMatch(/^\/agenda\/_\w+\.ics$/);
});

test('the contact page names the venue and the secretary', async () => {
  const { texts, links } = await staticPage(contact);
  expect(texts.join()).toContain('Berlin, Germany');
  expect(texts).toContain('Send us a Message');
  expect(Object.values(links)).toContainEqual(expect.stringMatching(mail));
});

test('the registration has its badge, its deadline, its hotel, its payment methods and its options', async () => {
  const { html, texts, fields, options } = await staticPage(registration);
  for (const text of [
    'Registration Open',
    'August 25, 2025',
    'Refresh captcha',
    'Delegate',
    'Listener',
  ]) {
    expect(texts).toContain(text);
  }
  expect(texts.join()).toMatch(/Beijing.*Secure card provider, payments in euros/);
  expect(html).toMatch(
    /value="abstract-submission">Delegate<.*value="listener\/delegate">Listener</,
  );
  expect(among(texts, ['Pay with Card', 'Pay with PayPal'])).toHaveLength(2);
  expect(html).toMatch(/<form[^>]*noValidate/i);
  expect(fields.join()).toBe(
    'title,name,phone,email,institute,country,registrationType,presentationType,captcha,reserved',
  );
  expect(options('title')).toEqual(['', 'Mr', 'Ms', 'Dr', 'Prof']);
  const types = ['', 'registrationOnly', 'registrationAndAccommodation'];
  expect(options('registrationType')).toEqual(types);
  expect(options('presentationType').join()).toBe(
    ',speaker,poster,abstract-submission,listener/delegate,student,exhibitor',
  );
  expect(options('country').length).toBeGreaterThan(190);
  expect(options('country')).toContain('Germany');
});

test('the abstract submission has its banner and a form with every field', async () => {
  const { html, texts, links, fields, options } = await staticPage(abstract);
  for (const text of [
    'January 25, 2026',
    'May 29-30, 2026',
    'Refresh captcha',
    'Submit Abstract',
  ]) {
    expect(texts).toContain(text);
  }
  expect(texts.join()).toContain('Berlin, Germany');
  expect(Object.values(links)).toContainEqual(expect.stringMatching(mail));
  expect(html).toMatch(/<form[^>]*noValidate/i);
  expect(fields.join()).toBe(
    'titlePrefix,name,phone,email,organizationName,country,interestedInId,sessionId,abstractFile,captcha,reserved',
  );
  expect(options('titlePrefix')).toEqual(['', 'Dr', 'Mr', 'Ms', 'Prof']);
});

test('the discount registration has a form with every field, and a summary before the payment', async () => {
  const { html, texts, fields, options } = await staticPage(discount);
  expect(html).toMatch(/<form[^>]*noValidate/i);
  expect(fields.join()).toBe(
    'title,name,phone,email,instituteOrUniversity,country,description,discountAmount,method,method,captcha,reserved',
  );
  expect(options('title')).toEqual(['', 'Mr.', 'Ms.', 'Dr.', 'Prof.']);
  const order = [
    'Discount amount *',
    'Payment summary',
    'Payment method',
    'Captcha *',
    'Pay €0.00 with Card',
  ];
  expect(among(texts, order)).toEqual(order);
  expect(texts).toContain('Refresh captcha');
});

test('the speakers page has its introduction and links to the abstract submission', async () => {
  const { texts, links } = await staticPage(speakers);
  expect(texts[0]).toBe('Meet Our Polymer Summit 2026 Speakers');
  expect(texts).toContain('Interested in Presenting at Polymer Summit 2026?');
  expect(links).toMatchObject({
    'Become a Speaker': '/abstract-submission',
    'Submit Abstract': '/abstract-submission',
  });
});

test('the exhibition has two sets of figures and six reasons, the sponsorship six figures and six objectives', async () => {
  expect((await staticPage(exhibition)).html.match(/<h2[^>]*>[^<]*statistics</g)).toHaveLength(2);
  expect(await itemsAfter(exhibition, 'aria-label="Reasons to exhibit"')).toBe(6);
  expect(await itemsAfter(sponsorship, '>Statistics<')).toBe(6);
  expect(await itemsAfter(sponsorship, '>Business objectives<')).toBe(6);
  const countries = ['', 'India', 'UAE', 'USA', 'UK', 'Germany'];
  expect((await staticPage(sponsorshipForm)).options('country')).toEqual(countries);
});

/** The number of items in the first list after a mark. */
async function itemsAfter(page: Parameters<typeof staticPage>[0], mark: string): Promise<number> {
  const { html } = await staticPage(page);
  const list =
    /<ul.*?<\/ul>/.exec(html.slice(html.lastIndexOf('<', html.indexOf(mark))))?.[0] ?? '';
  return list.match(/<li/g)?.length ?? 0;
}

test('the accessibility statement has its features, its tests, its limits and a contact', async () => {
  const { texts, links } = await staticPage(accessibility);
  const order = [/^Accessibility$/, /^What the site does$/, /tested$/, /limits$/, /does not work/];
  for (const heading of order) expect(texts).toContainEqual(expect.stringMatching(heading));
  expect(Object.values(links)).toContainEqual(expect.stringMatching(mail));
});

test('the privacy page has the kinds of data, the reasons, the periods, the recipients and a contact', async () => {
  const { html, texts, links } = await staticPage(privacy);
  const kinds = html.match(/<h3/g)?.length ?? 0;
  expect(kinds).toBeGreaterThan(0);
  for (const question of ['What', 'Why', 'Legal basis', 'How long']) {
    expect(among(texts, [question]), question).toHaveLength(kinds);
  }
  // The command `purge` uses the same periods of content/privacy.yaml.
  const text = texts.join(' ');
  for (const period of ['90 days', '12 months', '6 months', '10 years', '14 days', '30 days']) {
    expect(text).toContain(period);
  }
  expect(text).toMatch(/kept, why, and how long.*device.*Who else.*may ask.*write to/);
  const others = text.slice(text.indexOf('Who else'));
  for (const other of ['Stripe', 'PayPal', 'mails']) {
    expect(others).toContain(other);
  }
  expect(Object.values(links)).toContainEqual(expect.stringMatching(mail));
});
