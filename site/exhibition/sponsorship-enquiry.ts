import * as labels from 'content:labels/exhibition';
import { mailAddress } from '#site/layout/mail-address.ts';

/** The fields of the sponsorship form, in the order of the page. */
const fields = [
  { name: 'firstName', label: labels.firstName },
  { name: 'lastName', label: labels.lastName },
  { name: 'companyName', label: labels.companyName },
  { name: 'jobTitle', label: labels.jobTitle },
  { name: 'email', label: labels.email },
  { name: 'country', label: labels.countryField },
  { name: 'phone', label: labels.phone },
  { name: 'mobile', label: labels.mobile },
  { name: 'website', label: labels.website },
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
