import { expect, test } from './fixtures.ts';
import { entriesOf, field, fill } from './form-page.ts';
import { delayedReply } from './pretend-server.ts';
import { openRegistration, pricing, speakerPrice } from './registration-form.ts';

test('the form starts with its defaults and offers the options of the conference', async ({
  page,
}) => {
  await openRegistration(page);
  const valuesOf = (label: string) =>
    field(page, label)
      .locator('option')
      .evaluateAll((options) => options.map((option) => option.getAttribute('value')));

  expect.soft(await valuesOf('Title')).toEqual(['', 'Mr', 'Ms', 'Dr', 'Prof']);
  const types = ['', 'registrationOnly', 'registrationAndAccommodation'];
  expect.soft(await valuesOf('Registration type')).toEqual(types);
  expect
    .soft(await valuesOf('Presentation type'))
    .toEqual([
      '',
      'speaker',
      'poster',
      'abstract-submission',
      'listener/delegate',
      'student',
      'exhibitor',
    ]);
  const shown = field(page, 'Presentation type').locator('option');
  await expect
    .soft(shown.filter({ hasText: /^Delegate$/ }))
    .toHaveAttribute('value', 'abstract-submission');
  await expect
    .soft(shown.filter({ hasText: /^Listener$/ }))
    .toHaveAttribute('value', 'listener/delegate');

  const countries = await valuesOf('Country');
  expect.soft(countries.length).toBeGreaterThan(190);
  expect.soft(countries).toContain('Germany');
  const free = ['Title', 'Name', 'Phone', 'Email', 'Institute / University', 'Country', 'Captcha'];
  expect.soft(await entriesOf(page, free)).toEqual(free.map(() => ''));

  await fill(page, { 'Registration type': 'registrationAndAccommodation' });
  const upTo10 = Array.from({ length: 11 }, (_, at) => String(at));
  expect.soft(await valuesOf('Guests')).toEqual(upTo10);
  expect.soft(await valuesOf('Nights')).toEqual(upTo10.slice(1));
  expect.soft(await entriesOf(page, ['Guests', 'Nights', 'Extra nights'])).toEqual(['0', '1', '0']);
  await expect.soft(field(page, 'Accompanying person')).not.toBeChecked();
});

test('the form requests the price when both types are chosen and after each change', async ({
  page,
}) => {
  const { calls } = await openRegistration(page);
  const breakdown = page.getByRole('region', { name: 'Pricing breakdown' });
  const asked = async (change: Record<string, string>, question: object | undefined) => {
    calls.length = 0;
    await fill(page, change);
    await expect.soft(breakdown).toHaveCount(question ? 1 : 0);
    const expected = question ? [{ line: `POST ${pricing}`, body: question }] : [];
    expect.soft(calls, JSON.stringify(change)).toEqual(expected);
  };

  const alone = { registrationType: 'REGISTRATION_ONLY', numberOfNights: 1, numberOfGuests: 0 };
  await asked({ 'Registration type': 'registrationOnly' }, undefined);
  for (const [option, presentationType] of [
    ['speaker', 'SPEAKER'],
    ['poster', 'POSTER'],
    ['abstract-submission', 'DELEGATE'],
    ['listener/delegate', 'LISTENER'],
    ['student', 'STUDENT'],
    ['exhibitor', 'EXHIBITOR'],
  ] as const) {
    await asked({ 'Presentation type': option }, { ...alone, presentationType });
  }
  const stay = {
    ...alone,
    registrationType: 'REGISTRATION_AND_ACCOMMODATION',
    presentationType: 'EXHIBITOR',
  };
  await asked({ 'Registration type': 'registrationAndAccommodation' }, stay);
  await asked({ Nights: '3' }, { ...stay, numberOfNights: 3 });
  await asked({ Guests: '2' }, { ...stay, numberOfNights: 3, numberOfGuests: 2 });
});

test('the form shows that the price is loading and ignores a late answer to an older choice', async ({
  page,
}) => {
  const late = delayedReply({ json: [{ ...speakerPrice, totalPrice: 111 }] });
  const { replies } = await openRegistration(page, { [pricing]: late.reply });
  const breakdown = page.getByRole('region', { name: 'Pricing breakdown' });
  await fill(page, { 'Registration type': 'registrationOnly', 'Presentation type': 'speaker' });
  await expect.soft(page.getByText('Loading pricing')).toBeVisible();
  await expect.soft(breakdown).toHaveCount(0);

  const newer = delayedReply({ json: [{ ...speakerPrice, totalPrice: 222 }] });
  replies[pricing] = newer.reply;
  await fill(page, { 'Presentation type': 'poster' });
  late.release();
  await expect.soft(page.getByText('Loading pricing')).toBeVisible();
  newer.release();
  await expect.soft(breakdown).toContainText('222.00');
  await expect.soft(breakdown).not.toContainText('111.00');

  await fill(page, { 'Presentation type': '' });
  await expect.soft(breakdown).toHaveCount(0);
  await expect.soft(page.getByText('Loading pricing')).toHaveCount(0);
});

test('the breakdown has two decimals, a default fee of 5 % and the total of the server', async ({
  page,
}) => {
  const { processingFeePercent: _, ...price } = speakerPrice;
  const { replies } = await openRegistration(page, {
    [pricing]: {
      json: [
        { ...price, totalPrice: 700.5, accommodationOption: { nights: 2, guests: 1, price: 258 } },
        { ...price, id: 'second', totalPrice: 999 },
      ],
    },
  });
  await fill(page, {
    'Registration type': 'registrationAndAccommodation',
    'Presentation type': 'speaker',
  });
  const breakdown = page.getByRole('region', { name: 'Pricing breakdown' });
  for (const amount of ['399.00', '258.00', '657.00', '32.85', '700.50']) {
    await expect.soft(breakdown).toContainText(amount);
  }
  await expect.soft(breakdown).toContainText('5%');
  await expect.soft(breakdown).not.toContainText('999.00');

  replies[pricing] = { json: [{ ...price, processingFeePercent: 2.5, totalPrice: 408.98 }] };
  await fill(page, { Nights: '2' });
  for (const amount of ['2.5%', '9.98', '408.98']) {
    await expect.soft(breakdown).toContainText(amount);
  }
});
