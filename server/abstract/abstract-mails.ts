import { sizeInWords } from '#contract/abstract.ts';
import type { Fact } from '#server/mail/mail-template.ts';
import { plainFileName, plainName } from '#server/mail/plain-words.ts';
import type { Message } from '#server/mail/message.ts';
import { entryText, withMailLayout, type MailLayout } from '#server/mail/mail-layout.ts';
import type { Abstract } from './abstracts.ts';

/** The titles of an abstract's ids. */
type Titles = { session: string; interestArea: string };

/**
 * An abstract has arrived. The author's mail has enough to tell it from others and to prove its contents, the secretary's
 * also the author. Anybody can type any address, so of the typed entries the author's mail has plain names only.
 */
export function abstractReceived(
  mailLayout: MailLayout,
  abstract: Abstract,
  { session, interestArea }: Titles,
): Message[] {
  const { words, conference } = mailLayout;
  const { labels } = words;
  const { reference, fileName, sha256 } = abstract;
  const { proof, ...mail } = words.abstractReceived;
  const size = { label: labels.size, text: sizeInWords(abstract.bytes) };
  const about = [
    { label: labels.session, text: session },
    { label: labels.interestArea, text: interestArea },
  ];
  const plainFile = plainFileName(fileName);
  const decision = conference.deadlines.abstractDecisions;
  const facts: Fact[] = [
    { label: labels.reference, text: reference },
    ...(plainFile === undefined ? [] : [{ label: labels.file, text: plainFile }]),
    size,
    ...about,
    ...(decision === undefined ? [] : [{ label: labels.decisionBy, text: decision }]),
  ];
  return [
    {
      key: `abstract-received:${abstract.id}`,
      kind: 'abstract-received',
      recipient: abstract.email,
      ...withMailLayout(mailLayout, {
        ...mail,
        reference,
        greets: plainName(abstract.name),
        facts,
        smallPrint: [proof, `${labels.digest}: ${sha256}`],
        isAboutMoney: false,
      }),
    },
    {
      key: `abstract-received:${abstract.id}:secretary`,
      kind: 'abstract-received-for-secretary',
      recipient: conference.secretary.email,
      replyTo: abstract.email,
      digestEntry: {
        label: words.secretary.abstractReceived,
        text: entryText([reference, abstract.name, abstract.email, session]),
      },
      ...withMailLayout(mailLayout, {
        subject: words.secretary.abstractReceived,
        reference,
        paragraphs: [],
        facts: [
          { label: labels.reference, text: reference },
          { label: labels.file, text: fileName },
          size,
          ...about,
          { label: labels.digest, text: sha256 },
          { label: labels.name, text: `${abstract.titlePrefix} ${abstract.name}` },
          { label: labels.email, text: abstract.email },
          { label: labels.phone, text: abstract.phone },
          { label: labels.organization, text: abstract.organizationName },
          { label: labels.country, text: abstract.country },
          ...(abstract.activeContent === undefined
            ? []
            : [{ label: labels.activeContent, text: abstract.activeContent }]),
        ],
        isAboutMoney: false,
        isForSecretary: true,
      }),
    },
  ];
}

/** The scanner found something in a file: to the secretary, who asks the author for another one. */
export function abstractInfected(
  mailLayout: MailLayout,
  { id, reference }: { id: string; reference: string },
  finding: string,
): Message {
  const { words, conference } = mailLayout;
  const { subject, paragraphs } = words.abstractInfected;
  return {
    key: `abstract-infected:${id}`,
    kind: 'abstract-infected-for-secretary',
    recipient: conference.secretary.email,
    ...withMailLayout(mailLayout, {
      subject,
      reference,
      paragraphs: [...paragraphs, `${words.labels.finding}: ${finding}`],
      facts: [],
      isAboutMoney: false,
      isForSecretary: true,
    }),
  };
}
