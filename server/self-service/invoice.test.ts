import { describe, expect, test } from 'vitest';
import { asCents } from '#contract/money.ts';
import { type Order } from '#server/orders/rows/orders.ts';
import { carriedOut } from '#tests/support/a-group.ts';
import { university, withInvoices } from '#tests/support/invoices.ts';
import { fieldsOf, pathOf } from '#tests/support/own-page.ts';
import { linesOfPdf } from '#tests/support/pdf-text.ts';
import { documentDifferences } from '#tests/support/sum-differences.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { transferRegistration } from '#tests/support/transfers.ts';
import { withTransfers } from '#tests/support/with-transfers.ts';

const berlin = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'Europe/Berlin' });

const server = await startTestSite({ content: withInvoices() });

const formOf = (owner: { pageToken: string }) => `${pathOf(owner)}/invoice`;
const ask = (owner: { pageToken: string }, entries: Partial<typeof university> = {}) =>
  server.fillIn(formOf(owner), { ...university, ...entries });
const orderNow = ({ id }: Pick<Order, 'id'>) => server.getOrder(id);
const documents = ({ id }: Pick<Order, 'id'>) => server.documentsOf(id);
const pdfOf = async (order: Pick<Order, 'receiptToken'>, number = '') => {
  const answer = await fetch(`${server.origin}/receipt/${order.receiptToken}/${number}.pdf`);
  if (answer.status !== 200) throw new Error(`${number}: ${answer.status}`);
  return (await linesOfPdf(Buffer.from(await answer.arrayBuffer()))).join('\n');
};

describe('before the payment', () => {
  test('somebody who asks gets an invoice and no receipt', async () => {
    const { order, person, pay, reference } = await server.unpaidRegistration();
    const page = await server.openPage(pathOf(order));
    expect(page.words).toContain('Need an invoice with your organisation’s address?');
    const form = await server.openPage(formOf(order));
    expect(form.words).toContain('The invoice is issued when the payment arrives.');
    expect(await ask(order)).toMatchObject({
      status: 303,
      location: `${pathOf(order)}?notice=invoiceSaved`,
    });
    expect(await documents(order)).toEqual([]);
    expect((await server.openPage(pathOf(order))).words).toContain(
      'It is addressed to: Baltic University of Soft Matter',
    );
    await pay();
    const [invoice, ...others] = await documents(order);
    expect(others).toEqual([]);
    expect(invoice).toMatchObject({
      kind: 'invoice',
      number: expect.stringMatching(/^20\d\d-\d{5}$/),
      reference,
      totalCents: order.amountCents,
      recipient: {
        legalName: 'Baltic University of Soft Matter',
        address: ['Accounts Payable', 'Storchengasse 4', '18055 Rostock'],
        country: 'Germany',
        vatId: 'DE777700032',
        purchaseOrder: 'PO-77/2026',
      },
      supplied: { from: '2026-05-29', until: '2026-05-30' },
    });
    const [mail] = (await server.mailsTo(person.email)).filter(
      ({ kind }) => kind === 'payment-confirmed',
    );
    expect(mail?.text).toContain(`Invoice:\n${server.origin}/receipt/${order.receiptToken}`);
    expect(mail?.text).not.toContain('Need an invoice');
    const now = await orderNow(order);
    const text = await pdfOf(now, invoice?.number);
    for (const words of [
      `Number\n${invoice?.number}`,
      'Baltic University of Soft Matter',
      'VAT number DE777700032',
      'PO-77/2026',
      'Date of supply',
      'May 29-30, 2026',
      `Card, on ${berlin.format(server.clock.now())}`,
      person.name,
      reference,
    ]) {
      expect(text).toContain(words);
    }
    const receipt = await server.openPage(`/receipt/${now.receiptToken}`);
    expect(receipt.text).toContain(`<title>Invoice · ${server.content.conference.name}</title>`);
    expect(receipt.words).toMatch(/^Invoice Paid/);
    expect(receipt.words).toContain('Storchengasse 4');
  });

  test('the payer of a group asks, and a member cannot', async () => {
    const { order, path } = await server.aGroup(['Speaker', 'Poster']);
    expect((await ask(order)).location).toContain('invoiceSaved');
    await server.payLink(path);
    expect(await documents(order)).toMatchObject([{ kind: 'invoice' }]);
    const members = await server.db
      .selectFrom('participants')
      .select('page_token as pageToken')
      .where('id', 'in', [...order.participantIds])
      .execute();
    for (const member of members) {
      expect((await server.openPage(formOf(member))).status).toBe(404);
      expect((await server.sendForm(formOf(member), { ...university, version: 1 })).status).toBe(
        404,
      );
      expect((await server.openPage(pathOf(member))).text).not.toContain('Baltic University');
    }
  });
});

describe('after the payment', () => {
  test('the invoice takes the place of the receipt, and the same entries again change nothing', async () => {
    const { order, person, reference } = await server.paidRegistration();
    const receipt = await server.openPage(`/receipt/${order.receiptToken}`);
    expect(receipt.words).toContain('Need an invoice with your organisation’s address?');
    expect(receipt.text).not.toContain(order.pageToken);
    const mails = await server.mailsTo(person.email);
    expect(mails.find(({ kind }) => kind === 'payment-confirmed')?.text).toContain(
      `${server.origin}${formOf(order)}`,
    );
    const form = await server.openPage(formOf(order));
    const press = () => server.sendForm(formOf(order), { ...fieldsOf(form.text), ...university });
    const clicks = await Promise.all([press(), press()]);
    expect(clicks.map(({ location }) => location).toSorted()).toEqual([
      `${pathOf(order)}?notice=invoiceIssued`,
      `${pathOf(order)}?notice=invoiceUnchanged`,
    ]);
    expect(await documents(order)).toMatchObject([
      { kind: 'receipt', number: reference },
      { kind: 'invoice', replaces: reference, totalCents: order.amountCents },
    ]);
    expect(await ask(order)).toMatchObject({
      location: `${pathOf(order)}?notice=invoiceUnchanged`,
    });
    const [, invoice] = await documents(order);
    const issued = (await server.mailsTo(person.email)).filter(
      ({ kind }) => kind === 'receipt-replaced',
    );
    expect(issued).toMatchObject([{ subject: expect.stringContaining('Your invoice') }]);
    expect(issued[0]?.text).toContain(invoice?.number);
    expect(issued[0]?.text).toContain(`/receipt/${order.receiptToken}`);
    const page = await server.openPage(`/receipt/${order.receiptToken}`);
    expect(page.words).toContain(`Replaced by ${invoice?.number}`);
    expect(page.words).not.toContain('Need an invoice');
    expect(await pdfOf(order, reference)).toContain(`Replaced by ${invoice?.number}`);
  });

  test('other entries cancel the invoice and issue a new one, both mailed once', async () => {
    const { order, person } = await server.paidRegistration();
    await ask(order);
    expect((await ask(order, { purchaseOrder: 'PO-78/2026' })).location).toContain('invoiceIssued');
    const [, first, cancellation, second] = await documents(order);
    expect(cancellation).toMatchObject({
      kind: 'invoice-cancellation',
      cancels: first?.number,
      totalCents: order.amountCents,
      recipient: { purchaseOrder: 'PO-77/2026' },
    });
    expect(second).toMatchObject({
      kind: 'invoice',
      corrects: first?.number,
      recipient: { purchaseOrder: 'PO-78/2026' },
    });
    expect(second?.replaces).toBeUndefined();
    const last = (await server.mailsTo(person.email)).at(-1);
    expect(last?.text).toMatch(new RegExp(`Cancellation invoice[^]*${cancellation?.number}`));
    expect(last?.text).toContain(second?.number);
    const text = await pdfOf(order, cancellation?.number);
    expect(text).toContain(`Cancels invoice\n${first?.number}`);
    expect(text).toContain('-€');
    expect(await pdfOf(order, first?.number)).toContain(`Cancelled by ${cancellation?.number}`);
    expect(await documentDifferences(server)).toEqual([]);
  });

  test('a corrected name does the same, and a refund names the invoice', async () => {
    const { order, person, reference } = await server.paidRegistration();
    await ask(order);
    await server.actThrough(`${pathOf(order)}/details`, { name: 'Mira Lindquist' });
    const [, first, cancellation, second] = await documents(order);
    expect([cancellation?.cancels, second?.corrects]).toEqual([first?.number, first?.number]);
    expect(first?.customer).toContain(person.name);
    expect(second?.customer).toContain('Mira Lindquist');
    await server.requestRefund(order.paidPaymentId ?? '', asCents(1000), 'organiser');
    await server.sendRefunds();
    const note = (await documents(order)).at(-1);
    expect(note).toMatchObject({
      kind: 'credit-note',
      number: expect.stringMatching(/^20\d\d-\d{5}$/),
      receipt: second?.number,
      recipient: { legalName: university.legalName },
    });
    expect(await pdfOf(await orderNow(order), note?.number)).toContain(
      `For invoice\n${second?.number}`,
    );
    expect(reference).not.toBe(note?.number);
    expect(await documentDifferences(server)).toEqual([]);
  });

  test('a correction speaks of the invoice, on the own page and to organisers', async () => {
    const { order, person, reference } = await server.paidRegistration();
    await ask(order);
    const sentence = 'The invoice is cancelled, and a new one is issued with the new entries.';
    const colleague = {
      name: 'Solveig Andersdotter',
      email: `other-${order.id}@colleague.example`,
      institute: 'Institute of Gels',
      phone: '+46 18 000',
      country: 'Sweden',
    };
    for (const [act, typed] of [
      ['details', { name: 'Mira Lindquist' }],
      ['address', { email: colleague.email }],
      ['hand-over', colleague],
    ] as const) {
      const check = await server.fillIn(`${pathOf(order)}/${act}`, typed);
      expect([act, check.words]).toEqual([act, expect.stringContaining(sentence)]);
      expect(check.words).not.toMatch(/corrected receipt|receipt is issued again/);
    }
    const plan = await server.planCorrection({ reference, institute: 'Gel Lab' });
    const mailed = `The invoice is cancelled, and a new invoice is mailed to ${person.email}.`;
    expect(plan.words).toContain(mailed);
    const done = await plan.perform();
    const [, first, cancellation, second] = await documents(order);
    expect(done).toEqual([
      'Corrected.',
      `The cancellation ${cancellation?.number} of the invoice ${first?.number} is mailed to ${person.email}.`,
      `The invoice ${second?.number} is mailed to ${person.email}.`,
    ]);
    // A receipt has its own words.
    const other = await server.paidRegistration();
    const receipt = { reference: other.reference, institute: 'Gel Lab' };
    expect((await server.planCorrection(receipt)).words.join()).toContain(
      'A new receipt is issued and mailed',
    );
  });

  test('the members of a group have an invoice that is cancelled, too', async () => {
    const { order, members } = await server.aPaidGroup();
    await ask(order);
    const { reference, customer } = order;
    const plan = await server.planCorrection({
      reference,
      who: members[0].email,
      name: 'Oona Järvi',
    });
    expect(plan.words).toContain(
      `The invoice is cancelled, and a new invoice is mailed to ${customer.email}, who pays. Earlier documents lose the name ${members[0].name}.`,
    );
  });

  test('thirty days later it is too late', async () => {
    const late = await startTestSite({ content: withInvoices({ invoiceDays: 30 }) });
    const { order } = await late.paidRegistration();
    const form = await late.openPage(formOf(order));
    late.clock.advance(32 * 24 * 60 * 60_000);
    const answer = await late.sendForm(formOf(order), { ...fieldsOf(form.text), ...university });
    expect(answer.status).toBe(409);
    expect(answer.words).toContain('An invoice can no longer be made on this page.');
    expect(await late.documentsOf(order.id)).toMatchObject([{ kind: 'receipt' }]);
    expect((await late.openPage(pathOf(order))).text).not.toContain(formOf(order));
    const receipt = await late.openPage(`/receipt/${order.receiptToken}`);
    expect(receipt.words).not.toContain('Need an invoice');
  });
});

test('after a hand-over the invoice is addressed to the colleague, who reads nothing of the other one', async () => {
  const { order, person } = await server.paidRegistration();
  await ask(order);
  const colleague = {
    name: 'Solveig Andersdotter',
    email: `solveig-${order.id}@colleague.example`,
    institute: 'Institute of Gels',
    phone: '+46 18 000',
    country: 'Sweden',
  };
  await server.actThrough(`${pathOf(order)}/hand-over`, colleague);
  await server.confirmAt(colleague.email);
  const now = await orderNow(order);
  const all = await documents(order);
  expect(all.map(({ kind, isOfFormerPayer }) => [kind, isOfFormerPayer])).toEqual([
    ['receipt', true],
    ['invoice', true],
    ['invoice-cancellation', true],
    ['invoice', false],
  ]);
  expect(all[3]?.recipient).toEqual({
    legalName: colleague.name,
    address: [colleague.institute],
    country: 'Sweden',
  });
  const page = await server.openPage(`/receipt/${now.receiptToken}`);
  const form = await server.openPage(formOf(now));
  for (const theirs of ['Baltic University', 'DE777700032', 'PO-77', person.name]) {
    expect(page.text).not.toContain(theirs);
    expect(form.text).not.toContain(theirs);
    expect((await server.mailsTo(colleague.email)).at(-1)?.text).not.toContain(theirs);
  }
  for (const { number, isOfFormerPayer } of all) {
    const file = await server.openPage(`/receipt/${now.receiptToken}/${number}.pdf`);
    expect(file.status).toBe(isOfFormerPayer ? 404 : 200);
  }
  expect(await documentDifferences(server)).toEqual([]);
});

describe('hostile entries', () => {
  test.each([
    ['ten lines', { address: 'line\n'.repeat(10) }, 'one to six lines'],
    ['a long line', { address: 'x'.repeat(101) }, 'one to six lines'],
    ['blank lines', { address: '\n \n' }, 'one to six lines'],
    ['no name', { legalName: ' ' }, 'Please enter the name'],
    ['no country', { country: 'Atlantis' }, 'Please choose the country'],
    ['Other', { country: 'Other' }, 'Please choose the country'],
    ['a wrong VAT number', { vatId: 'DE123456789' }, 'This is not a VAT number of the country'],
    ['a long order number', { purchaseOrder: '7'.repeat(61) }, 'at most 60 characters'],
    ['control characters', { legalName: 'A\u0000B' }, 'Please enter the name'],
  ])('%s are refused, and the form keeps them', async (_, entries, words) => {
    const { order } = await server.paidRegistration();
    const answer = await ask(order, entries);
    expect(answer.status).toBe(400);
    expect(answer.words).toContain(words);
    expect(fieldsOf(answer.text)['purchaseOrder']).toBe(
      'purchaseOrder' in entries ? entries.purchaseOrder : 'PO-77/2026',
    );
    expect(await documents(order)).toHaveLength(1);
  });

  test('markup is shown as text, and hidden fields choose neither order nor amount', async () => {
    const { order } = await server.paidRegistration();
    const other = await server.paidRegistration();
    const answer = await server.fillIn(formOf(order), {
      ...university,
      legalName: '<script>alert(1)</script>',
      address: '</textarea><img src=x>',
      reference: other.reference,
      orderId: other.order.id,
      totalCents: 1,
      kind: 'receipt',
      number: '2026-00001',
    });
    expect(answer.location).toContain('invoiceIssued');
    expect(await documents(other.order)).toHaveLength(1);
    expect((await documents(order))[1]).toMatchObject({ totalCents: order.amountCents });
    for (const path of [pathOf(order), formOf(order), `/receipt/${order.receiptToken}`]) {
      const { text } = await server.openPage(path);
      expect(text).not.toContain('<script>alert');
      expect(text).not.toContain('<img src=x>');
    }
  });

  test('a form without the version of the order, or with an earlier one, changes nothing', async () => {
    const { order } = await server.paidRegistration();
    for (const version of ['', '0', '-1', '<b>']) {
      const answer = await server.sendForm(formOf(order), { ...university, version });
      expect(answer.location).toContain('changedMeanwhile');
    }
    expect(await documents(order)).toHaveLength(1);
    expect((await server.openPage(`/registration/${'a'.repeat(26)}/invoice`)).status).toBe(404);
  });

  test('two forms at the same moment issue one invoice', async () => {
    const { order } = await server.paidRegistration();
    const form = await server.openPage(formOf(order));
    const press = (purchaseOrder: string) =>
      server.sendForm(formOf(order), { ...fieldsOf(form.text), ...university, purchaseOrder });
    const answers = await Promise.all([press('one'), press('two'), press('one')]);
    expect(answers.filter(({ location }) => location.includes('invoiceIssued'))).toHaveLength(1);
    expect(await documents(order)).toHaveLength(2);
  });
});

test('a paid change of an order with an invoice gets an invoice of its own', async () => {
  const { order, members } = await server.aPaidGroup(['Poster', 'Poster']);
  await ask(order);
  expect((await documents(order)).map(({ kind }) => kind)).toEqual(['receipt', 'invoice']);
  await carriedOut(
    server.planCorrection({
      reference: order.reference,
      participantId: members[0].id,
      name: 'Corrected Member',
    }),
  );
  expect((await documents(order)).map(({ kind }) => kind)).toEqual([
    'receipt',
    'invoice',
    'invoice-cancellation',
    'invoice',
  ]);
});

test('a conference without `documents` has no form', async () => {
  const plain = await startTestSite();
  const { order } = await plain.paidRegistration();
  expect((await plain.openPage(formOf(order))).status).toBe(404);
  expect((await plain.openPage(pathOf(order))).words).not.toContain('Need an invoice');
  expect((await plain.openPage(`/receipt/${order.receiptToken}`)).words).not.toContain(
    'Need an invoice',
  );
});

test('the pro-forma invoice of a transfer is addressed as the invoice will be', async () => {
  const other = await startTestSite({ content: withInvoices({}, withTransfers()) });
  try {
    const { order, person } = await transferRegistration(other);
    await other.fillIn(formOf(order), university);
    const mail = (await other.mailsTo(person.email)).find(({ kind }) => kind === 'transfer-to-pay');
    const [path = ''] = /\/pay\/\w{26}\/pro-forma\.pdf/.exec(mail?.text ?? '') ?? [];
    const answer = await fetch(`${other.origin}${path}`);
    const printed = linesOfPdf(Buffer.from(await answer.arrayBuffer())).join('\n');
    expect(printed).toContain(
      `Prepared for\n${university.legalName}\n${university.address}\nGermany\n`,
    );
    expect(printed).toMatch(/DE777700032\n.*PO-77\/2026\n/);
    expect(printed).toContain(person.name);
  } finally {
    await other.close();
  }
});
