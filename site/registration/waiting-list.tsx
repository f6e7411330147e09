import { registrationLine } from 'content:labels/registration';
import { base, language } from 'content:language';
import { withColon } from '#contract/content/languages.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { type Control, useWatch } from 'react-hook-form';
import { mailAddress } from '#site/layout/mail-address.ts';
import type { RegistrationLabels } from './registration-labels.ts';
import { nightsCount } from './bill.ts';
import type { Offer } from './offer.ts';
import { type Choice, hasRoom, presentationTypeOf } from './pricing-question.ts';
import type { RegistrationEntry, RegistrationValues } from './registration-fields.ts';

export type Wanted = Choice & Pick<RegistrationValues, 'name'>;

/** The address of a prepared mail to the waiting list, with the visitor's name and choices. */
export function waitingListMail(
  address: string,
  wanted: Wanted,
  { offer, labels }: { offer: Offer; labels: RegistrationLabels['waitingList'] },
): string {
  const type = presentationTypeOf(offer.types, wanted.presentationType)?.label ?? registrationLine;
  const extras = offer.extras.flatMap(({ label }, at) => {
    const number = wanted.extras[at] ?? 0;
    return number > 0 ? [withColon(label, String(number), language)] : [];
  });
  const lines = [
    labels.waitingListPlease,
    '',
    fillPlaceholders(labels.waitingListName, { person: wanted.name.trim() }),
    fillPlaceholders(labels.waitingListType, { type }),
    ...(hasRoom(wanted)
      ? [fillPlaceholders(labels.waitingListRoom, { nights: nightsCount(wanted.nights) })]
      : []),
    ...extras,
  ];
  return mailAddress(address, {
    subject: fillPlaceholders(labels.waitingListSubject, { type }),
    body: lines.join('\n'),
  });
}

/** Nobody is known yet, so the address of a translation names its language. */
function waitingListPage(choice: Choice): string {
  const ofLanguage = base === '' ? '' : `language=${language}&`;
  return `/waiting-list?${ofLanguage}choice=${Object.values(choice).join()}`;
}

type WaitingListLinksProps = {
  labels: RegistrationLabels['waitingList'];
  control: Control<RegistrationValues, unknown, RegistrationEntry>;
  address: string;
  offer: Offer;
  choice: Choice;
};

/** A link to the page of the waiting list, and one that opens the visitor's mail program with a prepared mail. */
export function WaitingListLinks(props: WaitingListLinksProps) {
  const { labels, control, address, offer, choice } = props;
  const name = useWatch({ control, name: 'name' });
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-5">
      {labels.joinWaitingList && (
        <a href={waitingListPage(choice)} className="button secondary">
          {labels.joinWaitingList}
        </a>
      )}
      <a
        href={waitingListMail(address, { ...choice, name }, { offer, labels })}
        className="link inline-flex min-h-11 min-w-0 items-center"
      >
        {fillPlaceholders(labels.writeToWaitingList, { contact: address })}
      </a>
    </p>
  );
}
