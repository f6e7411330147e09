import * as z from 'zod/mini';
import { Agenda } from '#contract/content/shapes/agenda-shape.ts';
import { inOneLine } from './content/languages.ts';
import { countDays, dayAfter, dayText } from './content/calendar-days.ts';
import {
  conferenceIn,
  type ReadConference,
  WrittenConference,
} from '#contract/content/shapes/conference-shape.ts';
import { Countries } from '#contract/content/shapes/countries-shape.ts';
import { Exhibition } from '#contract/content/shapes/exhibition-shape.ts';
import { Home } from '#contract/content/shapes/home-shape.ts';
import { Labels } from '#contract/content/shapes/labels-shape.ts';
import { Legal } from '#contract/content/shapes/legal-shape.ts';
import { Mails } from '#contract/content/shapes/mails-shape.ts';
import { Pages } from '#contract/content/shapes/pages-shape.ts';
import { Partners } from '#contract/content/shapes/partners-shape.ts';
import { type ContentToCheck, featureTexts } from './content/feature-texts.ts';
import { countryCodeOf } from './countries.ts';
import { currencyOf, isTakenByPaypal } from './currency.ts';
import { writtenExtras } from './content/combinations.ts';
import { conferencePartIn } from './content/conference-parts.ts';
import { fillPlaceholders } from './content/placeholders.ts';
import { reversedOpenings } from './content/reversed-openings.ts';
import { endByClock, endIn, openingIn } from './content/moments.ts';
import type { Lodging } from './content/stay.ts';
import { Prices as WrittenPrices } from '#contract/content/shapes/prices-shape.ts';
import { ratesIn } from '#contract/content/tax-rates.ts';
import { Privacy } from '#contract/content/shapes/privacy-shape.ts';
import { Sessions } from '#contract/content/shapes/sessions-shape.ts';
import type { MenuEntry } from './content/menu.ts';
import type { OwnPage } from '#contract/content/shapes/own-pages-shape.ts';
import { standardAddresses } from './content/site-addresses.ts';
import { Speakers } from '#contract/content/shapes/speakers-shape.ts';
import { looksOf } from './content/looks.ts';
import {
  contrastMistakes,
  type Palette,
  type PaletteKey,
  paletteOf,
  themeAccent,
} from './content/palette.ts';
import { Theme } from '#contract/content/shapes/theme-shape.ts';
import { Topics } from '#contract/content/shapes/topics-shape.ts';
import { YourAbstract } from '#contract/content/shapes/your-abstract-shape.ts';
import { YourRegistration } from '#contract/content/shapes/your-registration-shape.ts';

/**
 * The shapes of content/*.yaml: `home` is content/home.yaml. Keys have underscores in the files (`image_url`) and are in
 * camel case here (`imageUrl`). Every object is strict: an unknown key is a spelling mistake, and the check reports it.
 */
export const contentFiles = {
  conference: WrittenConference,
  home: Home,
  pages: Pages,
  privacy: Privacy,
  legal: Legal,
  mails: Mails,
  yourRegistration: YourRegistration,
  yourAbstract: YourAbstract,
  exhibition: Exhibition,
  prices: WrittenPrices,
  speakers: Speakers,
  topics: Topics,
  sessions: Sessions,
  agenda: Agenda,
  partners: Partners,
  countries: Countries,
  labels: Labels,
  theme: Theme,
} as const;

/** The files that a folder may lack. Without one of them its pages and links are not there, or are those of the product. */
const optionalShapes = {
  exhibition: z.optional(Exhibition),
  topics: z.prefault(Topics, { topics: [] }),
  partners: z.prefault(Partners, {}),
  countries: z.prefault(Countries, {}),
  sessions: z.optional(Sessions),
  theme: z.prefault(Theme, {}),
};
export const optionalFiles: readonly string[] = ['labels', ...Object.keys(optionalShapes)];

/** The files of which the product has all sentences in some languages. A folder has only what it says otherwise. */
export const sentenceFiles: readonly string[] = ['mails', 'yourRegistration', 'yourAbstract'];

/** The file of a key of `contentFiles`: your-registration.yaml for `yourRegistration`. */
export function contentFileOf(name: string): string {
  // The folder has the drawings and fonts of the theme, too.
  if (name === 'theme') return 'theme/theme.yaml';
  return `${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.yaml`;
}

/**
 * All of content/, checked and joined: the days of the agenda get their dates, and the first and last days of sales
 * become instants in the time zone of the conference.
 */
export const Content = z.pipe(
  z.strictObject({ ...contentFiles, ...optionalShapes }),
  z.transform((written, { issues }) => {
    const content = {
      ...written,
      conference: conferenceIn(written.conference, written.labels.moments),
    };
    const { dates, language } = content.conference;
    const { theme } = content;
    const accent = themeAccent(theme.palette?.accent, content.conference.accent);
    const palette = paletteOf(theme.palette, accent);
    const mistakes = [
      ...mistakesBetween(content),
      ...featureTexts().flatMap(({ mistakes: more }) => more?.(content) ?? []),
      ...mistakesOfDays(content),
      ...reversedOpenings(written, content.conference.dates),
      ...mistakesOfColours(theme, palette),
    ];
    for (const mistake of mistakes) issues.push({ code: 'custom', input: written, ...mistake });
    const days = content.agenda.days.map((day, index) => {
      const date = dayAfter(dates.start, index);
      const items = day.items.map((item) => {
        const isLimited = featureTexts().some((feature) => feature.isLimited?.(item));
        return { ...item, ...(isLimited && { isLimited }) };
      });
      return { ...day, items, date, dateText: dayText(date, language) };
    });
    return {
      ...content,
      conference: {
        ...content.conference,
        accent,
        looks: looksOf(theme, palette),
        hidesAuthors: featureTexts().some(({ hidesAuthors }) => hidesAuthors?.(content)),
      },
      language,
      agenda: { days },
      prices: pricesIn(content),
      privacy: privacyIn(content),
      sessions: content.sessions ?? { sessions: [], interestAreas: [] },
      addresses: standardAddresses(content),
      sitemaps: featureTexts().flatMap(({ sitemaps }) => sitemaps?.(content) ?? []),
    };
  }),
);

type Checked = ContentToCheck;
type Mistake = { path: PropertyKey[]; message: string };

/** The contradictions between two files. */
function* mistakesBetween(content: Checked): Generator<Mistake, void> {
  const { conference, pages, prices } = content;
  if (prices.room && !conference.accommodation) {
    yield {
      path: ['conference', 'accommodation'],
      message: 'is missing: prices.yaml has a room, and the registration page names its hotel',
    };
  }
  if (prices.room && !pages.registration.accommodation) {
    yield {
      path: ['pages', 'registration', 'accommodation'],
      message: 'is missing: prices.yaml has a room, and the registration page has a box for it',
    };
  }
  const types = prices.presentationTypes.map(({ id }) => id);
  for (const [at, { for: asked = [] }] of conference.questions.entries()) {
    for (const [nth, type] of asked.entries()) {
      if (types.includes(type)) continue;
      const message = `"${type}" is no presentation type of prices.yaml: ${types.join(', ')}`;
      yield { path: ['conference', 'questions', at, 'for', nth], message };
    }
  }
  const { code } = prices.currency;
  if (conference.ways?.includes('paypal') && !isTakenByPaypal(prices.currency)) {
    yield {
      path: ['conference', 'ways'],
      message: `names paypal, which takes no payments in ${code}, the currency of prices.yaml`,
    };
  }
  if (conference.organiser.taxNote !== undefined && ratesIn(prices).length > 0) {
    yield {
      path: ['conference', 'organiser', 'taxNote'],
      message: 'says why no VAT is charged, but prices.yaml has a tax: delete one of the two',
    };
  }
  for (const message of lackingForEInvoices(content)) {
    yield { path: ['conference', 'documents', 'eInvoice'], message };
  }
  for (const message of lackingForFiles(content)) {
    yield { path: ['conference', 'documents', 'eInvoiceFiles'], message };
  }
}

/** The days that the conference does not have, and the places of the agenda that it does not have. */
function* mistakesOfDays({ agenda, conference, prices }: Checked): Generator<Mistake, void> {
  const { dates } = conference;
  for (const { path, day } of daysNamedIn(prices)) {
    if (day >= dates.start && day <= dates.end) continue;
    const message = `${day} is no day of the conference, ${dates.text}`;
    yield { path: ['prices', ...path], message };
  }
  const length = countDays(dates.start, dates.end);
  if (agenda.days.length > length) {
    yield {
      path: ['agenda', 'days', length],
      message: `is after the end of the conference, ${dates.text}: delete this day, or change dates.end in conference.yaml`,
    };
  }
  const places = (conference.places ?? []).map(({ id }) => id);
  for (const [day, { items }] of agenda.days.entries()) {
    for (const [at, { place }] of items.entries()) {
      if (place === undefined || places.includes(place)) continue;
      const message = `"${place}" is none of the places in conference.yaml${places.length > 0 ? `: ${places.join(', ')}` : ''}`;
      yield { path: ['agenda', 'days', day, 'items', at, 'place'], message };
    }
  }
}

function mistakesOfColours(theme: z.output<typeof Theme>, palette: Palette): Mistake[] {
  const found = Map.groupBy(contrastMistakes(palette), (one) => placeOf(theme, one));
  return Array.from(found, ([at, [mistake]]) => ({
    path: at === undefined ? ['conference', 'accent'] : ['theme', 'palette', at],
    message: mistake?.words ?? '',
  }));
}

declare module './content/feature-texts.ts' {
  interface ContentToCheck {
    agenda: z.output<typeof Agenda>;
    conference: ReadConference;
    pages: Pages;
    prices: z.output<typeof WrittenPrices>;
    privacy: Privacy;
    sessions?: z.output<typeof Sessions> | undefined;
  }
}

/** The colour that the organiser has written, from which the colour with the mistake follows. */
function placeOf({ palette }: Theme, { key }: { key: PaletteKey }): PaletteKey | undefined {
  if (key === 'accent' || palette?.[key]) return palette?.[key] && key;
  return palette?.ink ? 'ink' : 'paper';
}

/** The page about privacy with the entries of features. */
function privacyIn(content: ContentToCheck): Privacy {
  const { page, ...privacy } = content.privacy;
  const { heading, labels, entries } = page.kept;
  const added = featureTexts().flatMap(({ kept }) => kept?.(content) ?? []);
  const kept = { heading, labels, entries: [...entries, ...added] };
  return { ...privacy, page: { ...page, kept } };
}

/** The facts of the seller without which there are no files beside the PDF of an e-invoice. */
function lackingForFiles({ conference: { documents, organiser, secretary } }: Checked): string[] {
  const files = documents?.eInvoiceFiles ?? [];
  if (files.length === 0) {
    return documents?.eInvoiceByMail === true
      ? ['is missing, so that there is nothing that e_invoice_by_mail could attach']
      : [];
  }
  return [
    ...(documents?.eInvoice === true ? [] : ['needs documents.e_invoice: true']),
    ...(secretary.phone === undefined ? ['needs secretary.phone, which the rules want'] : []),
    ...(files.includes('peppol') && organiser.electronicAddress === undefined
      ? ['needs organiser.electronic_address, with which the Peppol network finds the seller']
      : []),
  ];
}

/** The facts of the seller without which no e-invoice is correct. */
function lackingForEInvoices({ conference: { documents, organiser }, prices }: Checked): string[] {
  if (documents?.eInvoice !== true) return [];
  const { vatId, taxNumber, taxNote, country } = organiser;
  const reason = prices.taxExemption ?? taxNote;
  return [
    ...(vatId === undefined && taxNumber === undefined
      ? ['needs organiser.vat_id or organiser.tax_number']
      : []),
    ...(vatId === undefined || /^[A-Z]{2}[A-Z0-9]+$/.test(vatId)
      ? []
      : [`needs organiser.vat_id with its country and without blanks, and found "${vatId}"`]),
    ...(prices.taxBasisPoints === undefined && reason === undefined
      ? ['needs a tax in prices.yaml, or in organiser.tax_note the reason for no tax']
      : []),
    // The standard writes amounts with at most two decimals (BR-DEC).
    ...(prices.currency.decimals > 2
      ? [
          `is not possible with ${prices.currency.code}, which has ${prices.currency.decimals} decimals`,
        ]
      : []),
    ...(countryCodeOf(country) === undefined
      ? [`needs the name of a country in organiser.country, and found "${country}"`]
      : []),
  ];
}

function pricesIn({
  conference: { accommodation, dates, language },
  labels: { orders, moments, combinations: labels },
  prices: { phases, presentationTypes, room, extras, ...prices },
}: Checked & { labels: Labels }) {
  const wordsFor = { language, labels };
  const opened = <T extends Parameters<typeof openingIn>[1]>({ from, until, ...thing }: T) => ({
    ...thing,
    opening: openingIn(dates, { from, until }),
  });
  return {
    ...prices,
    words: { language, orders, phrases: moments },
    /** The words about what can be bought together. */
    labels,
    currency: currencyOf(prices.currency.code, prices.currency.decimals, language),
    phases: phases.map(({ name, until }) => ({ name, until: until && endIn(dates, until) })),
    presentationTypes: presentationTypes.map(({ days: written, proof, ...type }) => {
      const days = written?.map((day) => conferencePartIn(day, wordsFor));
      const choice = days?.map(({ words }) => words).join('; ') ?? '';
      // The name of a ticket for some days names them, wherever it is read.
      const label = fillPlaceholders(labels.choice, { thing: type.label, choice });
      return {
        ...opened(type),
        ...(days && { label, days, nameWithoutDays: type.label }),
        ...(proof && { proof: { ...proof, until: endByClock(dates, proof.until) } }),
      };
    }),
    room: room && { ...opened(room), ...lodgingOf(accommodation, dates) },
    extras: extras.map(({ day, ...extra }) => ({
      ...opened(extra),
      // The name of a choice names its extra.
      ...(extra.whole && {
        label: fillPlaceholders(labels.choice, { thing: extra.whole.label, choice: extra.label }),
      }),
      ...(day && { day: conferencePartIn(day, wordsFor) }),
    })),
  };
}

/** Each day that prices.yaml names, with its place in the file. */
function daysNamedIn({ presentationTypes, extras }: z.output<typeof WrittenPrices>) {
  return [
    ...presentationTypes.flatMap(({ days = [] }, at) =>
      days.map(({ day }, nth) => ({ path: ['presentationTypes', at, 'days', nth], day })),
    ),
    ...writtenExtras(extras).flatMap(({ day }, at) =>
      day ? [{ path: ['extras', at, 'day'], day: day.day }] : [],
    ),
  ];
}

/** The hotel of the rooms. The name is empty only if the content has a mistake, which another check reports. */
function lodgingOf(
  accommodation: ReadConference['accommodation'],
  dates: ReadConference['dates'],
): Lodging {
  const { language, phrases } = dates;
  const words = { language, phrases: { nights: phrases.nights } };
  if (!accommodation) return { hotel: '', words };
  const { hotel, city, country, nightsBefore } = accommodation;
  return {
    hotel: inOneLine([hotel, city, country], language),
    ...(nightsBefore !== undefined && { firstNight: dayAfter(dates.start, -nightsBefore) }),
    words,
  };
}

export type Content = z.output<typeof Content> & {
  /** The pages in Markdown. */
  ownPages: OwnPage[];
  /** The links of the header. */
  menu: MenuEntry[];
  /** The instant of the last change in one of the files, in UTC. */
  changedAt: string;
  /**
   * The words for options that are stored in those of the first language: answers to questions, and wishes of authors.
   */
  optionWords: Readonly<Record<string, string>>;
  /** The beginning of the paths of the site in this language: empty for the first one, and `/de` for a translation. */
  base: string;
  /** The content in each further language; only the content of the first language has them. */
  translations: Readonly<Record<string, Content>>;
};

/**
 * The content in a language, or in the first language if there is no such translation. Its words differ; its facts, such as
 * prices and days, are the same.
 */
export function inLanguage(content: Content, language: string): Content {
  return Object.hasOwn(content.translations, language)
    ? (content.translations[language] ?? content)
    : content;
}

/** A stored option in the words of a language; an option that the conference no longer offers is unchanged. */
export function optionIn({ optionWords }: Pick<Content, 'optionWords'>, stored: string): string {
  return Object.hasOwn(optionWords, stored) ? (optionWords[stored] ?? stored) : stored;
}

/** The languages of a conference, its first one first. */
export function languagesOf({ language, translations }: Content): string[] {
  return [language, ...Object.keys(translations)];
}
export type Prices = Content['prices'];
export type PresentationType = Prices['presentationTypes'][number];
/** The language and the labels of what is ordered. */
export type ItemWords = Prices['words'];
export type AgendaDay = Content['agenda']['days'][number];
