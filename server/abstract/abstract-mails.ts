import type { Conference } from '#contract/content.ts';
import type { Message } from '#server/mail/outbox.ts';
import type { Abstract } from './abstracts.ts';

/** What the author gets once an abstract is in: enough to prove what was sent, and to ask about it. */
export function abstractReceived(
  abstract: Abstract,
  session: string,
  { name, secretary }: Conference,
): Message {
  const lines = [
    `Dear ${abstract.titlePrefix} ${abstract.name},`,
    '',
    `thank you: your abstract for ${name} has arrived.`,
    '',
    ...facts(abstract, session),
    '',
    'The digest is the SHA-256 of the file as we have it. Compare it with that of your own file if in doubt.',
    '',
    `Questions? Write to ${secretary.email} and quote the reference.`,
  ];
  return {
    key: `abstract-received:${abstract.id}`,
    kind: 'abstract-received',
    recipient: abstract.email,
    subject: `${name}: abstract received, ${abstract.reference}`,
    text: `${lines.join('\n')}\n`,
  };
}

/** The same for the secretary, with whom it is from. */
export function abstractForSecretary(
  abstract: Abstract,
  session: string,
  interestArea: string,
  { name, secretary }: Conference,
): Message {
  const lines = [
    `A new abstract for ${name}.`,
    '',
    ...facts(abstract, session),
    `Interest area   ${interestArea}`,
    `From            ${abstract.titlePrefix} ${abstract.name}`,
    `E-mail          ${abstract.email}`,
    `Phone           ${abstract.phone}`,
    `Organization    ${abstract.organizationName}`,
    `Country         ${abstract.country}`,
  ];
  return {
    key: `abstract-for-secretary:${abstract.id}`,
    kind: 'abstract-for-secretary',
    recipient: secretary.email,
    subject: `${name}: new abstract, ${abstract.reference}`,
    text: `${lines.join('\n')}\n`,
  };
}

function facts({ reference, fileName, bytes, sha256 }: Abstract, session: string): string[] {
  return [
    `Reference       ${reference}`,
    `Session         ${session}`,
    `File            ${fileName}`,
    `Size            ${bytes} bytes`,
    `Digest          ${sha256}`,
  ];
}
