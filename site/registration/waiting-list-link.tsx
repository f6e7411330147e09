import { type Control, useWatch } from 'react-hook-form';
import type { Offer } from './offer.ts';
import type { RegistrationEntry, RegistrationValues } from './registration-fields.ts';
import { waitingListMail } from './waiting-list.ts';

type WaitingListLinkProps = {
  control: Control<RegistrationValues, unknown, RegistrationEntry>;
  address: string;
  offer: Offer;
};

/** Opens the visitor's own mail program with a mail that is ready to be sent. */
export function WaitingListLink({ control, address, offer }: WaitingListLinkProps) {
  const [name, registrationType, presentationType, nights, extras] = useWatch({
    control,
    name: ['name', 'registrationType', 'presentationType', 'nights', 'extras'],
  });
  const wanted = { name, registrationType, presentationType, nights, extras };
  return (
    <p className="mt-2">
      <a href={waitingListMail(address, wanted, offer)} className="link">
        Write to the waiting list
      </a>
    </p>
  );
}
