import type { Content } from '#contract/content.ts';
import { timestamp } from '#server/identity.ts';
import type { Markup } from '#server/markup.ts';
import type { PageOwner } from '#server/orders/rows/page-owners.ts';
import { findVisaRequest } from '#features/visa-letter/visa-requests.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import { readParticipants } from '#server/reports/list-participants.ts';
import { certificateSection } from '#features/badges/certificate-section.ts';
import {
  canAskForLetter,
  isTooLateForLetter,
  stateOfVisa,
} from '#features/visa-letter/visa-letter.ts';
import { visaSection } from '#features/visa-letter/visa-page.ts';

/** The sections of a participant's page about the visa letter and the certificate of attendance. */
export async function letterSections(
  { context, content }: { context: PaymentContext; content: Content },
  { pageToken: token, participant }: PageOwner,
): Promise<(Markup | undefined)[]> {
  const { db, clock } = context;
  const [person] = participant ? await readParticipants(db, [participant.id]) : [];
  if (!person || person.state === 'CANCELLED') return [];
  const about = { content, now: timestamp(clock()) };
  const { visaLetter } = content.yourRegistration;
  return [
    visaLetter &&
      visaSection(visaLetter, token, {
        state: stateOfVisa(person, await findVisaRequest(db, person.id)),
        canAsk: canAskForLetter(about, person),
        isBeforePayment: person.placeSince === undefined && !isTooLateForLetter(about),
      }),
    certificateSection(about, token, person),
  ];
}
