import { presentationTypes } from '#contract/registration-options.ts';
import type { Fact } from '#server/mail/mail-template.ts';
import type { Message } from '#server/mail/message.ts';
import { withMailLayout, type MailLayout } from '#server/mail/mail-layout.ts';
import type { Registration } from './registrations.ts';

/** A registration is recorded and not paid yet: to the registrant, with the way back to the form, and to the secretary. */
export function registrationReceived(
  mailLayout: MailLayout,
  registration: Registration,
  origin: string | undefined,
): Message[] {
  const { words, conference } = mailLayout;
  const { labels } = words;
  const { button, ...mail } = words.registrationReceived;
  const facts: Fact[] = [
    { label: labels.name, text: registration.name },
    { label: labels.institute, text: registration.institute },
    { label: labels.country, text: registration.country },
    { label: labels.takingPart, text: presentationTypes[registration.presentationType].label },
  ];
  return [
    {
      key: `registration-received:${registration.id}`,
      kind: 'registration-received',
      recipient: registration.email,
      ...withMailLayout(mailLayout, {
        ...mail,
        greets: registration.name,
        facts,
        button: origin === undefined ? undefined : { words: button, address: `${origin}/register` },
        isAboutMoney: true,
      }),
    },
    {
      key: `registration-received:${registration.id}:secretary`,
      kind: 'registration-received-for-secretary',
      recipient: conference.secretary.email,
      replyTo: registration.email,
      ...withMailLayout(mailLayout, {
        subject: words.secretary.registrationReceived,
        paragraphs: [],
        facts: [
          ...facts,
          { label: labels.email, text: registration.email },
          { label: labels.phone, text: registration.phone },
        ],
        isAboutMoney: true,
      }),
    },
  ];
}
