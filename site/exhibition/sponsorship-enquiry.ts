import { mailAddress } from '#site/layout/mail-address.ts';

/** The fields of the sponsorship form, in the order of the page. */
const fields = [
  { name: 'firstName', label: 'First name' },
  { name: 'lastName', label: 'Last name' },
  { name: 'companyName', label: 'Company name' },
  { name: 'jobTitle', label: 'Job title' },
  { name: 'email', label: 'Email' },
  { name: 'country', label: 'Country' },
  { name: 'phone', label: 'Phone' },
  { name: 'mobile', label: 'Mobile' },
  { name: 'website', label: 'Website' },
] as const;

export type SponsorshipEnquiry = Record<string, string>;

export function readEnquiry(form: FormData): SponsorshipEnquiry {
  return Object.fromEntries(fields.map(({ name }) => [name, String(form.get(name) ?? '').trim()]));
}

/** The entries as a mail that the visitor may send, without empty fields. */
export function enquiryMail(enquiry: SponsorshipEnquiry, to: string, subject: string): string {
  const lines = fields.flatMap(({ name, label }) =>
    enquiry[name] ? `${label}: ${enquiry[name]}` : [],
  );
  return mailAddress(to, { subject, body: `${lines.join('\n')}\n` });
}
