import { expect, test } from 'vitest';
import { enquiryMail, readEnquiry } from './sponsorship-enquiry.ts';

function typed(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

test('all fields of the form are read in their order, also empty fields', () => {
  const enquiry = readEnquiry(typed({ country: 'UAE', firstName: ' Ada ' }));
  expect(Object.entries(enquiry)).toEqual([
    ['firstName', 'Ada'],
    ['lastName', ''],
    ['companyName', ''],
    ['jobTitle', ''],
    ['email', ''],
    ['country', 'UAE'],
    ['phone', ''],
    ['mobile', ''],
    ['website', ''],
  ]);
});

test('the mail to the office has only the filled fields', () => {
  const enquiry = readEnquiry(typed({ firstName: 'Ada', companyName: 'Wires & Sons' }));
  const mail = new URL(enquiryMail(enquiry, 'office@example.org', 'Sponsorship'));
  expect(mail.pathname).toBe('office@example.org');
  expect(mail.searchParams.get('subject')).toBe('Sponsorship');
  expect(mail.searchParams.get('body')).toBe('First name: Ada\r\nCompany name: Wires & Sons\r\n');
});
