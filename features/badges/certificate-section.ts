import type { Content } from '#contract/content.ts';
import { dayAfter, dayText } from '#contract/content/calendar-days.ts';
import { hasEnded } from '#contract/content/moments.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { fold, writeTo } from '#server/http/page-parts.ts';
import { html, type Markup } from '#server/markup.ts';
import type { ListedParticipant } from '#server/reports/list-participants.ts';
import { hasCertificate } from '#server/reports/person-words.ts';

/** The section of a participant with a confirmed place. */
export function certificateSection(
  about: { content: Content; now: string },
  token: string,
  person: ListedParticipant,
): Markup | undefined {
  const { conference, yourRegistration } = about.content;
  const said = yourRegistration.certificate;
  if (person.placeSince === undefined) return undefined;
  const { dates } = conference;
  const day = dayText(dayAfter(dates.end), dates.language);
  const isOpen = hasEnded(dates, about.now);
  const body = hasCertificate(about.content, person, about.now)
    ? html`<p>
        <a class="receipt-download" href="/registration/${token}/certificate.pdf"
          >${said.download}</a
        >
      </p>`
    : isOpen
      ? html`<p class="receipt-words">${writeTo(said.notCheckedIn, conference)}</p>`
      : html`<p class="receipt-words">${fillPlaceholders(said.later, { day })}</p>`;
  return fold({ id: 'certificate', heading: said.heading, isOpen }, body);
}
