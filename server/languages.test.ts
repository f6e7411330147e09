import { beforeAll, describe, expect, test } from 'vitest';
import { readTranslated } from '#tests/support/conference-copy.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { findPaymentByRef } from './payments/payments.ts';
import { planAsking } from '#features/asked-amounts/ask-for-amount.ts';
import { planResend } from '#features/letters/resend-mails.ts';
import { planLetter } from '#features/letters/write-letter.ts';

const german = readTranslated({
  'prices.yaml': 'presentation_types:\n  - { id: exhibitor, label: Aussteller }',
  'labels.yaml': `
moments: { closed: '{what} endete {until}.' }
orders:
  registration: Anmeldung ({what})
  room: Zimmer, {nights}{guests} ({stay})
  nights: { one: '{n} Nacht', other: '{n} Nächte' }
  guests: { one: '{n} Begleitperson', other: '{n} Begleitpersonen' }
  fee: Bearbeitungsgebühr von {fee}
  of_one: Anmeldung {type}
refusals:
  price_changed: Der Preis hat sich geändert, bitte laden Sie die Seite neu
  check_fields: 'Bitte prüfen Sie diese Felder: {fields}.'
replies: { abstract_arrived: Ihr Abstract ist angekommen. }
`,
  'mails.yaml': `
payment_confirmed: { subject: Ihr Platz ist bestätigt }
payment_refunded: { subject: Ihre Erstattung }
abstract_received: { subject: Ihr Abstract ist da }
receipt: { title: Quittung, credit_note_title: Gutschrift, credit_notes: Gutschriften, issued: Ausgestellt am }
labels: { reference: Referenz, taking_part: Teilnahme als }
requests: { accompanying_person: Begleitperson }
`,
  'your-registration.yaml': 'title: Ihre Anmeldung',
});
const inGerman = { 'accept-language': 'de' };

const server = await startTestSite({ content: german });

/** A person who registers in German and stands at the payment page. */
async function openedInGerman() {
  const choice = {
    presentationType: 'EXHIBITOR',
    registrationType: 'REGISTRATION_AND_ACCOMMODATION',
    nights: 2,
    guests: 1,
  } as const;
  const { path, body, person } = await server.aCheckout(choice);
  const { json } = await server.post(path, { ...body, accompanyingPerson: true }, inGerman);
  const payment = await findPaymentByRef(server.db, String(json['sessionId']));
  if (!payment) throw new Error('there is no payment');
  return { person, payment, url: String(json['url']), sessionId: String(json['sessionId']) };
}

describe('a person who registers in German', () => {
  let opened: Awaited<ReturnType<typeof openedInGerman>>;
  beforeAll(async () => {
    opened = await openedInGerman();
    await server.payAt(opened.url);
    await server.post(`/api/payment/update?sessionId=${opened.sessionId}`);
  });
  const order = () => server.getOrder(opened.payment.orderId);

  test('has an order in German, whose payer returns to the German site', async () => {
    expect(await order()).toMatchObject({ language: 'de', productName: 'Anmeldung Aussteller' });
    const { request } = opened.payment;
    expect(request.successUrl).toContain(`${server.origin}/de/payment-success?session_id=`);
    expect(request.cancelUrl).toBe(`${server.origin}/de/payment-cancel`);
    expect(request.language).toBe('de');
    expect(request.description).toContain(
      'Anmeldung (Aussteller); Zimmer, 2 Nächte, 1 Begleitperson',
    );
  });

  test('gets mails in German, and the secretary those in the first language', async () => {
    const [mail] = (await server.mailsTo(opened.person.email)).filter(({ subject }) =>
      subject.includes('bestätigt'),
    );
    expect(mail?.subject).toContain('Ihr Platz ist bestätigt');
    expect(mail?.text).toMatch(/Anmeldung \(Aussteller\) +899,00\u00a0€/);
    expect(mail?.text).toContain('Bearbeitungsgebühr von 5\u00a0%');
    expect(mail?.text).toContain('Begleitperson');
    const secretary = await server.mailsTo(server.content.conference.secretary.email);
    expect(secretary.map(({ subject }) => subject).join()).not.toContain('bestätigt');
    const texts = secretary.map(({ text }) => text).join('\n');
    expect(texts).toMatch(/Taking part as +Aussteller/);
    expect(texts).toContain('Accompanying person');
    expect(texts).not.toMatch(/Teilnahme als|Begleitperson +1/);
  });

  test('gets the same mail again in German', async () => {
    const { reference } = await order();
    await (await planResend(server.organising, { reference, what: 'all' })).perform();
    const again = (await server.mailsTo(opened.person.email)).at(-1);
    expect(again?.subject).toContain('Ihr Platz ist bestätigt');
    expect(again?.text).toMatch(/Begleitperson +1/);
  });

  test('reads the receipt and the own page in German', async () => {
    const { receiptToken, pageToken } = await order();
    const receipt = await server.get(`/receipt/${receiptToken}`);
    expect(receipt.text).toContain('<html lang="de">');
    expect(receipt.text).toContain('Quittung');
    expect(receipt.text).toMatch(
      /Zimmer, 2 Nächte, 1 Begleitperson\s+<span class="receipt-note"><bdi>[^<]*28\. Mai/,
    );
    expect(receipt.text).toMatch(/1\.\d{3},\d{2}\u00a0€/);
    const page = await server.get(`/registration/${pageToken}`);
    expect(page.text).toContain('<h1>Ihre Anmeldung</h1>');
  });

  test('gets a credit note in German', async () => {
    const { reference, receiptToken } = await order();
    await (await server.planRefund({ reference })).perform();
    const receipt = await server.get(`/receipt/${receiptToken}`);
    expect(receipt.text).toContain('Gutschrift');
    const mails = await server.mailsTo(opened.person.email);
    expect(mails.some(({ subject }) => subject.includes('Ihre Erstattung'))).toBe(true);
  });
});

describe('organisers', () => {
  test('name the language of an amount that they ask for', async () => {
    const typed = {
      name: 'Ottilie Kassenwart',
      institute: 'Institut für Ketten',
      country: 'Germany',
      email: 'kasse@institut.example',
      amount: '1200',
      words: 'Stand in der Ausstellung',
      about: undefined,
      tax: undefined,
      isWithoutFee: false,
      isSecond: false,
    };
    const plan = await planAsking(server.organising, { ...typed, language: 'de' });
    expect(plan.words.join('\n')).toContain('Bearbeitungsgebühr von 5\u00a0%');
    await plan.perform();
    const [mail] = await server.mailsTo(typed.email);
    expect(mail?.text).toContain('1.260,00\u00a0€');
    await expect(planAsking(server.organising, { ...typed, language: 'fr' })).rejects.toThrow(
      'The conference has no texts in “fr”. It has en, de.',
    );
  });

  test('write a letter in several languages', async () => {
    const request = {
      file: 'Subject: News\n\nDear {name}',
      translations: { de: 'Subject: Neues\n\nHallo {name}' },
      isNews: true,
      mailsPerHour: Infinity,
    };
    await server.unpaidRegistration({}, { email: 'english@lab.example' });
    await (await planLetter(server.organising, { ...request, selection: 'unpaid' })).perform();
    const subjects = async (email: string) =>
      (await server.mailsTo(email)).map(({ subject }) => subject).join();
    expect(await subjects('kasse@institut.example')).toContain('Neues');
    expect(await subjects('english@lab.example')).toContain('News');
    const mails = await server.mailsTo('kasse@institut.example');
    const link = /(\/unsubscribe\/[0-9a-z]{26}\?language=de)/.exec(mails.at(-1)?.text ?? '')?.[1];
    expect((await server.get(link ?? '')).text).toContain('<html lang="de">');
    const plan = await planLetter(server.organising, {
      ...request,
      file: 'Subject: Only German\n\nText',
      selection: 'language=de, unpaid',
    });
    expect(plan.words.join('\n')).toContain('kasse@institut.example');
    expect(plan.words.join('\n')).not.toContain('english@lab.example');
  });
});

test('an author who sends an abstract in German has a page and mails in German', async () => {
  const answer = await server.submit({ headers: inGerman });
  expect(answer.json['message']).toBe('Ihr Abstract ist angekommen.');
  const { token, language, email } = await server.db
    .selectFrom('abstracts')
    .selectAll()
    .executeTakeFirstOrThrow();
  expect(language).toBe('de');
  expect((await server.get(`/abstract/${token}`)).text).toContain('<html lang="de">');
  const [mail] = await server.mailsTo(email);
  expect(mail?.subject).toContain('Ihr Abstract ist da');
});

describe('a refusal', () => {
  test.each([
    ['de', 'Der Preis hat sich geändert, bitte laden Sie die Seite neu'],
    ['de-CH, en;q=0.5', 'Der Preis hat sich geändert, bitte laden Sie die Seite neu'],
    ['en', 'The price has changed, please reload'],
    ['fr, de', 'The price has changed, please reload'],
    ['<script>', 'The price has changed, please reload'],
  ])('for Accept-Language: %s has the words of that language', async (language, message) => {
    const { path, body } = await server.aCheckout();
    const headers = { 'accept-language': language };
    const { json } = await server.post(path, { ...body, unitAmount: 1 }, headers);
    expect(json).toMatchObject({ code: 'price-changed', message });
  });

  test('names the fields of a wrong form in German', async () => {
    const { json } = await server.post('/api/registration/register', {}, inGerman);
    expect(json['message']).toContain('Bitte prüfen Sie diese Felder: ');
  });
});

test('an English person at the same conference gets the words of the first language', async () => {
  const { path, body, person } = await server.aCheckout({ presentationType: 'EXHIBITOR' });
  const { json } = await server.post(path, body);
  const payment = await findPaymentByRef(server.db, String(json['sessionId']));
  const order = await server.getOrder(payment?.orderId ?? '');
  expect(order).toMatchObject({ language: 'en', productName: 'Exhibitor registration' });
  expect(payment?.request.successUrl).toContain(`${server.origin}/payment-success`);
  const [mail] = await server.mailsTo(person.email);
  expect(mail?.text).toMatch(/Registration \(Exhibitor\) +€899\.00/);
});
