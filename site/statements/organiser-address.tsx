import type { Conference } from '#contract/content/conference-shape.ts';
import { MailLink } from '#site/ui/mail-address.tsx';

type OrganiserAddressProps = { organiser: Conference['organiser']; email: string };

/** Who answers for the conference before the law, and where mail reaches them. */
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
