import * as z from 'zod/mini';
import { Agenda } from './content/agenda-shape.ts';
import { countDays, dayAfter, dayText } from './content/calendar-days.ts';
import { Conference, type ReadConference } from './content/conference-shape.ts';
import { Countries } from './content/countries-shape.ts';
import { Exhibition } from './content/exhibition-shape.ts';
import { Home } from './content/home-shape.ts';
import { Legal } from './content/legal-shape.ts';
import { Mails } from './content/mails-shape.ts';
import { Pages } from './content/pages-shape.ts';
import { Partners } from './content/partners-shape.ts';
import { countryCodeOf } from './countries.ts';
import { endIn, openingIn } from './content/moments.ts';
import type { Lodging } from './content/stay.ts';
import { Prices as WrittenPrices, ratesIn } from './content/prices-shape.ts';
import { Privacy } from './content/privacy-shape.ts';
import { Sessions } from './content/sessions-shape.ts';
import { Speakers } from './content/speakers-shape.ts';
import { looksOf } from './content/looks.ts';
import { contrastMistakes, type PaletteKey, paletteOf, themeAccent } from './content/palette.ts';
import { Theme } from './content/theme-shape.ts';
import { Topics } from './content/topics-shape.ts';
import { YourAbstract } from './content/your-abstract-shape.ts';
import { YourRegistration } from './content/your-registration-shape.ts';

/**
 * The shapes of content/*.yaml: `home` is content/home.yaml. Keys have underscores in the files (`image_url`) and are in
 * camel case here (`imageUrl`). Every object is strict: an unknown key is a spelling mistake, and the check reports it.
 */
export const contentFiles = {
  conference: Conference,
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
  theme: Theme,
} as const;

/** The files that a folder need not have. */
export const optionalFiles: ReadonlySet<string> = new Set(['theme']);

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
  z.strictObject(contentFiles),
  z.transform((content, { issues }) => {
    const { dates, accommodation } = content.conference;
    if (content.prices.room && !accommodation) {
      issues.push({
        code: 'custom',
        input: accommodation,
        path: ['conference', 'accommodation'],
        message: 'is missing: prices.yaml has a room, and the registration page names its hotel',
      });
    }
    const types = content.prices.presentationTypes.map(({ id }) => id);
    content.conference.questions.forEach(({ for: asked = [] }, at) => {
      asked.forEach((type, nth) => {
        if (types.includes(type)) return;
        issues.push({
          code: 'custom',
          input: type,
          path: ['conference', 'questions', at, 'for', nth],
          message: `"${type}" is no presentation type of prices.yaml: ${types.join(', ')}`,
        });
      });
    });
    const { taxNote } = content.conference.organiser;
    if (taxNote !== undefined && ratesIn(content.prices).length > 0) {
      issues.push({
        code: 'custom',
        input: taxNote,
        path: ['conference', 'organiser', 'taxNote'],
        message: 'says why no VAT is charged, but prices.yaml has a tax: delete one of the two',
      });
    }
    for (const message of lackingForEInvoices(content)) {
      const path = ['conference', 'documents', 'eInvoice'];
      issues.push({ code: 'custom', input: content.conference.documents, path, message });
    }
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
        message: `is after the end of the conference, ${dates.text}: delete this day, or change dates.end in conference.yaml`,
      });
    }
    const { conference, ...files } = content;
    const { theme } = files;
    const accent = themeAccent(theme.palette?.accent, conference.accent);
    const palette = paletteOf(theme.palette, accent);
    const written = (['accent', 'band', 'paper', 'ink'] as const).filter(
      (key) => theme.palette?.[key],
    );
    for (const [at, [mistake]] of Map.groupBy(contrastMistakes(palette), placeOf)) {
      const path = at === undefined ? ['conference', 'accent'] : ['theme', 'palette', at];
      issues.push({ code: 'custom', input: at, path, message: mistake?.words ?? '' });
    }
    /** The colour that the organiser has written, from which the colour with the mistake follows. */
    function placeOf({ key }: { key: PaletteKey }): PaletteKey | undefined {
      if (key === 'accent') return theme.palette?.accent && key;
      return written.includes(key) ? key : written.findLast((each) => each !== 'accent');
    }
    const looks = looksOf(theme, palette);
    return {
      ...files,
      conference: { ...conference, accent, looks },
      agenda: { days },
      prices: pricesIn(content),
    };
  }),
);

/** The facts of the seller without which no e-invoice is correct. */
function lackingForEInvoices({
  conference: { documents, organiser },
  prices,
}: {
  conference: ReadConference;
  prices: z.output<typeof WrittenPrices>;
}): string[] {
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
    ...(countryCodeOf(country) === undefined
      ? [`needs the name of a country in organiser.country, and found "${country}"`]
      : []),
  ];
}

function pricesIn({
  conference: { accommodation, dates },
  prices: { phases, presentationTypes, room, extras, ...prices },
}: {
  conference: ReadConference;
  prices: z.output<typeof WrittenPrices>;
}) {
  const timeZone = dates.timezone;
  const opened = <T extends Parameters<typeof openingIn>[1]>({ from, until, ...thing }: T) => ({
    ...thing,
    opening: openingIn(timeZone, { from, until }),
  });
  return {
    ...prices,
    phases: phases.map(({ name, until }) => ({ name, until: until && endIn(timeZone, until) })),
    presentationTypes: presentationTypes.map(opened),
    room: room && { ...opened(room), ...lodgingOf(accommodation, dates) },
    extras: extras.map(opened),
  };
}

/** The hotel of the rooms. The name is empty only if the content has a mistake, which another check reports. */
function lodgingOf(
  accommodation: ReadConference['accommodation'],
  { start }: ReadConference['dates'],
): Lodging {
  if (!accommodation) return { hotel: '' };
  const { hotel, city, country, nightsBefore } = accommodation;
  return {
    hotel: `${hotel}, ${city}, ${country}`,
    ...(nightsBefore !== undefined && { firstNight: dayAfter(start, -nightsBefore) }),
  };
}

export type Content = z.output<typeof Content> & {
  /** The instant of the last change in one of the files, in UTC. */
  changedAt: string;
};
export type Prices = Content['prices'];
export type PresentationType = Prices['presentationTypes'][number];
export type AgendaDay = Content['agenda']['days'][number];
