import * as z from 'zod/mini';
import { Abstracts, abstractsIn, impossibleDeadlines } from './abstracts-shape.ts';
import { accent } from '#contract/content/accent.ts';
import { BankTransfer } from '#contract/content/bank-account.ts';
import { daysText, isDay } from '#contract/content/calendar-days.ts';
import {
  email,
  id,
  isoDate,
  language,
  noTwins,
  picture,
  text,
  timezone,
  webAddress,
} from '#contract/content/content-fields.ts';
import { withAdded } from '#contract/content/feature-texts.ts';
import {
  eInvoiceFiles,
  ExemptionCode,
  PeppolAddress,
} from '#contract/content/e-invoice-settings.ts';
import type { Looks } from '#contract/content/looks.ts';
import { moments } from '#contract/content/labels/moments.ts';
import {
  endByClock,
  endIn,
  type Locale,
  moment,
  openingIn,
  openingTimes,
} from '#contract/content/moments.ts';
import type { Opening } from '#contract/content/opening.ts';
import { Statistic } from '#contract/content/page-words.ts';
import { seriesPattern } from '#contract/content/series-pattern.ts';
import { type Question, Questions } from './questions-shape.ts';
import { Ways } from '#contract/content/ways.ts';

/** The accent of a conference that names none. */
const HOUSE_ACCENT = '#24527a';

const ownAct = z.optional(z.strictObject({ until: z.optional(moment) }));

const Own = z.strictObject({
  /** The language of the texts in this folder. */
  language,
  name: text,
  fullTitle: text,
  tagline: text,
  /** A shorter name for the head of the pages, if the name is long. */
  shortName: z.optional(text),
  description: text,
  /** The colour of links, buttons and marks, and its shades. The palette of a theme may have another one. */
  accent: z.prefault(accent, HOUSE_ACCENT),
  copyrightYear: z.int(),
  /** The first letters of each reference, such as PS26-7K3M-9QXW. */
  referencePrefix: z.string().check(
    z.regex(/^[A-Z0-9]{2,8}$/, 'expected 2 to 8 capital letters or digits, such as PS26'),
    // Commands tell orders and abstracts apart by their references.
    z.refine(
      (prefix) => !/^AB\d\d$/.test(prefix),
      'must not be AB with two digits, because references of abstracts begin so',
    ),
  ),
  /** The transforms add the wording of the pages (`text`), the year, and the language of days and hours. */
  dates: z.pipe(
    z.strictObject({ start: isoDate, end: isoDate, timezone }).check(
      z.refine(({ start, end }) => start <= end || !isDay(start) || !isDay(end), {
        path: ['end'],
        error: 'must not be before the start',
      }),
    ),
    z.transform((dates) => ({ ...dates, year: Number(dates.start.slice(0, 4)) })),
  ),
  /**
   * Set if the conference is postponed or cancelled. `text` is on every page and in every mail. `from` has the former days;
   * without it the new days are not known yet, and `dates` has the former ones.
   */
  status: z.optional(
    z
      .strictObject({
        is: z.enum(['postponed', 'cancelled']),
        from: z.optional(z.strictObject({ start: isoDate, end: isoDate })),
        text,
      })
      .check(
        z.refine(({ is, from }) => is === 'postponed' || from === undefined, {
          path: ['from'],
          error: 'is for a postponed conference',
        }),
      ),
  ),
  city: text,
  country: text,
  countryCode: z.string().check(z.regex(/^[A-Z]{2}$/, 'expected two capital letters, such as DE')),
  venue: z.strictObject({
    name: text,
    street: text,
    postalCode: text,
    note: text,
    /** The address of a map on another site. Visitors open it themselves: no page asks for it. */
    map: z.optional(webAddress),
  }),
  /** Other places than the venue, such as a castle for the dinner. An item of the agenda names one by its id. */
  places: z.optional(
    z
      .array(
        z.strictObject({
          id,
          name: text,
          street: text,
          postalCode: text,
          /** Without it the city and the country of the conference. */
          city: z.optional(text),
          country: z.optional(text),
          note: z.optional(text),
          map: z.optional(webAddress),
        }),
      )
      .check(noTwins('id')),
  ),
  /** A wide drawing of the city, at the end of the home page and of the contact page. */
  drawing: z.optional(picture),
  /**
   * The hotel in the accommodation box of the registration page. `nightsBefore` is the number of nights in the hotel before
   * the conference begins.
   */
  accommodation: z.optional(
    z.strictObject({
      hotel: text,
      city: text,
      country: text,
      nightsBefore: z.optional(
        z.int().check(z.minimum(0, 'must not be negative'), z.maximum(31, 'must not be above 31')),
      ),
    }),
  ),
  /** The opening and closing times of each form. A form without times is always open. */
  opening: z._default(
    z.strictObject({
      registration: z._default(z.strictObject(openingTimes), {}),
      abstracts: z._default(z.strictObject(openingTimes), {}),
      discounts: z._default(z.strictObject(openingTimes), {}),
    }),
    { registration: {}, abstracts: {}, discounts: {} },
  ),
  /** The rules for submitted abstracts. */
  abstracts: z.prefault(Abstracts, {}),
  /**
   * The refund for a cancellation until each date; after the last date there is no refund. Without this list the
   * organiser decides about each refund.
   */
  cancellation: z.optional(
    z
      .array(
        z.strictObject({
          until: moment,
          refundPercent: z
            .number()
            .check(z.minimum(0, 'must not be negative'), z.maximum(100, 'must not be above 100')),
          keepsFee: z._default(z.boolean(), false),
        }),
      )
      .check(z.minLength(1)),
  ),
  /** The questions to participants whose place is paid. The registration form does not have them. */
  questions: Questions,
  /**
   * The acts of participants on their own pages, each until a moment, or always. Without this key they can only correct
   * their entries.
   */
  selfService: z.optional(
    z.strictObject({
      correct: ownAct,
      change: ownAct,
      cancel: ownAct,
      handOver: ownAct,
    }),
  ),
  /** The legally responsible seller. */
  organiser: z.strictObject({
    legalName: text,
    street: text,
    postalCode: text,
    city: text,
    country: text,
    taxNote: z.optional(text),
    /** The VAT number of the seller, and its number at the tax office. */
    vatId: z.optional(text),
    taxNumber: z.optional(text),
    /** The address of the seller in the Peppol network. */
    electronicAddress: z.optional(PeppolAddress),
  }),
  /** Invoices, and the gapless numbers of them and of credit notes. Without this key there are receipts only. */
  documents: z.optional(
    z.strictObject({
      /** The numbers in one series for each year: `{year}-{n:5}` is 2026-00001. */
      series: seriesPattern,
      /** For so many days after the payment, payers ask for an invoice on their own page. */
      invoiceDays: z._default(
        z
          .int('expected a whole number of days')
          .check(z.minimum(0, 'must not be negative'), z.maximum(365, 'must not be above 365')),
        30,
      ),
      /** Whether receipts have numbers of the series, too. */
      receipts: z._default(z.boolean(), false),
      /** Whether the PDF files of invoices and of their credit notes are e-invoices. */
      eInvoice: z._default(z.boolean(), false),
      /** The files that there are beside the PDF of an e-invoice, in this order. */
      eInvoiceFiles: z.optional(z.array(z.enum(eInvoiceFiles))),
      /** Whether they are attached to the payer's mails about invoices and credit notes, too. */
      eInvoiceByMail: z.optional(z.boolean()),
      /** The code of the reason why something is not taxed. */
      exemptionCode: z.optional(ExemptionCode),
    }),
  ),
  /** Without it nobody pays by bank transfer. */
  bankTransfer: z.optional(BankTransfer),
  /** By default card and PayPal, and after the form a transfer to the account of `bankTransfer`. */
  ways: Ways,
  /** E-invoices for authorities need the telephone number. */
  secretary: z.strictObject({
    role: text,
    email,
    phone: z.optional(
      text.check(z.regex(/(?:\d[^\d]*){3}/, 'expected a telephone number such as +49 351 1234')),
    ),
  }),
  /** The mail address for the waiting list; by default the secretary's. */
  waitingList: z.optional(email),
  brandLine: text,
  /** May be empty: then there is no strip of figures. */
  statistics: z._default(z.array(Statistic), []),
  /**
   * Three pages show a deadline, each in its own words, and may differ. A text with {abstracts_until} or
   * {registration_until} follows the end of the form.
   */
  deadlines: z.strictObject({
    /**
     * `day` is the last day. If it is set, or `date` is the end of a form, the page shows the number of days until the
     * deadline.
     */
    landing: z._default(
      z.array(z.strictObject({ label: text, date: text, day: z.optional(isoDate) })),
      [],
    ),
    abstractPage: text,
    /** The day until which authors get the decision. */
    abstractDecisions: z.optional(text),
    registrationPage: text,
    /** In place of the end of a form that has none. */
    notSet: z.optional(text),
  }),
  /** Without it there is no advertisement. */
  sponsor: z.optional(z.strictObject({ label: text, name: text, url: webAddress })),
});

const Written = withAdded('conference', Own);

/** conference.yaml, of which `conferenceIn` makes the conference. */
export const WrittenConference = z.pipe(
  Written,
  z.transform((written, { issues }) => {
    const complain = (path: (string | number)[], message: string) => {
      issues.push({ code: 'custom', input: written, path, message });
    };
    const { documents, referencePrefix, status, dates } = written;
    if (documents?.series.toUpperCase().startsWith(`${referencePrefix}-`) === true) {
      const message = `must not begin with ${referencePrefix}-, as references of orders do`;
      complain(['documents', 'series'], message);
    }
    if (status?.from?.start === dates.start) {
      complain(
        ['status', 'from'],
        'has the days before the conference was postponed, and `dates` the new ones',
      );
    }
    if (written.ways?.includes('transfer') && !written.bankTransfer) {
      complain(['ways'], 'names transfer, which needs the account in `bank_transfer`');
    }
    // The instants are the same in any words.
    const { cancellation, abstracts, zone } = timesIn(written, moments);
    cancellation?.forEach(({ until }, at) => {
      if (until.at > (cancellation[at - 1]?.until.at ?? '')) return;
      complain(['cancellation', at, 'until'], 'must be after the end of the previous rule');
    });
    const end = endIn(zone, { day: dates.end });
    for (const { path, message } of impossibleDeadlines(written.abstracts, abstracts, end)) {
      complain(['abstracts', ...path], message);
    }
    return written;
  }),
);
type WrittenConference = z.output<typeof WrittenConference>;

/** The conference with its days and hours in the words of `phrases`, the labels for moments. */
export function conferenceIn(written: WrittenConference, phrases: typeof moments) {
  const { opening, selfService, questions, dates, ...conference } = written;
  const { zone, cancellation, abstracts, openings } = timesIn(written, phrases);
  const ends = Object.values(opening).flatMap(({ until }) => until ?? []);
  const landing = conference.deadlines.landing.map((deadline) => ({
    day: ends.find((until) => endIn(zone, until).label === deadline.date)?.day,
    ...deadline,
  }));
  return {
    ...conference,
    dates: { ...dates, ...zone, text: daysText(dates.start, dates.end, zone.language) },
    deadlines: { ...conference.deadlines, landing },
    abstracts,
    /** Earliest first. */
    cancellation,
    questions: questions.map(({ until, options = [], ...question }): Question => ({
      ...question,
      options,
      ...(until && { until: endByClock(zone, until) }),
    })),
    /** Participants cannot do an absent act themselves. */
    selfService: selfServiceIn(zone, selfService ?? { correct: {} }),
    opening: conference.status?.is === 'cancelled' ? closedForGood(zone) : openings,
  };
}

function timesIn(written: WrittenConference, phrases: typeof moments) {
  const { language: tag, dates, opening } = written;
  const zone: Locale = { timezone: dates.timezone, language: tag, phrases };
  const openings = {
    registration: openingIn(zone, opening.registration),
    abstracts: openingIn(zone, opening.abstracts),
    discounts: openingIn(zone, opening.discounts),
  };
  return {
    zone,
    openings,
    abstracts: abstractsIn(zone, written.abstracts, {
      closes: openings.abstracts.until,
      start: dates.start,
    }),
    cancellation: written.cancellation?.map(({ until, ...rule }) => ({
      ...rule,
      until: endByClock(zone, until),
    })),
  };
}

export type ReadConference = ReturnType<typeof conferenceIn>;
export type Conference = ReadConference & {
  /** The theme, which a file of its own has. */
  looks: Looks;
  /** Whether the files of abstracts should not name their authors. */
  hidesAuthors: boolean;
};

/** No form is open: "Registration closed because the conference is cancelled." */
function closedForGood(
  locale: Locale,
): Record<'registration' | 'abstracts' | 'discounts', Opening> {
  const words = locale.phrases.cancelled;
  const closed = { until: { ...endIn(locale, { day: '1970-01-01' }), words, label: words } };
  return { registration: closed, abstracts: closed, discounts: closed };
}

/** An act of participants on their own pages: `change` is about type, room and extras. */
export const ownActs = ['correct', 'change', 'cancel', 'handOver'] as const;
export type OwnAct = (typeof ownActs)[number];

function selfServiceIn(
  locale: Locale,
  written: NonNullable<WrittenConference['selfService']>,
): Partial<Record<OwnAct, Opening>> {
  const open: Partial<Record<OwnAct, Opening>> = {};
  for (const act of ownActs) {
    const times = written[act];
    if (times) open[act] = times.until ? { until: endByClock(locale, times.until) } : {};
  }
  return open;
}
