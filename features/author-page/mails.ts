import { countryIn } from '#contract/country-name.ts';
import { sizeText } from '#contract/size-text.ts';
import type { MailTraits } from '#server/mail/mail-kinds.ts';
import {
  composeMail,
  labelled,
  type MailEntry,
  type MailLayout,
  mailsTo,
  mailTo,
} from '#server/mail/mail-layout.ts';
import { plainFileName, plainName, plainTitle } from '#server/mail/plain-words.ts';
import type { Message } from '#server/mail/message.ts';
import type { KeptAbstract } from '#server/abstract/abstracts.ts';
import { withColon } from '#contract/content/languages.ts';
import { type About, linkOf, nameOf, type Titles } from '#server/abstract/mails.ts';
import type { Decision } from '#features/programme/decisions.ts';
import { type Slot, slotWords } from '#features/programme/slots.ts';

export const authorMailKinds = {
  'abstract-replaced': {
    perDay: 20,
    copy: 'abstractReplaced',
    isRoutine: true,
    isAboutMoney: false,
    isAboutAbstracts: true,
  },
  'abstract-changed': { perDay: 'secretary', isRoutine: true, isAboutMoney: false },
  // Not urgent, because whoever has the link can have it sent to any address.
  'abstract-link': { perDay: 5, isAboutMoney: false, isAboutAbstracts: true },
  'abstract-answered': { perDay: 20, isAboutMoney: false, isAboutAbstracts: true },
  'abstract-taken-down': { perDay: 'organiser', isAboutMoney: false, isAboutAbstracts: true },
} as const satisfies Record<string, MailTraits>;

type Kinds = typeof authorMailKinds;
declare module '#server/mail/mail-kinds.ts' {
  interface FeatureMailEvents extends Kinds {}
}

/**
 * The mails about another version of the file: the author's proves its contents. Somebody with the link may have entered
 * the address of a stranger, so the author's mail repeats typed entries only if they are plain names.
 */
export function abstractFileReplaced(
  layouts: MailLayout,
  abstract: KeptAbstract,
  { session, origin }: About,
): Message[] {
  const { reference, email, name, fileName: file, sha256: digest, activeContent } = abstract;
  return mailsTo(
    layouts,
    abstract,
    ({ words: { labels, abstractFileReplaced: words }, language }) => {
      const { proof, ofFinal, ...text } = words;
      const about = { size: sizeText(abstract.bytes, language), session };
      return {
        kind: 'abstract-replaced',
        event: abstract.fileId,
        text: abstract.fileKind === 'final' ? { ...text, ...ofFinal } : text,
        greets: plainName(name),
        facts: labelled(labels, { reference, file: plainFileName(file), ...about }),
        smallPrint: [proof, withColon(labels.digest, digest, language)],
        link: linkOf(abstract, origin),
        copy: {
          facts: labelled(labels, { reference, ...about, digest, activeContent }),
          typed: labelled(labels, { file, name, email }),
          line: [reference, name, session, file],
        },
      };
    },
  );
}

type Changed = { before: KeptAbstract; after: KeptAbstract; event: string };

/** The routine mail to the secretary about corrected entries: each with its earlier text, as the names of `titles`. */
export function abstractChanged(
  layout: MailLayout,
  { before, after, event, titles }: Changed & { titles: readonly [before: Titles, after: Titles] },
): Message {
  const { labels, secretary } = layout.words;
  const [was, is] = titles;
  const pairs = [
    [labels.name, nameOf(before, layout.labels), nameOf(after, layout.labels)],
    [labels.email, before.email, after.email],
    [labels.phone, before.phone, after.phone],
    [labels.organization, before.organizationName, after.organizationName],
    [labels.country, countryIn(before.country, layout), countryIn(after.country, layout)],
    [labels.session, was.session, is.session],
    [labels.interestArea, was.interestArea, is.interestArea],
  ] as const;
  const changed = pairs.filter(([, from, to]) => from !== to);
  const { reference, name, email: replyTo } = after;
  return composeMail(layout, {
    kind: 'abstract-changed',
    event,
    replyTo,
    reference,
    text: { subject: secretary.abstractChanged, paragraphs: [] },
    facts: labelled(labels, { reference }),
    typed: changed.map(([label, from, to]) => ({ label, text: `${from} → ${to}` })),
    line: [reference, name, ...changed.map(([label]) => label)].join(', '),
  });
}

/**
 * The mails after a change of the author's address: the new one gets the link, the old one is told. Somebody typed each
 * of them, and it may be a stranger's.
 */
export function abstractAddressChanged(
  layouts: MailLayout,
  { before, after, event, origin }: Changed & { origin: string },
): Message[] {
  const { language, reference } = after;
  return [
    mailTo(layouts, after, ({ words }) => ({
      kind: 'abstract-link',
      event,
      text: words.abstractLink,
      greets: plainName(after.name),
      facts: labelled(words.labels, { reference }),
      link: linkOf(after, origin),
    })),
    mailTo(layouts, { ...before, language, reference }, ({ words }) => ({
      kind: 'address-replaced',
      event: `${event}:abstract`,
      isAboutAbstracts: true,
      text: words.addressReplaced.ofAbstract,
      greets: plainName(before.name),
      facts: labelled(words.labels, { reference }),
    })),
  ];
}

/**
 * The mails about a withdrawal, or about its end: to the author, and to the secretary, who plans the programme. Before
 * an acceptance the address may be a stranger's, so the author's mail repeats typed entries only if they are plain.
 */
export function abstractAnswered(
  layouts: MailLayout,
  abstract: KeptAbstract,
  decision: (Slot & Pick<Decision, 'outcome' | 'presentation'>) | undefined,
  { isWithdrawn, event, session, origin }: About & { isWithdrawn: boolean; event: string },
): { author: Message; secretary: Message } {
  const { reference, name, email, fileName: file, title: contribution } = abstract;
  const kind = 'abstract-answered';
  const isAccepted = decision?.outcome === 'ACCEPTED';
  const place = (layout: MailLayout) => ({
    presentation: decision?.presentation,
    slot: decision && slotWords(decision, layout),
  });
  const first = layouts.first();
  const { labels, secretary } = first.words;
  return {
    author: mailTo(layouts, abstract, (layout) => ({
      kind,
      event: `${event}:author`,
      text: isWithdrawn ? layout.words.abstractWithdrawn : layout.words.abstractRestored,
      greets: isAccepted ? name : plainName(name),
      facts: labelled(layout.words.labels, {
        reference,
        contribution: isAccepted ? contribution : contribution && plainTitle(contribution),
        session,
        file: isAccepted ? file : plainFileName(file),
        ...place(layout),
      }),
      link: linkOf(abstract, origin),
    })),
    secretary: composeMail(first, {
      kind,
      event,
      replyTo: email,
      reference,
      text: {
        subject: isWithdrawn ? secretary.abstractWithdrawn : secretary.abstractRestored,
        paragraphs: [],
      },
      facts: labelled(labels, { reference, session, ...place(first) }),
      typed: labelled(labels, { contribution, name, email, file }),
    }),
  };
}

type TakenDown = {
  /** The sentences about what was taken down. */
  text: (words: MailLayout['words']) => MailEntry['text'] & { reason: string; what?: string };
  reason: string;
  /** Names the thing, if there may be others. */
  what?: string;
  event: string;
  origin: string;
};

/** Tells an author that organisers have taken something off the website, and why. */
export function abstractTakenDown(
  layouts: MailLayout,
  abstract: KeptAbstract,
  { text: textIn, reason, what = '', event, origin }: TakenDown,
): Message {
  const { reference, name, title } = abstract;
  return mailTo(layouts, abstract, ({ words }) => {
    const { reason: label, what: labelOfWhat = '', ...text } = textIn(words);
    return {
      kind: 'abstract-taken-down',
      event,
      text,
      greets: name,
      facts: [
        ...labelled(words.labels, { reference, contribution: title }),
        ...(what === '' ? [] : [{ label: labelOfWhat, text: what }]),
        { label, text: reason },
      ],
      link: linkOf(abstract, origin),
    };
  });
}

/** The line of a dry run about this mail. */
export function takedownMailWords({ email }: KeptAbstract, isQuiet: boolean): string {
  return isQuiet ? 'No mail is sent.' : `The author gets a mail with the reason (${email}).`;
}
