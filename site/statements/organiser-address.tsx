import conference from 'content:conference';
import { language } from 'content:language';
import { addressLines } from '#contract/content/places.ts';
import type { Conference } from '#contract/content/shapes/conference-shape.ts';
import { Lines } from '#site/ui/lines.tsx';
import { MailLink } from '#site/ui/mail-address.tsx';

type OrganiserAddressProps = { organiser: Conference['organiser']; email: string };

/** The legal name and address of the organiser. */
export function OrganiserAddress({ organiser, email }: OrganiserAddressProps) {
  return (
    <address className="not-italic">
      <Lines of={[organiser.legalName, ...addressLines(organiser, { ...conference, language })]} />
      <br />
      <MailLink address={email} />
    </address>
  );
}
