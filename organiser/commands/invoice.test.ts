import { allRights } from '#organiser/dashboard/rights.ts';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ifThere } from '#tests/support/has-feature.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { aPayer, aSheet } from '#tests/support/a-group.ts';
import { withInvoices } from '#tests/support/invoices.ts';
import { writeSheetFile } from '#tests/support/sheet-file.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { aPerson } from '#tests/support/visitor.ts';
import { actionNamed, formsOf } from '#organiser/dashboard/actions.ts';

const folder = testFolder();
const server = await startTestSite({ content: withInvoices() });

const to = [
  '--invoice-name',
  'Baltic University',
  '--invoice-address',
  'Storchengasse 4; 18055 Rostock',
  '--invoice-country',
  'DE',
  '--vat-id',
  'DE 777 700 032',
  '--purchase-order',
  'PO 77',
];
const recipient = {
  legalName: 'Baltic University',
  address: ['Storchengasse 4', '18055 Rostock'],
  country: 'Germany',
  vatId: 'DE777700032',
  purchaseOrder: 'PO 77',
};

test('an organiser makes an invoice for anybody, and corrects one entry by the same command', async () => {
  const { order, reference, person } = await server.paidRegistration();
  // Long after the time in which the payer can ask: the numbers of the next year begin with 1.
  server.clock.advance(90 * 24 * 60 * 60_000);
  const plan = await server.organise('invoice', reference, ...to);
  expect(plan).toContain(
    `${reference}, the invoice is addressed to: Baltic University, Storchengasse 4, 18055 Rostock, Germany, VAT number DE777700032, order number PO 77.`,
  );
  expect(plan).toContain('Nothing was changed. Add --yes to do it.');
  expect(await server.documentsOf(order.id)).toHaveLength(1);
  expect(await server.organise('invoice', reference, ...to, '--yes')).toContain('Issued: 2027-');
  await expect(server.organise('invoice', reference, ...to, '--yes')).rejects.toThrow(
    'says that already',
  );
  expect(await server.organise('invoice', reference, '--vat-id', '', '--yes')).toContain(
    'Issued: 2027-',
  );
  const { vatId: _, ...others } = recipient;
  expect(await server.documentsOf(order.id)).toMatchObject([
    { kind: 'receipt' },
    { kind: 'invoice', recipient, number: '2027-00001' },
    { kind: 'invoice-cancellation', recipient, number: '2027-00002' },
    { kind: 'invoice', recipient: others, number: '2027-00003' },
  ]);
  const mails = await server.mailsTo(person.email);
  expect(mails.filter(({ kind }) => kind === 'receipt-replaced')).toHaveLength(2);
  const shown = await server.organise('show', reference);
  expect(shown).toMatch(/Invoice to +Baltic University, Storchengasse 4, 18055 Rostock, Germany/);
  expect(shown).toMatch(/Cancellation invoice +2027-00002/);
  expect(await server.organise('log', reference)).toContain('an invoice with an address');
});

test('an unpaid order is paid with an invoice', async () => {
  const { order, reference, pay } = await server.unpaidRegistration();
  expect(await server.organise('invoice', reference, ...to, '--yes')).toContain(
    'The invoice is issued when the order is paid.',
  );
  await pay();
  expect(await server.documentsOf(order.id)).toMatchObject([{ kind: 'invoice', recipient }]);
});

test('a group is registered with the address of its invoice', async () => {
  const path = join(folder, 'people.xlsx');
  await writeSheetFile(path, aSheet(['Speaker', 'Poster']).rows);
  const { name, email, institute, country } = aPayer;
  const payer = ['--payer', name, '--payer-email', email];
  const more = ['--payer-institute', institute, '--payer-country', country];
  const said = await server.organise('group', path, ...payer, ...more, ...to, '--yes');
  expect(said).toContain('The invoice is addressed to Baltic University, Storchengasse 4');
  const { order, path: link } = await server.linkedOrder(said);
  await server.payLink(link);
  expect(await server.documentsOf(order.id)).toMatchObject([{ kind: 'invoice', recipient }]);
});

test.each(['before', 'after'])(
  'an agreed amount has an invoice, agreed %s it is paid',
  async (when) => {
    const person = aPerson({ name: 'Rosalind Hartwich' });
    const agree = () =>
      server.organise('agree', person.email, '100.00', 'Invited guest', ...to, '--yes');
    if (when === 'before') await agree();
    await server.paidAmount({ person });
    if (when === 'after') await agree();
    const { id } = await server.db
      .selectFrom('orders')
      .select('id')
      .where('payer_email', '=', person.email)
      .executeTakeFirstOrThrow();
    expect((await server.documentsOf(id)).at(-1)).toMatchObject({ kind: 'invoice', recipient });
  },
);

test('wrong entries, free places and conferences without invoices are refused with a sentence', async () => {
  const { reference } = await server.paidRegistration();
  for (const [args, words] of [
    [['--invoice-name', 'Baltic University'], 'The address has 1 to 6 lines'],
    [['--invoice-address', 'a;b;c;d;e;f;g', '--invoice-name', 'X'], 'The address has 1 to 6 lines'],
    [[...to, '--vat-id', 'DE123'], 'The VAT number is not a number of this country'],
    [[...to, '--invoice-country', 'Other'], 'is not a known country'],
    [[...to, '--purchase-order', '7'.repeat(61)], 'The order number is too long'],
  ] as const) {
    const given = [...args];
    const last = new Map<string, string>();
    for (let at = 0; at < given.length; at += 2) last.set(given[at] ?? '', given[at + 1] ?? '');
    await expect(server.organise('invoice', reference, ...[...last].flat())).rejects.toThrow(words);
  }
  await expect(server.organise('invoice', 'PS26-NONE-NONE', ...to)).rejects.toThrow(
    'There is no order',
  );
  const plain = await startTestSite();
  const { reference: other } = await plain.paidRegistration();
  await expect(plain.organise('invoice', other, ...to)).rejects.toThrow(
    '`documents` in conference.yaml switches them on',
  );
});

test('the dashboard has the form only where the conference issues invoices', async () => {
  const has = (content: typeof server.content) =>
    formsOf(content, allRights)
      .filter(({ fields }) => fields.some(({ name }) => name === 'invoiceName'))
      .map(({ action }) => action);
  expect(has(server.content)).toEqual([
    'group',
    'agree',
    'invoice',
    ...ifThere('asked-amounts', 'ask'),
  ]);
  const { documents: _, ...conference } = server.content.conference;
  expect(has({ ...server.content, conference })).toEqual([]);
  expect(actionNamed('invoice').title).toBe('Invoice');
});

test('a group that is paid gets its invoice by the payer’s reference', async () => {
  const { order, path } = await server.aGroup(['Poster', 'Student']);
  await server.payLink(path);
  await server.organise('invoice', order.reference, ...to, '--yes');
  expect(await server.documentsOf(order.id)).toMatchObject([
    { kind: 'receipt' },
    { kind: 'invoice', recipient, lines: [{ about: expect.any(String) }, {}, {}] },
  ]);
});
