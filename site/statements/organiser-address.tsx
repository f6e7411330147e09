import type { Conference } from '#contract/content/conference-shape.ts';
import { MailLink } from '#site/ui/mail-address.tsx';

type OrganiserAddressProps = { organiser: Conference['organiser']; email: string };

/** The address of the organiser before the law. */
export function OrganiserAddress({ organiser, email }: OrganiserAddressProps) {
  return (
    <address className="not-italic">
      {organiser.legalName}
      <br />
      {organiser.street}
      <br />
      {organiser.postalCode} {organiser.city}, {organiser.country}
      <br />
      <MailLink address={email} />
    </address>
  );
}
