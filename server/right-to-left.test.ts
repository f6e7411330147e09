import { expect, test } from 'vitest';
import { readTranslated } from '#tests/support/conference-copy.ts';
import { linesOfPdf } from '#tests/support/pdf-text.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { findPaymentByRef } from './payments/payments.ts';

/** A folder with one line. The mails of the tests' conference have its own English words. */
const content = readTranslated(
  { 'conference.yaml': 'full_title: المؤتمر الدولي لعلم البوليمرات\n' },
  { 'mails.yaml': '{}\n' },
  'ar',
);
const server = await startTestSite({ content });
const inArabic = { 'accept-language': 'ar' };

test('whoever registers in Arabic reads mails, pages and papers in it, from right to left', async () => {
  const choice = {
    presentationType: 'SPEAKER',
    registrationType: 'REGISTRATION_AND_ACCOMMODATION',
    nights: 3,
    guests: 2,
  } as const;
  const { path, body, person } = await server.aCheckout(choice);
  const refused = await server.post(path, { ...body, email: 'nobody' }, inArabic);
  expect(refused.json['message']).toMatch(/^يُرجى مراجعة هذه الحقول/);
  const { json } = await server.post(path, { ...body }, inArabic);
  const sessionId = String(json['sessionId']);
  await server.payAt(String(json['url']));
  await server.post(`/api/payment/update?sessionId=${sessionId}`);

  const mail = (await server.mailsTo(person.email)).find(({ subject }) =>
    subject.includes('تأكد الدفع'),
  );
  expect(mail?.text).toContain('غرفة، 3 ليالٍ، مرافقان');
  expect(mail?.text).not.toMatch(/\{\w+\}|Dear|Questions|Total|Room/);

  const payment = await findPaymentByRef(server.db, sessionId);
  const { receiptToken, pageToken } = await server.getOrder(payment?.orderId ?? '');
  for (const address of [`/registration/${pageToken}`, `/receipt/${receiptToken}`]) {
    const page = await server.get(address);
    expect(page.text).toContain('<html lang="ar" dir="rtl">');
    expect(page.text).toContain('المرجع');
  }
  const { text } = await server.get(`/receipt/${receiptToken}`);
  const [pdf = ''] = /\/receipt\/[^"]+\.pdf/.exec(text) ?? [];
  const file = await fetch(`${server.origin}${pdf}`);
  const lines = linesOfPdf(Buffer.from(await file.arrayBuffer()), 'right');
  expect(lines).toEqual(expect.arrayContaining(['إيصال', 'المرجع', 'دُفع هذا المبلغ.']));
});
