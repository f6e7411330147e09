import { encode } from 'uqr';
import { describe, expect, test, vi } from 'vitest';
import { accent } from '#contract/content/accent.ts';
import { paletteOf } from '#contract/content/palette.ts';
import { asCents } from '#contract/money.ts';
import type { MessageContent } from '#server/mail/message.ts';
import { findPaymentByRef } from '#server/payments/payments.ts';
import { coloursOfPdf, linesOfPdf, rectanglesOfPdf, runsOfPdf } from '#tests/support/pdf-text.ts';
import { startTestSite } from '#tests/support/test-site.ts';

/** Time for background work, on a busy machine too. */
const SOON = { timeout: 45_000 };

const server = await startTestSite();

/** The mails to an address, and the mails to the secretary that mention the address, by kind. */
async function mailsAbout(email: string): Promise<Record<string, MessageContent>> {
  const mails = await server.listMessages(1000);
  return Object.fromEntries(
    mails
      .toReversed()
      .filter(({ recipient, content }) => recipient === email || content.text.includes(email))
      .map(({ kind, content }) => [kind, content]),
  );
}

const stay = { registrationType: 'REGISTRATION_AND_ACCOMMODATION', nights: 3, guests: 1 } as const;

/** A person who has paid, with the address of the receipt in the mail. */
async function aPayer() {
  const checkout = await server.leftCheckout(stay);
  await server.control.settled();
  const payment = await findPaymentByRef(server.db, checkout.sessionId);
  if (!payment) throw new Error('there is no payment');
  const mails = await mailsAbout(checkout.person.email);
  const url = /\S+\/receipt\/\S+/.exec(mails['payment-confirmed']?.text ?? '')?.[0] ?? '';
  return { ...checkout, payment, mails, path: new URL(url).pathname };
}

const refund = async (paymentId: string, cents: number | undefined) => {
  const amount = cents === undefined ? undefined : asCents(cents);
  await server.requestRefund(paymentId, amount, 'organiser');
  await server.sendRefunds();
};

async function bytesAt(path: string): Promise<Buffer> {
  const response = await fetch(`${server.origin}${path}`);
  expect(response.headers.get('content-type')).toBe('application/pdf');
  return Buffer.from(await response.arrayBuffer());
}

/** The addresses of the documents on the page. */
const documentPaths = (page: string) =>
  [...page.matchAll(/href="(\/receipt\/[^"]+\.pdf)"/g)].map(([, path = '']) => path);

describe('the mails of a payment', () => {
  test('have the items line by line, the next steps and the calendar file', async () => {
    const { mails, person, totalPrice } = await aPayer();
    const confirmed = mails['payment-confirmed'];
    expect(confirmed?.subject).toMatch(/^\[TEST MODE\] .*, PS26-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    for (const words of [
      'TEST MODE',
      person.name,
      'Registration (Speaker)',
      'Room, 3 nights, 1 guest',
      'Processing fee of 5%',
      `€${totalPrice.toFixed(2)}`,
      server.content.mails.paymentConfirmed.next.points[0] ?? '',
    ]) {
      expect(confirmed?.text).toContain(words);
      expect(confirmed?.html).toContain(words);
    }
    expect(confirmed?.attachments).toMatchObject([{ fileName: 'conference.ics' }]);
    expect(mails['payment-confirmed-for-secretary']?.text).toContain(person.phone);
    expect(mails['registration-received']?.text).toContain(`${server.origin}/registration/`);
    expect(mails['registration-received-for-secretary']?.text).toContain(person.email);
  });

  test('load nothing from other servers, and have a dark mode', async () => {
    const { mails } = await aPayer();
    for (const { html = '' } of Object.values(mails)) {
      expect(html).not.toMatch(/<(?:img|script|link|iframe|object)\b|url\(|@import|src=/i);
      const addresses = [...html.matchAll(/href="([^"]*)"/g)].map(([, address = '']) => address);
      for (const address of addresses) expect(address.startsWith(server.origin)).toBe(true);
      expect(html).toContain('prefers-color-scheme: dark');
      expect(html).toContain('name="color-scheme" content="light dark"');
    }
  });

  test('tell payer and secretary that it lapsed, with a link for the payer to try again', async () => {
    const { person } = await server.openedCheckout();
    server.clock.advance(61 * 60_000);
    server.control.advance(0);
    await server.control.settled();
    await vi.waitFor(async () => {
      const mails = await mailsAbout(person.email);
      expect(mails['payment-expired']?.text).toContain(`${server.origin}/registration/`);
      expect(mails['payment-expired-for-secretary']?.text).not.toContain('/registration/');
      expect(mails['payment-expired-for-secretary']?.text).toContain(person.name);
    }, SOON);
  });

  test('say that it failed, with a link to try again', async () => {
    const { person, orderId, url } = await server.openedPaypal();
    await server.chooseAt(url, 'stays-pending');
    await server.post(`/api/payment/paypal/capture/${orderId}`);
    server.control.resolvePending(orderId, 'denied');
    await server.control.settled();
    await vi.waitFor(async () => {
      expect((await mailsAbout(person.email))['payment-failed']?.text).toContain('/registration/');
    }, SOON);
  });

  test('say nothing about a checkout that another one replaced', async () => {
    const { person, path, body } = await server.openedCheckout();
    server.clock.advance(40 * 60_000);
    await server.post(path, body);
    await server.control.settled();
    expect(Object.keys(await mailsAbout(person.email)).toSorted()).toEqual([
      'registration-received',
      'registration-received-for-secretary',
    ]);
  });
});

describe('a payer', () => {
  const where = 'Jade Willow Garden Hotel, Beijing, China: Thu May 28 to Sun May 31, 2026';

  test('with a room reads hotel, nights and requests in mail, receipt, PDF and calendar', async () => {
    const { path, body, person } = await server.aCheckout(stay);
    const asked = { ...body, accompanyingPerson: true, extraNights: 2 };
    const { json } = await server.post(path, asked);
    await server.payAt(String(json['url']));
    await server.post(`/api/payment/update?sessionId=${String(json['sessionId'])}`);
    const { 'payment-confirmed': mail } = await mailsAbout(person.email);
    const address = new URL(/\S+\/receipt\/\S+/.exec(mail?.text ?? '')?.[0] ?? '').pathname;
    const page = (await server.get(address)).text.replaceAll(/<[^>]*>|\s+/g, ' ');
    const pdf = linesOfPdf(await bytesAt(documentPaths((await server.get(address)).text)[0] ?? ''));
    for (const text of [mail?.text ?? '', page, pdf.join(' ')]) {
      // In a PDF the amount is between the lines of its text.
      const words = text.replaceAll(/€\S+/g, ' ').replaceAll(/\s+/g, ' ');
      expect(words).toContain(where);
      expect(words).toContain('Accompanying person 1 (asked for, not part of the price)');
      expect(words).toContain('Extra nights 2 (asked for, not part of the price)');
    }
    const calendar = mail?.attachments[0]?.content.replaceAll('\r\n ', '') ?? '';
    expect(calendar).toContain('DTSTART;VALUE=DATE:20260528\r\nDTEND;VALUE=DATE:20260531');
    expect(calendar).toContain(String.raw`LOCATION:Jade Willow Garden Hotel\, Beijing\, China`);
    expect(calendar).toContain(`URL:${server.origin}/`);
  });

  test('without a room reads nothing about a room', async () => {
    const { person } = await server.leftCheckout();
    await server.control.settled();
    const { 'payment-confirmed': mail } = await mailsAbout(person.email);
    expect(mail?.text).not.toMatch(/Jade Willow|Room/);
    expect(mail?.attachments[0]?.content).not.toContain('Jade Willow');
  });
});

describe('the receipt', () => {
  test('is a page for anyone with the link, and for no cache, search engine or other site', async () => {
    const { path, person, totalPrice } = await aPayer();
    expect(path).toMatch(/^\/receipt\/[0-9a-z]{26}$/);
    const { status, text, headers } = await server.get(path);
    expect(status).toBe(200);
    for (const words of [person.name, 'Room, 3 nights, 1 guest', totalPrice.toFixed(2), 'Paid']) {
      expect(text).toContain(words);
    }
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-robots-tag')).toContain('noindex');
    expect(headers.get('content-security-policy')).toContain('sandbox');
    expect(text).not.toContain('<script');
  });

  test('is not in the log, and neither is its customer', async () => {
    const { path, person } = await aPayer();
    await server.get(path);
    await server.get(`${path}/x.pdf`);
    const log = JSON.stringify(server.log);
    for (const secret of [path.split('/').at(-1) ?? '', person.email, person.name]) {
      expect(log).not.toContain(secret);
    }
  });

  test('of another order does not open with the link of this order', async () => {
    const [one, two] = [await aPayer(), await aPayer()];
    const [theirs = ''] = documentPaths((await server.get(two.path)).text);
    const number = theirs.split('/').at(-1);
    expect((await server.get(`${one.path}/${number}`)).status).toBe(404);
  });

  test('shows a name that contains HTML as text', async () => {
    const name = '<img src=x onerror=alert(1)> & "Söhne"';
    const { person } = await server.paidPaypal({ name });
    const mails = await mailsAbout(person.email);
    const link = /\S+\/receipt\/\S+/.exec(mails['payment-confirmed']?.text ?? '')?.[0] ?? '';
    const { text } = await server.get(new URL(link).pathname);
    for (const markup of [text, mails['payment-confirmed']?.html ?? '']) {
      expect(markup).not.toContain('<img');
      expect(markup).toContain('&#60;img src=x');
    }
  });

  test('has the same bytes after a refund, and each refund gets a credit note', async () => {
    const { path, payment, person, totalPrice } = await aPayer();
    const [receipt = ''] = documentPaths((await server.get(path)).text);
    const before = await bytesAt(receipt);
    expect(before.subarray(0, 5).toString()).toBe('%PDF-');

    await refund(payment.id, 1000);
    const part = (await server.get(path)).text;
    expect(part).toContain('Paid, partly refunded');
    expect(part).toContain('€10.00');
    server.clock.advance(24 * 60 * 60_000);
    await refund(payment.id, undefined);
    const whole = (await server.get(path)).text;
    expect(whole).toContain('Refunded');
    expect(whole).toContain(`€${(totalPrice - 10).toFixed(2)}`);

    const [same = '', first = '', second = '', ...more] = documentPaths(whole);
    expect(same).toBe(receipt);
    expect([first.slice(-7), second.slice(-7), more]).toEqual(['-C1.pdf', '-C2.pdf', []]);
    expect((await bytesAt(receipt)).equals(before)).toBe(true);
    expect((await bytesAt(first)).equals(await bytesAt(second))).toBe(false);
    const mails = await mailsAbout(person.email);
    expect(mails['payment-refunded']?.text).toContain(`€${(totalPrice - 10).toFixed(2)}`);
    expect(mails['payment-refunded-for-secretary']?.text).toContain(person.name);
  });

  test('has one credit note for a refund that eight calls record at once', async () => {
    const { path, payment, sessionId } = await aPayer();
    server.control.webhooks('off');
    server.control.refund(sessionId, 700);
    const { syncRefunds } = await import('#server/payments/sync-refunds.ts');
    await Promise.all(
      Array.from({ length: 8 }, () => syncRefunds(server.context, payment.id, 'reconciler')),
    );
    server.control.webhooks('on');
    expect(documentPaths((await server.get(path)).text)).toHaveLength(2);
  });

  test('of a confirmed place has its reference as a QR code, and credit notes have none', async () => {
    const { path, payment, person } = await aPayer();
    const { text } = await server.get(path);
    const { code, atDesk } = server.content.mails.receipt;
    const reference = /PS26-\w{4}-\w{4}/.exec(text)?.[0] ?? '';
    expect(text).toContain(`aria-label="${code} ${reference}"`);
    expect(text).toContain(`<figcaption>${atDesk}</figcaption>`);
    // The page's code, decoded into squares.
    const { data, size } = encode(reference, { ecc: 'M', boostEcc: true, border: 0 });
    const seen = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
    for (const [, x, y, width] of text.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
      seen[Number(y)]?.fill(true, Number(x), Number(x) + Number(width));
    }
    expect(seen).toEqual(data);

    const [receipt = ''] = documentPaths(text);
    const squares = rectanglesOfPdf(await bytesAt(receipt));
    expect(
      squares.reduce((sum, { width, height }) => sum + (width * height) / 72 ** 2, 0),
    ).toBeCloseTo(data.flat().filter(Boolean).length / size ** 2, 3);
    expect(linesOfPdf(await bytesAt(receipt))).toContain(atDesk);

    await refund(payment.id, undefined);
    const refunded = (await server.get(path)).text;
    expect(refunded).toContain(person.name);
    expect(refunded).not.toContain(atDesk);
    const note = await bytesAt(documentPaths(refunded)[1] ?? '');
    expect(linesOfPdf(note)).not.toContain(atDesk);
    expect(rectanglesOfPdf(note)).toEqual([]);
  });

  test('of an amount that nobody agreed to has no code for the desk', async () => {
    const { person } = await server.paidAmount({ description: 'as I think' });
    const { text = '' } = (await mailsAbout(person.email))['payment-received'] ?? {};
    const path = new URL(/\S+\/receipt\/\S+/.exec(text)?.[0] ?? '').pathname;
    const page = await server.get(path);
    expect(page.text).toContain('as I think');
    expect(page.text).not.toContain('<svg');
  });

  test('does not change when the order and its items change', async () => {
    const { path, payment } = await aPayer();
    const before = (await server.get(path)).text;
    await server.db
      .updateTable('orders')
      .set({ amount_cents: 1, product_name: 'Something else' })
      .where('id', '=', payment.orderId)
      .execute();
    await server.db.updateTable('order_items').set({ label: 'Other' }).execute();
    expect((await server.get(path)).text).toBe(before);
  });
});

test('mails and PDF files have the colours of content/', async () => {
  const orange = await aPayer();
  const { conference } = server.content;
  const blue = accent.parse('#1f4fd8');
  const palette = paletteOf({ paper: { light: '#f5faf9' }, ink: { light: '#12303a' } }, blue);
  const other = await startTestSite({
    content: {
      ...server.content,
      conference: { ...conference, looks: { ...conference.looks, palette } },
    },
  });
  try {
    const { url, person } = await other.openedCheckout();
    await server.payAt(url);
    await other.sandbox.control.settled();
    const mails = await other.listMessages(1000);
    const mail = mails.find(
      ({ kind, recipient }) => kind === 'payment-confirmed' && recipient === person.email,
    );
    const { html = '', text = '' } = mail?.content ?? {};
    const { paper, ink } = palette.light;
    for (const shade of [...Object.values(blue), paper, ink]) expect(html).toContain(shade);
    const { light } = conference.looks.palette;
    for (const shade of [...Object.values(conference.accent), light.paper, light.ink]) {
      expect(html).not.toContain(shade);
      expect(orange.mails['payment-confirmed']?.html).toContain(shade);
    }
    const link = new URL(/\S+\/receipt\/\S+/.exec(text)?.[0] ?? '').pathname;
    const [path = ''] = documentPaths((await other.get(link)).text);
    const pdf = await (await fetch(`${other.origin}${path}`)).arrayBuffer();
    expect(coloursOfPdf(Buffer.from(pdf))).toEqual(expect.arrayContaining([blue.light, ink]));
    expect(coloursOfPdf(Buffer.from(pdf))).not.toContain(conference.accent.light);
  } finally {
    await other.close();
  }
});

describe('the PDF of a receipt', () => {
  /** The PDF of the receipt of a person with these entries. */
  async function receiptOf(customer: { name: string; instituteOrUniversity?: string }) {
    const { person } = await server.paidPaypal(customer);
    const mails = await mailsAbout(person.email);
    const link = /\S+\/receipt\/\S+/.exec(mails['payment-confirmed']?.text ?? '')?.[0] ?? '';
    const page = (await server.get(new URL(link).pathname)).text;
    const pdf = await bytesAt(documentPaths(page)[0] ?? '');
    // The first glyph of a font is the box for characters that it lacks.
    expect(runsOfPdf(pdf).flatMap(({ glyphs }) => glyphs.filter(({ id }) => id === 0))).toEqual([]);
    return pdf;
  }

  test.each([
    ['Polish and Vietnamese', 'Łukasz Żółć', 'Đại học Bách khoa Hà Nội, Nguyễn Thị Ánh'],
    ['Greek', 'Αλέξανδρος Παπαδόπουλος', 'Εθνικό Μετσόβιο Πολυτεχνείο'],
    ['Ukrainian', 'Наталія Щербаківська', 'Київський політехнічний інститут «КПІ»'],
    ['Chinese', '欧阳娜娜', '清华大学高分子研究所'],
    ['Taiwanese', '陳怡君', '國立臺灣大學'],
    ['Japanese', '渡邊 さくら・アンナ', '東京大学「ポリマー」'],
    ['Korean', '김민준', '서울대학교 고분자연구소'],
    ['Thai', 'สมชาย ปิ่นเกล้า', 'จุฬาลงกรณ์มหาวิทยาลัย'],
    ['Hindi', 'श्रीमती क्षितिजा शर्मा', 'भारतीय प्रौद्योगिकी संस्थान'],
    ['Bengali and Tamil', 'রবীন্দ্রনাথ', 'தமிழ்ச்செல்வன்'],
    ['Telugu and Kannada', 'శ్రీనివాస్', 'ಕೃಷ್ಣ'],
    ['Malayalam and Sinhala', 'മോഹൻലാൽ', 'ශ්‍රී ලංකා'],
    ['Gujarati and Punjabi', 'ગુજરાતી', 'ਗੁਰਪ੍ਰੀਤ'],
    ['Georgian and Armenian', 'გიორგი ბერიძე', 'Արմեն Սարգսյան'],
    ['Burmese and Khmer', 'မြန်မာ', 'ខ្មែរ'],
    ['Lao and Amharic', 'ສົມຊາຍ', 'አበበ በቂላ'],
    ['with signs', 'Jean\u2011Luc \u2010 № 7 ½ ″ → ≥', '“Quotes” – … • µ Ω ™ ★'],
    ['a letter with two marks', 'ĳ\u0308 Ada', 'x\u0331\u0301 University'],
  ])('prints names that are %s', async (_, name, instituteOrUniversity) => {
    const lines = linesOfPdf(await receiptOf({ name, instituteOrUniversity }));
    expect(lines).toContain(name);
    expect(lines).toContain(instituteOrUniversity);
  });

  test.each([
    ['Arabic', 'محمد بن عبد الله الخوارزمي', 'جامعة الملك سعود، كلية العلوم'],
    ['Hebrew', 'יעל כהן-לוי', 'הטכניון (מכון טכנולוגי לישראל)'],
    ['Persian', 'زهرا پژوهشگر', 'دانشگاه صنعتی'],
  ])('prints %s names from the right', async (_, name, instituteOrUniversity) => {
    const lines = linesOfPdf(await receiptOf({ name, instituteOrUniversity }), 'right');
    expect(lines).toContain(name);
    expect(lines).toContain(instituteOrUniversity);
  });

  test('prints each rare character as itself or as its number', async () => {
    const some = Array.from({ length: 60 }, (_, nth) => String.fromCodePoint(0x4e05 + nth * 331));
    // A package lists the last two without having them.
    const rare = [...some, '稴', '胮'];
    const text = linesOfPdf(await receiptOf({ name: rare.join('') })).join('');
    for (const character of rare) {
      const number = character.codePointAt(0)?.toString(16).toUpperCase();
      expect(text.includes(character) || text.includes(`[U+${number}]`), character).toBe(true);
    }
    expect(text).toContain('[U+');
  });

  test('and its page name the legal seller with address and tax note', async () => {
    const { path } = await aPayer();
    const { text } = await server.get(path);
    const lines = linesOfPdf(await bytesAt(documentPaths(text)[0] ?? ''));
    const { legalName, street, postalCode, city, country, taxNote } =
      server.content.conference.organiser;
    for (const line of [legalName, street, `${postalCode} ${city}, ${country}`, taxNote ?? '']) {
      expect(text).toContain(`<bdi>${line}</bdi>`);
      expect(lines).toContain(line);
    }
  });

  test('prints the number of a character that no font has', async () => {
    const lines = linesOfPdf(await receiptOf({ name: 'Ada 🧪 Lovelace' }));
    expect(lines).toContain('Ada [U+1F9EA] Lovelace');
  });
});
