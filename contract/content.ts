import * as z from 'zod/mini';
import { countDays, dayAfter, daysText, dayText } from './content/calendar-days.ts';
import {
  clockTime,
  email,
  icon,
  id,
  isoDate,
  noTwins,
  picture,
  price,
  text,
  timezone,
  webAddress,
} from './content/content-fields.ts';
import { period, type PeriodName } from './content/periods.ts';
import type { PresentationType } from './registration-options.ts';

/**
 * The shapes of content/*.yaml. Keys are written in the files with underscores (`image_url`) and arrive here in camel
 * case (`imageUrl`). Every object is strict: a key that no page reads is a spelling mistake and is reported as one.
 */

const Titled = z.strictObject({ title: text, text });
/** A heading with one paragraph. */
export type Titled = z.output<typeof Titled>;

/** `number` is counted up to and shown with a plus sign. */
const Statistic = z.strictObject({
  icon,
  number: z.int().check(z.minimum(0, 'must not be negative')),
  label: text,
});
export type Statistic = z.output<typeof Statistic>;

const Conference = z.strictObject({
  name: text,
  fullTitle: text,
  tagline: text,
  description: text,
  copyrightYear: z.int(),
  /** What the references on receipts begin with. */
  referencePrefix: z
    .string()
    .check(z.regex(/^[A-Z0-9]{2,8}$/, 'expected 2 to 8 capital letters or digits, such as PS26')),
  /** `text` is how the pages write them; it and the year are made from the days. */
  dates: z.pipe(
    z.strictObject({ start: isoDate, end: isoDate, timezone }).check(
      z.refine(({ start, end }) => start <= end, {
        path: ['end'],
        error: 'must not be before the start',
      }),
    ),
    z.transform((dates) => ({
      ...dates,
      text: daysText(dates.start, dates.end),
      year: Number(dates.start.slice(0, 4)),
    })),
  ),
  city: text,
  country: text,
  countryCode: z.string().check(z.regex(/^[A-Z]{2}$/, 'expected two capital letters, such as DE')),
  venue: z.strictObject({ name: text, street: text, postalCode: text, note: text }),
  /** The hotel that the accommodation box of the registration page names. */
  accommodation: z.strictObject({ hotel: text, city: text, country: text }),
  secretary: z.strictObject({ role: text, email }),
  brandLine: text,
  statistics: z.array(Statistic).check(z.minLength(1)),
  /** Each place has its own words: the three places disagree, and all are shown as they are. */
  deadlines: z.strictObject({
    landing: z.array(z.strictObject({ label: text, date: text })).check(z.minLength(1)),
    abstractPage: text,
    registrationPage: text,
  }),
  sponsor: z.strictObject({ label: text, name: text, url: webAddress }),
});
export type Conference = z.output<typeof Conference>;

export const Home = z.strictObject({
  hero: z.strictObject({
    heading: text,
    text,
    registerButton: text,
    speakerButton: text,
    brochureButton: text,
  }),
  statistics: z.strictObject({ heading: text }),
  partners: z.strictObject({ heading: text }),
  vision: z.strictObject({
    eyebrow: text,
    heading: text,
    intro: text,
    points: z.array(text).check(z.minLength(1)),
    button: text,
    badges: z.array(text),
    statement: z.strictObject({ quote: text, name: text, role: text }),
  }),
  speakers: z.strictObject({ heading: text, subtitle: text, link: text }),
  highlights: z.strictObject({
    heading: text,
    intro: text,
    locationLabel: text,
    datesLabel: text,
    datesNote: text,
    deadlinesLabel: text,
    whyAttend: z.strictObject({
      heading: text,
      reasons: z.array(z.strictObject({ icon, title: text, text })).check(z.minLength(1)),
    }),
  }),
  audience: z.strictObject({
    heading: text,
    intro: text,
    cards: z.array(Titled).check(z.minLength(1)),
  }),
  topics: z.strictObject({ heading: text, intro: text }),
  agenda: z.strictObject({ heading: text, intro: text, link: text }),
});
export type Home = z.output<typeof Home>;

/** `description` is what search engines and link previews show. */
const page = { description: text, heading: text, intro: text };

const unpaidPage = z.strictObject({
  ...page,
  help: z.strictObject({ heading: text, points: z.array(text).check(z.minLength(1)) }),
});

export const Pages = z.strictObject({
  speakers: z.strictObject({
    ...page,
    button: text,
    closing: z.strictObject({ heading: text, text, button: text }),
  }),
  agenda: z.strictObject({ ...page, button: text, calendarLink: text, note: text }),
  contact: z.strictObject({
    ...page,
    venueHeading: text,
    secretaryHeading: text,
    secretaryText: text,
    formHeading: text,
    formNote: text,
    /** Once the message is with the mail program. */
    prepared: text,
    openAgain: text,
    noScript: text,
  }),
  registration: z.strictObject({
    ...page,
    badge: text,
    deadlineLabel: text,
    accommodation: Titled,
    payment: z.strictObject({ heading: text, card: Titled, paypal: Titled }),
    success: Titled,
  }),
  abstract: z.strictObject({
    ...page,
    deadlineLabel: text,
    datesLabel: text,
    venueLabel: text,
    contactLabel: text,
    fileHint: text,
    guide: z.strictObject({
      heading: text,
      points: z.array(text).check(z.minLength(1)),
      sessionsLink: text,
    }),
    success: Titled,
  }),
  sessions: z.strictObject({ ...page, button: text }),
  discount: z.strictObject({
    ...page,
    amountHint: text,
    payment: z.strictObject({ heading: text }),
  }),
  paymentResult: z.strictObject({
    description: text,
    heading: text,
    pending: z.strictObject({ title: text, text, paypal: text, noScript: text }),
    success: z.strictObject({
      title: text,
      text,
      product: text,
      next: z.strictObject({ heading: text, steps: z.array(text).check(z.minLength(1)) }),
    }),
    error: Titled,
    /** What to do about the money, for each way the result can stay open. */
    advice: z.strictObject({
      paid: text,
      unclear: text,
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
    ...page,
    sections: z
      .array(z.strictObject({ heading: text, points: z.array(text).check(z.minLength(1)) }))
      .check(z.minLength(1)),
    contact: Titled,
    /** When the statement was last looked through. */
    reviewed: text,
  }),
  /** The words of the PDF files that the pages do not have. */
  documents: z.strictObject({
    brochureTitle: text,
    agendaTitle: text,
    fees: z.strictObject({
      heading: text,
      intro: text,
      presentationLabel: text,
      roomLabel: text,
      nightLabel: text,
      guestLabel: text,
      feeLabel: text,
    }),
  }),
  notFound: z.strictObject({ heading: text, text, link: text }),
  footer: z.strictObject({
    accessibilityLink: text,
    privacyLink: text,
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

/** How personal data is treated. What is removed after which time is removed by these periods, not by others. */
const Privacy = z.strictObject({
  /** Who answers for the data before the law. */
  controller: z.strictObject({
    name: text,
    street: text,
    postalCode: text,
    city: text,
    country: text,
    email,
  }),
  periods: z.strictObject({
    unpaid: period,
    participant: period,
    abstract: period,
    mail: period,
    payment: period,
    log: period,
    backup: period,
  } satisfies Record<PeriodName, typeof period>),
  page: z.strictObject({
    ...page,
    kept: z.strictObject({
      heading: text,
      labels: z.strictObject({ what: text, why: text, basis: text, howLong: text }),
      entries: z
        .array(z.strictObject({ title: text, what: text, why: text, basis: text, howLong: text }))
        .check(z.minLength(1)),
    }),
    sections: z
      .array(z.strictObject({ heading: text, points: z.array(text).check(z.minLength(1)) }))
      .check(z.minLength(1)),
    contact: Titled,
    reviewed: text,
  }),
  /** Beside the button of a form that asks who somebody is. */
  formNote: z.strictObject({ text, link: text }),
});
export type Privacy = z.output<typeof Privacy>;

const statistics = z.strictObject({
  heading: text,
  tiles: z.array(Statistic).check(z.minLength(1)),
});
const marketingCard = z.strictObject({ icon, title: text, text });

/** The pages about exhibiting and sponsoring: they advertise another congress, not this conference. */
export const Exhibition = z.strictObject({
  congress: z.strictObject({
    name: text,
    strapline: text,
    email,
    pages: z.strictObject({
      exhibition: text,
      stand: text,
      sponsorship: text,
      sponsorshipForm: text,
    }),
  }),
  exhibition: z.strictObject({
    ...page,
    standButton: text,
    sponsorButton: text,
    buttonNote: text,
    statistics: z.array(statistics).check(z.minLength(1)),
    reasons: z.strictObject({ heading: text, cards: z.array(marketingCard).check(z.minLength(1)) }),
  }),
  bookAStand: z.strictObject({ ...page, note: text }),
  sponsorshipForm: z.strictObject({ ...page, note: text, logged: text, mailLink: text }),
  sponsorshipPage: z.strictObject({
    ...page,
    statistics,
    objectives: z.strictObject({
      heading: text,
      cards: z.array(marketingCard).check(z.minLength(1)),
    }),
  }),
});
export type Exhibition = z.output<typeof Exhibition>;

export const Prices = z.strictObject({
  /** On the price and the room together. */
  processingFeePercent: z
    .int('expected a whole number of per cent')
    .check(z.minimum(0, 'must not be negative'), z.maximum(100, 'must not be above 100')),
  presentation: z.strictObject({
    speaker: price,
    poster: price,
    delegate: price,
    listener: price,
    student: price,
    exhibitor: price,
  } satisfies Record<PresentationType, typeof price>),
  /** `guestPerNight` is for each guest who shares the room of the person who registers. */
  room: z.strictObject({ night: price, guestPerNight: price }),
});
/** What registrations cost, in cents. */
export type Prices = z.output<typeof Prices>;

const speakerTypes = ['Keynote Speaker', 'Plenary Speaker', 'Invited Speaker'] as const;

const SpeakerEntry = z.strictObject({
  id,
  name: text,
  title: z.optional(text),
  university: z.optional(text),
  type: z.optional(z.enum(speakerTypes)),
  bio: z.optional(text),
  imageUrl: z.optional(picture),
});
export type SpeakerEntry = z.output<typeof SpeakerEntry>;

const Topic = z.strictObject({
  id,
  title: text,
  description: text,
  tags: z.array(text).check(z.minLength(1)),
});
export type Topic = z.output<typeof Topic>;

const Option = z.strictObject({ id, name: text });
/** One choice of a dropdown of the abstract form. The id is stored with every abstract, so it stays as it is. */
export type Option = z.output<typeof Option>;

const Sessions = z.strictObject({
  /** The list of /sessions, and the choices of the abstract form's session. */
  sessions: z.array(Option).check(z.minLength(1), noTwins('id')),
  interestAreas: z.array(Option).check(z.minLength(1), noTwins('id')),
});
export type Sessions = z.output<typeof Sessions>;

const AgendaItem = z
  .strictObject({ start: clockTime, end: clockTime, title: text, text: z.optional(text) })
  .check(
    z.refine(({ start, end }) => start < end, { path: ['end'], error: 'must be after the start' }),
  );
export type AgendaItem = z.output<typeof AgendaItem>;

/** Which day of the conference it is, its place in the list says. */
const AgendaDay = z.strictObject({
  label: text,
  items: z.array(AgendaItem),
  /** Shown after the items for as long as the programme of the day is not complete. */
  placeholder: z.optional(text),
});

const Agenda = z.strictObject({
  days: z.array(AgendaDay).check(z.minLength(1), noTwins('label')),
});

/** Without a logo the site sets the name as a typographic mark. */
const Partner = z.strictObject({ name: text, logo: z.optional(picture) });
export type Partner = z.output<typeof Partner>;

const inEnglish = new Intl.Collator('en');

/** `discountFallback` is made from the other lists: all countries and territories in order, then the last choice. */
const Countries = z.pipe(
  z.strictObject({
    registration: z.array(text).check(z.minLength(1), noTwins()),
    territories: z.array(text),
    lastChoice: text,
    abstractFallback: z.array(text).check(z.minLength(1)),
    sponsorship: z.array(text).check(z.minLength(1)),
  }),
  z.transform(({ registration, territories, lastChoice, abstractFallback, sponsorship }) => ({
    registration,
    discountFallback: [...[...registration, ...territories].sort(inEnglish.compare), lastChoice],
    abstractFallback,
    sponsorship,
  })),
);
export type Countries = z.output<typeof Countries>;

/** A mail: its subject, to which the reference is added, and what it says above its table. */
const mail = { subject: text, paragraphs: z.array(text).check(z.minLength(1)) };
const mailWithButton = z.strictObject({ ...mail, button: text });

/** The words of the mails and of the receipt that they link to. */
export const Mails = z.strictObject({
  greeting: text,
  closing: text,
  testMode: text,
  testModeSubject: text,
  labels: z.strictObject({
    reference: text,
    name: text,
    email: text,
    phone: text,
    institute: text,
    country: text,
    takingPart: text,
    description: text,
    for: text,
    total: text,
    refunded: text,
    paidBy: text,
    session: text,
    interestArea: text,
    organization: text,
    file: text,
    size: text,
    digest: text,
  }),
  providers: z.strictObject({ stripe: text, paypal: text, free: text }),
  registrationReceived: mailWithButton,
  paymentConfirmed: z.strictObject({
    ...mail,
    button: text,
    next: z.strictObject({ heading: text, points: z.array(text).check(z.minLength(1)) }),
  }),
  paymentFailed: mailWithButton,
  paymentExpired: mailWithButton,
  paymentRefunded: mailWithButton,
  abstractReceived: z.strictObject(mail),
  /** To the secretary, who is told what is costly and too much. */
  ceilingReached: z.strictObject({
    subject: text,
    of: z.strictObject({ payments: text, mails: text, uploads: text, uploadBytes: text }),
    next: text,
  }),
  /** Subjects of the secretary's copies. */
  secretary: z.strictObject({
    registrationReceived: text,
    paymentConfirmed: text,
    paymentFailed: text,
    paymentExpired: text,
    paymentRefunded: text,
    abstractReceived: text,
  }),
  receipt: z.strictObject({
    title: text,
    creditNoteTitle: text,
    number: text,
    issued: text,
    issuedBy: text,
    issuedTo: text,
    ofReceipt: text,
    download: text,
    downloadCreditNote: text,
    creditNotes: text,
    states: z.strictObject({ paid: text, partRefunded: text, refunded: text }),
    notFound: text,
    creditNoteText: text,
  }),
});
export type Mails = z.output<typeof Mails>;

/** Every file of content/: `home` is content/home.yaml. */
export const contentFiles = {
  conference: Conference,
  home: Home,
  pages: Pages,
  privacy: Privacy,
  mails: Mails,
  exhibition: Exhibition,
  prices: Prices,
  speakers: z.pipe(
    z.strictObject({ speakers: z.array(SpeakerEntry).check(z.minLength(1), noTwins('id')) }),
    z.transform((file) => file.speakers),
  ),
  topics: z.pipe(
    z.strictObject({ topics: z.array(Topic).check(z.minLength(1), noTwins('id')) }),
    z.transform((file) => file.topics),
  ),
  sessions: Sessions,
  agenda: Agenda,
  partners: z.pipe(
    z.strictObject({ partners: z.array(Partner).check(z.minLength(1), noTwins('name')) }),
    z.transform((file) => file.partners),
  ),
  countries: Countries,
} as const;

/** All of content/, checked, with what one file says for another: the days of the agenda get their dates. */
export const Content = z.pipe(
  z.strictObject(contentFiles),
  z.transform((content, { issues }) => {
    const { dates } = content.conference;
    const days = content.agenda.days.map((day, index) => {
      const date = dayAfter(dates.start, index);
      return { ...day, date, dateText: dayText(date) };
    });
    const length = countDays(dates.start, dates.end);
    if (days.length > length) {
      issues.push({
        code: 'custom',
        input: days[length],
        path: ['agenda', 'days', length],
        message: `is after the end of the conference, ${dates.text}: take this day away, or move dates.end in conference.yaml`,
      });
    }
    return { ...content, agenda: { days } };
  }),
);
export type Content = z.output<typeof Content>;
export type AgendaDay = Content['agenda']['days'][number];
