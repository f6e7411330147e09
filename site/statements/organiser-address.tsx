import { language } from 'content:language';
import { inOneLine } from '#contract/content/languages.ts';
import type { Conference } from '#contract/content/shapes/conference-shape.ts';
import { MailLink } from '#site/ui/mail-address.tsx';

type OrganiserAddressProps = { organiser: Conference['organiser']; email: string };

/** The legal name and address of the organiser. */
export function OrganiserAddress({ organiser, email }: OrganiserAddressProps) {
  return (
    <address className="not-italic">
      {organiser.legalName}
      <br />
      {organiser.street}
      <br />
      {organiser.postalCode} {inOneLine([organiser.city, organiser.country], language)}
      <br />
      <MailLink address={email} />
    </address>
  );
}
