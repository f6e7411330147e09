import { dayAfter, dayText } from '#contract/content/calendar-days.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { fold, mailtoLink } from '#server/http/page-parts.ts';
import { html, type Markup } from '#server/markup.ts';
import type { ListedParticipant } from '#server/reports/list-participants.ts';
import { type About, isOver } from './visa-letter.ts';

/** Whether the certificate of attendance can be downloaded: the conference is over, and the person was checked in. */
export function hasCertificate(
  about: About,
  { placeSince, checkedInAt }: ListedParticipant,
): boolean {
  return isOver(about) && placeSince !== undefined && checkedInAt !== undefined;
}

/** The section of a participant with a confirmed place. */
export function certificateSection(
  about: About,
  token: string,
  person: ListedParticipant,
): Markup | undefined {
  const { conference, yourRegistration } = about.content;
  const said = yourRegistration.certificate;
  if (person.placeSince === undefined) return undefined;
  const { secretary, dates } = conference;
  const day = dayText(dayAfter(dates.end), dates.language);
  const isOpen = isOver(about);
  const body = hasCertificate(about, person)
    ? html`<p>
        <a class="receipt-download" href="/registration/${token}/certificate.pdf"
          >${said.download}</a
        >
      </p>`
    : isOpen
      ? html`<p class="receipt-words">${said.notCheckedIn} ${mailtoLink(secretary)}.</p>`
      : html`<p class="receipt-words">${fillPlaceholders(said.later, { day })}</p>`;
  return fold({ id: 'certificate', heading: said.heading, isOpen }, body);
}
