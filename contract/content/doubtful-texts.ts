import type { Content } from '../content.ts';
import { nearestWord } from '../nearest-word.ts';
import type { Contradiction } from './contradicting-deadlines.ts';
import { ratesIn } from './tax-rates.ts';
import { absentProvider, offeredWays } from './ways.ts';

/** A text of a file, as the organiser wrote it. */
export type WrittenText = { file: Contradiction['file']; path: (string | number)[]; text: string };

/**
 * Texts that speak of a fee, of euros or of a provider that the conference does not use, say that a price without tax is
 * asked, or name only some of the ways to pay. A key about a fee is used with a fee only.
 */
export function textsAboutMoney(
  { conference, prices }: Content,
  texts: readonly WrittenText[],
): Contradiction[] {
  const hasFee = prices.fee.percent > 0 || prices.fee.fixed > 0;
  const { code } = prices.currency;
  const ways = offeredWays(conference, prices.currency);
  return texts.flatMap(({ file, path, text }): Contradiction[] => {
    const isAboutFee = /fee/i.test(String(path.at(-1)));
    if (!hasFee && !isAboutFee && /processing fee|bearbeitungsgebühr/i.test(text)) {
      return [{ file, path, words: 'speaks of the processing fee, and prices.yaml has none' }];
    }
    if (code !== 'EUR' && /\beuros?\b|€/i.test(text)) {
      return [{ file, path, words: `speaks of euros, and the currency in prices.yaml is ${code}` }];
    }
    const [rate] = ratesIn(prices);
    if (rate !== undefined && file !== 'prices' && saysUntaxed(text, prices.taxExemption)) {
      const words = `says that no tax is charged, and prices.yaml has a tax of ${rate / 100} per cent`;
      return [{ file, path, words }];
    }
    if (ways.includes('transfer') && namesCardAndPaypalAlone(text)) {
      const words = 'names card and PayPal alone, and people can pay by bank transfer, too';
      return [{ file, path, words }];
    }
    const provider = absentProvider(text, ways);
    if (provider !== undefined && !isOfProvider(file, path)) {
      return [{ file, path, words: `speaks of ${provider}, with which nobody can pay` }];
    }
    return [];
  });
}

const NO_TAX =
  /\bno (?:VAT|GST|value[- ]added tax|sales tax)\b|keine (?:Umsatzsteuer|Mehrwertsteuer|MwSt|USt)\b/i;
const EXEMPT =
  /(?:exempt from|free of|without) (?:VAT|GST|value[- ]added tax|sales tax)\b|(?:umsatz|mehrwert)steuer(?:frei|befreit)/i;

/** A text may say of a part of the prices that it is exempt, if there is such a part. */
function saysUntaxed(text: string, exemption: string | undefined): boolean {
  return NO_TAX.test(text) || (exemption === undefined && EXEMPT.test(text));
}

function namesCardAndPaypalAlone(text: string): boolean {
  const sentences = text.split(/(?<=[.;!?])\s/);
  const areNamed = sentences.some((sentence) =>
    /\b(?:card|Karte)\b.*\b(?:or|oder)\b.*PayPal|PayPal.*\b(?:or|oder)\b.*\b(?:card|Karte)\b/i.test(
      sentence,
    ),
  );
  return areNamed && !/transfer|überweis|bank account|bankkonto/i.test(text);
}

/** Whether a text is only used with a provider. */
function isOfProvider(file: WrittenText['file'], path: WrittenText['path']): boolean {
  return (
    file === 'labels' ||
    /stripe|paypal|onItsWay|ofTransfer|returned|doubt|dataLost|disputed/i.test(path.join())
  );
}

/**
 * Texts that are shortened or shown with other quotes, though YAML accepts them: `Kettenwerk #1` is shown as
 * "Kettenwerk", and “12” with the quotes. A text such as „{quote}“ has the quotes on purpose.
 */
export function textsInQuotes(texts: readonly WrittenText[]): Contradiction[] {
  return texts.flatMap(({ file, path, text }): Contradiction[] =>
    /^[“„‘‚«][^\s{“”„‘’‚«»]*[”“’‘»]$/.test(text)
      ? [
          {
            file,
            path,
            words: `is shown as ${text}: type straight quotes, " or ', if the quotes are not meant`,
          },
        ]
      : [],
  );
}

/** Speakers of the agenda who are not in speakers.yaml. Contributions of authors are not compared. */
export function unknownSpeakers({ agenda, speakers }: Content): Contradiction[] {
  const names = speakers.map(({ name }) => name);
  if (names.length === 0) return [];
  const seen = new Set(names);
  return agenda.days.flatMap(({ items }, day) =>
    items.flatMap(({ abstract, speakers: speaking = [] }, at) =>
      speaking.flatMap((name, nth): Contradiction[] => {
        if (abstract !== undefined || seen.has(name)) return [];
        seen.add(name);
        const meant = nearestWord(names, name);
        const words = `${name} is not in speakers.yaml${meant === undefined ? '' : `: did you mean ${meant}?`}`;
        return [{ file: 'agenda', path: ['days', day, 'items', at, 'speakers', nth], words }];
      }),
    ),
  );
}
