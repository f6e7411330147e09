import { type Content, contentFiles, inLanguage, languagesOf } from '#contract/content.ts';
import { directionOf, languageBase, ownNameOf } from '#contract/content/languages.ts';
import { labelSections } from '#contract/content/shapes/labels-shape.ts';
import { isPublic } from '#contract/content/shapes/prices-shape.ts';
import { renderContent } from '#server/content/render-content.ts';

/** The modules of a conference's folder, which the site imports as `content:NAME`. */
export const contentNames = [
  ...Object.keys(contentFiles),
  'conference-details',
  'organiser',
  'language',
  'own-pages',
  'addresses',
  'sitemaps',
  'menu',
  ...labelSections.map(labelModule),
];

/** Each section of the labels is a module of its own, so a page loads no labels of another page. */
export function labelModule(section: string): string {
  return `labels/${section}`;
}

/**
 * Splits the conference: every page loads the common facts in a script, and a few pages load the details. The facts of
 * mails, receipts and PDF files are in no script.
 */
export function contentModules(
  all: Content,
  { folder, language = all.language }: { folder: string; language: string | undefined },
): Record<string, unknown> {
  const { base } = languageOf(all, language);
  const rendered = renderContent(inLanguage(all, language), folder, base);
  const { conference, agenda, labels, ownPages, prices, ...content } = rendered;
  const { name, shortName, fullTitle, copyrightYear, city, country, countryCode } = conference;
  const { phrases: _phrases, ...dates } = conference.dates;
  const { drawing, secretary, brandLine } = conference;
  const { note: venueNote, ...venue } = conference.venue;
  const facts = { name, shortName, dates, venue, city, country, countryCode };
  const { accommodation, deadlines, description, opening, places } = conference;
  const { organiser, sponsor, statistics, waitingList, ways } = conference;
  const details = {
    accommodation,
    brandLine,
    copyrightYear,
    deadlines,
    description,
    fullTitle,
    hidesAuthors: conference.hidesAuthors,
    opening,
    places,
    sponsor,
    statistics,
    suggestions: conference.abstracts.suggestions,
    venueNote,
    waitingList,
    ways,
    ...(conference.status && { status: conference.status }),
  };
  // The reference of an abstract is for its author and the committee.
  const days = agenda.days.map((day) => ({
    ...day,
    items: day.items.map(({ abstract: _abstract, ...item }) => item),
  }));
  return {
    ...content,
    prices: { ...prices, presentationTypes: prices.presentationTypes.filter(isPublic) },
    agenda: { days },
    conference: { ...facts, drawing, secretary },
    'conference-details': details,
    organiser,
    'own-pages': ownPages,
    language: languageOf(all, language),
    ...Object.fromEntries(
      Object.entries(labels).map(([section, words]) => [labelModule(section), words]),
    ),
  };
}

/** The language of the pages, the beginning of their addresses, and the other languages. */
function languageOf(all: Content, language: string) {
  const [first, ...others] = languagesOf(all);
  const pathOf = (tag: string) => (tag === first ? '' : languageBase(tag));
  return {
    language,
    direction: directionOf(language),
    locale: localeName(language),
    base: pathOf(language),
    languages:
      others.length === 0
        ? []
        : languagesOf(all).map((tag) => ({
            tag,
            base: pathOf(tag),
            name: ownNameOf(tag),
            locale: localeName(tag),
          })),
  };
}

/** The language with its country, as link previews want it: de_DE. */
function localeName(tag: string): string {
  const { language, region } = new Intl.Locale(tag).maximize();
  return `${language}_${region}`;
}
