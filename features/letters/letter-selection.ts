import { nearestWord } from '#contract/nearest-word.ts';
import { noAmount } from '#contract/typed-amount.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import { typedCountry } from '#server/orders/sell/typed-country.ts';
import {
  type AskedAmount,
  type Contribution,
  type Dictionary,
  dictionaryOf,
  type Facts,
  isTakingPart,
  isWithdrawn,
  NUMBERS,
  referencesIn,
  type Registration,
  spellingOf,
  type Tests,
  type Word,
} from './letter-words.ts';

/** The registrations, abstracts and asked amounts of one mail address. */
export type Correspondent = {
  /** The registrations about which this address gets letters. */
  registrations: Registration[];
  /** The members of unpaid groups with this address; letters about them go to the payers. */
  memberships: Registration[];
  /** Registrations with another address, but with the name of an author: most are the author's. */
  namesakes: Registration[];
  contributions: Contribution[];
  asked: AskedAmount[];
};

/** The registrations, abstracts and asked amounts for which a correspondent gets a letter. */
export type Match = Pick<Correspondent, 'registrations' | 'contributions' | 'asked'>;

export type Selection = {
  words: readonly Chosen[];
  /** Whether one of its words needs `isPayable`. */
  asksPayable: boolean;
  /** Whether it chooses authors, and not registrations. */
  isAboutAbstracts: boolean;
  /** Undefined if the correspondent gets no letter. */
  match: (correspondent: Correspondent) => Match | undefined;
};

/** A word as somebody typed it. */
export type Chosen = { typed: string; word: Word; isNot: boolean };
type Asked = Tests & { isNot: boolean };

const EVERYBODY: Tests = { registration: () => true, contribution: () => true };

/** Whether a registration has a paid place, or money came for it that nobody has looked at yet. */
const HAS_PLACE: Tests = { registration: ({ hasPaid }) => hasPaid };

/**
 * Reads a selection such as "accepted, not registered". A comma means and: one registration has to meet all words about
 * registrations, and one abstract of the same address all words about abstracts. `not` leaves out everybody whom its
 * word reaches. Beside another word about abstracts, `not` is about the same abstract.
 */
export function readSelection(selection: string, facts: Facts): Selection {
  const chosen = wordsIn(selection, dictionaryOf(facts), facts);
  const typed = chosen.map(({ word, isNot }): Asked => ({ ...word, isNot }));
  const wantsAbstract = typed.some((word) => !word.isNot && isOfAbstracts(word));
  const ofRegistrations = typed.filter((word) => !word.isNot && isOfRegistrations(word));
  // Among authors, the unpaid are those without a paid place, whether they registered or not.
  const isAmongAuthors = wantsAbstract && ofRegistrations.every(({ isUnpaid }) => isUnpaid);
  const words = typed.map((word) =>
    word.isUnpaid && isAmongAuthors ? { ...HAS_PLACE, isNot: !word.isNot } : word,
  );
  if (words.every(({ isNot }) => isNot)) words.push({ ...EVERYBODY, isNot: false });
  const wantsRegistration = words.some((word) => !word.isNot && isOfRegistrations(word));
  const left = words.filter(
    (word) => word.isNot && (isOfRegistrations(word) || (isOfAbstracts(word) && !wantsAbstract)),
  );
  const asked = words.filter((word) => !left.includes(word));
  const ofGone = asked.filter(({ isOfGone, isNot }) => isOfGone && !isNot);
  const asksCancelled = ofGone.some(isOfRegistrations);
  const asksWithdrawn = ofGone.some(isOfAbstracts);
  return {
    words: chosen,
    asksPayable: typed.some(({ asksPayable }) => asksPayable),
    isAboutAbstracts: wantsAbstract && !wantsRegistration,
    match({ registrations: all, memberships, namesakes, contributions: sent, asked: amounts }) {
      const isLeftOut = left.some(
        ({ registration, contribution, isOfGone }) =>
          [...all, ...memberships, ...namesakes].some(
            // Money that came for a cancelled order still counts.
            (one) => registration?.(one) && (isOfGone || isTakingPart(one) || one.hasPaid),
          ) || sent.some((one) => contribution?.(one) && (isOfGone || !isWithdrawn(one))),
      );
      const registrations = all.filter(
        (one) =>
          (asksCancelled || isTakingPart(one)) &&
          asked.every((word) =>
            word.registration ? word.registration(one) !== word.isNot : isOpen(word),
          ),
      );
      const contributions = sent.filter(
        (one) =>
          (asksWithdrawn || !isWithdrawn(one)) &&
          asked.every((word) =>
            word.contribution ? word.contribution(one) !== word.isNot : isOpen(word),
          ),
      );
      // A word without a test of amounts, such as a type, reaches none of them.
      const due = wantsAbstract
        ? []
        : amounts.filter((one) =>
            asked.every(({ amount, isNot }) => (amount?.(one) ?? false) !== isNot),
          );
      const lacksRegistration = wantsRegistration && registrations.length + due.length === 0;
      const lacksAbstract = wantsAbstract && contributions.length === 0;
      const isNobody = registrations.length + contributions.length + due.length === 0;
      const isMeant = !isLeftOut && !lacksRegistration && !lacksAbstract && !isNobody;
      return isMeant ? { registrations, contributions, asked: due } : undefined;
    },
  };
}

/** Whether a word says nothing about registrations and abstracts: any may match, unless it asks for amounts alone. */
function isOpen({ registration, contribution, amount, isNot }: Asked): boolean {
  return isNot || amount === undefined || (registration ?? contribution) !== undefined;
}

function isOfRegistrations({ registration, contribution }: Tests): boolean {
  return registration !== undefined && contribution === undefined;
}

function isOfAbstracts({ registration, contribution }: Tests): boolean {
  return contribution !== undefined && registration === undefined;
}

/** The words between the commas. A comma may be part of a word: "country=Hong Kong, China" is one country. */
function wordsIn(selection: string, dictionary: Dictionary, facts: Facts): Chosen[] {
  const parts = selection.split(',').map(spellingOf);
  const chosen: Chosen[] = [];
  for (let at = 0; at < parts.length;) {
    const part = parts[at] ?? '';
    if (/^(?:not)?$/.test(part)) {
      throw new ActionImpossible(
        'Please name the recipients, such as “paid, speaker, country=Poland”.',
      );
    }
    let end = parts.length;
    while (end > at + 1 && !isOne(parts.slice(at, end).join(', '), dictionary)) end -= 1;
    const typed = parts.slice(at, end).join(', ');
    chosen.push({ typed, ...understood(typed, dictionary, facts) });
    at = end;
  }
  return chosen;
}

/** Whether a text with commas is one word; "paid 1,000" is one that is refused. */
function isOne(text: string, dictionary: Dictionary): boolean {
  return (
    /^(?:not )?(?:paid|price)[ =]\S*\d, \d+$/.test(text) || meanings(text, dictionary) !== undefined
  );
}

type Meaning = Pick<Chosen, 'word' | 'isNot'>;

/**
 * The meanings of a typed word; undefined if it has none. `without` is `not` before a word, or before one that begins
 * with `with`, and `with` before any other word changes nothing.
 */
function meanings(typed: string, { find }: Dictionary): Meaning[] | undefined {
  const bare = typed.replace(/^not /, '');
  const isNot = bare !== typed;
  const [, before, thing = ''] = /^(with|without) (.+)$/.exec(bare) ?? [];
  const own = find(bare);
  // "without answer=diet" denies nothing: it is a word.
  const isWhole = before === undefined || (own.length > 0 && thing.includes('='));
  const others = isWhole
    ? []
    : [...find(thing), ...(before === 'with' ? [] : find(`with ${thing}`))];
  const found = [
    ...own.map((word) => ({ word, isNot })),
    ...others.map((word) => ({ word, isNot: isNot !== (before === 'without') })),
  ];
  return found.length === 0 ? undefined : found;
}

function understood(typed: string, dictionary: Dictionary, facts: Facts): Meaning {
  const [first, ...others] = meanings(typed, dictionary) ?? [];
  if (!first) throw new ActionImpossible(refusalOf(typed.replace(/^not /, ''), dictionary, facts));
  if (others.length === 0) return first;
  const ways = [first, ...others].map(({ word: { exact, who }, isNot }) =>
    isNot ? `"not ${exact}" to leave out ${who}` : `"${exact}" for ${who}`,
  );
  throw new ActionImpossible(
    `"${typed}" has ${ways.length} meanings here. Please write ${ways.join(', or ')}.`,
  );
}

/** The values that exist before and after a word, and the sentence about another value. */
const LISTED: readonly { key: string; nothing: string; unknown: (value: string) => string }[] = [
  {
    key: 'presented as ',
    nothing: 'The committee has not written for any abstract how it is presented.',
    unknown: (value) => `No abstract is presented as "${value}". The committee wrote:`,
  },
  ...[
    { key: 'type=', one: 'presentation type' },
    { key: 'extra=', one: 'extra' },
    { key: 'phase=', one: 'phase' },
    { key: 'session=', one: 'session' },
    { key: 'language=', one: 'language' },
    { key: 'got=', one: 'letter' },
    { key: 'answer=', one: 'question' },
    { key: 'without answer=', one: 'question' },
    { key: 'answer ', one: 'answer' },
  ].map(({ key, one }) => ({
    key,
    nothing: `There is no ${one} here that “${key}” could name.`,
    unknown: (value: string) => `There is no ${one} "${value}". The ${one}s are`,
  })),
];

function refusalOf(typed: string, { shown, find }: Dictionary, { content }: Facts): string {
  const isKnown = LISTED.some(({ key }) => typed.startsWith(key));
  const word = isKnown ? typed : typed.replace(/^with(?:out)? (?=[^=]+=)/, '');
  const country = /^country=(.*)$/.exec(word)?.[1];
  if (country !== undefined) typedCountry(country);
  const amount = /^(?:paid|price)[ =](.*\d.*)$/.exec(word)?.[1];
  if (amount !== undefined) return noAmount(amount, content.prices.currency);
  const listed = LISTED.find(({ key }) => word.startsWith(key) && word.length > key.length);
  if (listed) {
    const { key, nothing, unknown } = listed;
    const values = [...shown.values()].flatMap(({ exact }) =>
      exact.startsWith(key) ? exact.slice(key.length) : [],
    );
    return values.length === 0
      ? nothing
      : `${unknown(word.slice(key.length))} ${values.toSorted().join(', ')}.`;
  }
  const missing = referencesIn(word)?.filter((each) => find(spellingOf(each)).length === 0);
  if (missing && missing.length > 0) return `There is no abstract ${missing.join(', ')}.`;
  if (ALONE.includes(word)) return `"${word}" stands alone, without other words and without “not”.`;
  const meant = nearestOf(shown, word);
  const own = [...shown.keys()].map((each) => each.replace(/=.*$/, '=…'));
  const kinds = new Set([...own, ...FURTHER, ...ALONE]);
  const comma = / (?:and|und|et|y) |[;&]/.test(typed) ? ' A comma means “and”.' : '';
  return `"${word}" is not a group of recipients.${comma}${meant === undefined ? '' : ` Do you mean "${meant}"?`} You can use ${[...kinds].join(', ')}, and not before each word.`;
}

/** The words that no list can have. */
const FURTHER = [
  'country=…',
  'got=…',
  'paid=…',
  'price=…',
  ...Object.keys(NUMBERS).map((name) => `${name}=…`),
  'presented as …',
  'references of abstracts',
  'older than 14 days',
];

/** The word that somebody meant by another spelling, or by an answer without its "answer": "diet=vegan". */
function nearestOf(shown: Dictionary['shown'], typed: string): string | undefined {
  const spelled = new Map(
    [...shown].flatMap(([word, { exact, names }]) =>
      [exact, ...names].map((name) => [spellingOf(name), word] as const),
    ),
  );
  const near = nearestWord([...spelled.keys()], typed);
  return spelled.get(`answer ${typed}`) ?? (near === undefined ? undefined : spelled.get(near));
}

/** These words choose people who are neither registered nor authors. */
export const ALONE: readonly string[] = ['former', 'reviewers'];

/** A selection of common words in the spelling that means nothing else in this conference. */
export function unmistakable(selection: string, content: Facts['content']): string {
  const { find } = dictionaryOf({
    content,
    registrations: [],
    contributions: [],
    letters: new Map(),
    now: new Date(0),
  });
  return selection
    .split(', ')
    .map((each) => {
      const bare = each.replace(/^not /, '');
      const [word] = find(`word=${bare}`);
      return word && find(bare).length > 1 ? each.replace(bare, word.exact) : each;
    })
    .join(', ');
}
