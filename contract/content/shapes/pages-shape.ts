import * as z from 'zod/mini';
import { text, textWith } from '#contract/content/content-fields.ts';
import { withAdded } from '#contract/content/feature-texts.ts';
import { Menu } from '#contract/content/menu.ts';
import { pageWords, Points, Titled } from '#contract/content/page-words.ts';

const unpaidPage = z.strictObject({
  ...pageWords,
  help: Points,
});

/** The words of the agenda's tools, which only an agenda with a choice has. */
const AgendaTools = z.strictObject({
  search: text,
  track: text,
  allTracks: text,
  topic: text,
  allTopics: text,
  /** A star marks an item. The button of each item is named by this word and its title. */
  star: text,
  starred: text,
  found: textWith(['found', 'all']),
  nothing: text,
  noStars: text,
  showAll: text,
  starsNote: text,
  notKept: text,
  print: text,
  subscribe: text,
  download: text,
});
export type AgendaTools = z.output<typeof AgendaTools>;

/** Texts that only the PDF files use. */
const Documents = z.strictObject({
  brochureTitle: text,
  agendaTitle: text,
  fees: z.strictObject({
    heading: text,
    intro: text,
    nightLabel: text,
    guestLabel: text,
    feeLabel: text,
  }),
});

export const Pages = z.strictObject({
  speakers: z.strictObject({
    ...pageWords,
    button: text,
    closing: z.strictObject({ heading: text, text, button: text }),
  }),
  agenda: z.strictObject({
    ...pageWords,
    button: text,
    calendarLink: text,
    note: text,
    tools: AgendaTools,
  }),
  contact: z.strictObject({
    ...pageWords,
    venueHeading: text,
    secretaryHeading: text,
    secretaryText: text,
    formHeading: text,
    formNote: text,
    /** The page shows this text after it has passed the message to the mail program. */
    prepared: text,
    openAgain: text,
    noScript: text,
  }),
  registration: z.strictObject({
    ...pageWords,
    badge: text,
    deadlineLabel: text,
    /** The box of the room; not needed where prices.yaml has no room. */
    accommodation: z.optional(Titled),
    /** A way to pay without words here has those of the labels. */
    payment: z.strictObject({
      heading: text,
      card: z.optional(Titled),
      paypal: z.optional(Titled),
      transfer: z.optional(Titled),
    }),
    success: Titled,
  }),
  abstract: z.strictObject({
    ...pageWords,
    deadlineLabel: text,
    datesLabel: text,
    venueLabel: text,
    contactLabel: text,
    fileHint: text,
    guide: z.strictObject({
      heading: text,
      points: z.array(text).check(z.minLength(1)),
      /** Replaces `points` if reviewers must not learn the authors from the file. */
      blindPoints: z.optional(z.array(text).check(z.minLength(1))),
      sessionsLink: text,
    }),
    success: Titled,
  }),
  sessions: z.strictObject({ ...pageWords, button: text }),
  /** Without it there is no page for agreed amounts. */
  discount: z.optional(
    z.strictObject({
      ...pageWords,
      amountHint: text,
      payment: z.strictObject({ heading: text }),
    }),
  ),
  paymentResult: z.strictObject({
    description: text,
    heading: text,
    pending: z.strictObject({ title: text, text, paypal: text, noScript: text }),
    success: z.strictObject({
      title: text,
      text,
      /** Replaces `text` if an earlier payment had arrived, so that nothing is charged now. */
      paidBefore: text,
      product: text,
      next: z.strictObject({ heading: text, steps: z.array(text).check(z.minLength(1)) }),
      /** The next steps after the payment of an agreed amount, which may be for other people. The button opens a mail. */
      nextOfDiscount: z.strictObject({
        heading: text,
        steps: z.array(text).check(z.minLength(1)),
        button: text,
        subject: text,
        body: text,
      }),
    }),
    /** The text before the reference if the browser has lost its data, but the server has received the money. */
    arrived: text,
    /** Replaces `error` while the result can still change. */
    open: Titled,
    error: Titled,
    /** The advice about the money for each other result. */
    advice: z.strictObject({
      paid: text,
      unclear: text,
      unfinished: text,
      dataLost: text,
      notCharged: text,
      badLink: text,
    }),
    supportSubject: text,
    supportNote: text,
  }),
  paymentCancel: unpaidPage,
  paymentFailure: unpaidPage,
  register: unpaidPage,
  unpaid: z.strictObject({
    registrationButton: text,
    discountLink: text,
    contactLink: text,
    traceNote: text,
    checkingNote: text,
    checkingLink: text,
    paidNote: text,
    paidLink: text,
  }),
  accessibility: z.strictObject({
    ...pageWords,
    sections: z.array(Points).check(z.minLength(1)),
    contact: Titled,
    /** The date of the statement's last review. */
    reviewed: text,
  }),
  documents: withAdded('documents', Documents),
  notFound: z.strictObject({ heading: text, text, link: text }),
  menu: z.optional(Menu),
  footer: z.strictObject({
    linksHeading: text,
    links: z.array(z.strictObject({ to: z.string().check(z.startsWith('/')), name: text })),
    statements: z.array(z.strictObject({ path: z.string().check(z.startsWith('/')), link: text })),
    contactHeading: text,
    venueHeading: text,
    subscribe: z.strictObject({
      heading: text,
      text,
      placeholder: text,
      button: text,
      note: text,
    }),
  }),
});
export type Pages = z.output<typeof Pages>;
