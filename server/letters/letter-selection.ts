import type { Prices } from '#contract/content.ts';
import { countryOf, findCountry } from '#contract/countries.ts';
import { nearestWord } from '#contract/nearest-word.ts';
import { findTitled } from '#server/abstract/abstract-titles.ts';
import type { AbstractState } from '#server/abstract/decisions.ts';
import { normalised, timestamp } from '#server/identity.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import { typedCountry } from '#server/orders/typed-country.ts';
import type { ListedParticipant } from '#server/reports/list-participants.ts';

/** A registration as letters see it. */
export type Registration = ListedParticipant & {
  /** Whether the person has a paid place, perhaps by another registration. */
  hasPaid: boolean;
  /** Whether its price needs a proof that no organiser has accepted. */
  isUnproved: boolean;
  /** Whether its order can be paid by a link now; only known if the selection asks for it. */
  isPayable: boolean;
  /** The reader of letters about it: the participant, or the payer of a group that is not paid. */
  reader: { name: string; email: string; language: string; isPayerOfGroup: boolean };
};

/** An abstract with its decision, as letters see it. */
export type Contribution = {
  id: string;
  name: string;
  email: string;
  country: string;
  language: string;
  reference: string;
  /** The end of the address of its page. */
  token: string;
  sessionId: string;
  fileName: string;
  sentAt: string;
  state: AbstractState;
  isAccepted: boolean;
  /** Whether the author was not told of the decision, or of its last change. */
  isUntold: boolean;
  /** The title and the names of the authors, if the author has given them. */
  title: string | undefined;
  authors: readonly string[] | undefined;
  presentation: string | undefined;
  slot: string | undefined;
  /** The number of a poster. */
  number: string | undefined;
  /** The committee's comment to the author. */
  comment: string | undefined;
  hasFinalVersion: boolean;
  hasConsent: boolean;
  isInfected: boolean;
};

/** An amount that an organiser asked for, as letters see it. */
export type AskedAmount = {
  reference: string;
  name: string;
  email: string;
  country: string;
  language: string;
  askedAt: string;
  isOwed: boolean;
  /** Whether it can be paid by its link now; only known if the selection asks for it. */
  isPayable: boolean;
};

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
  /** Whether one of its words needs `isPayable`. */
  asksPayable: boolean;
  /** Whether it chooses authors, and not registrations. */
  isAboutAbstracts: boolean;
  /** Undefined if the correspondent gets no letter. */
  match: (correspondent: Correspondent) => Match | undefined;
};

/** A word with two tests, such as a country, is about registrations and abstracts alike. */
type Word = {
  registration?: (registration: Registration) => boolean;
  contribution?: (contribution: Contribution) => boolean;
  amount?: (asked: AskedAmount) => boolean;
  isUnpaid?: true;
  /** Only these words reach authors who have withdrawn. */
  isOfWithdrawn?: true;
};
type Asked = Word & { isNot: boolean };

const isAccepted = ({ state }: Contribution) => state === 'ACCEPTED' || state === 'CONFIRMED';
const isWithdrawn = ({ state }: Contribution) => state === 'WITHDRAWN';

const WORDS: Record<string, Word & { who: string }> = {
  all: {
    who: 'everybody who registered or sent an abstract, except the refunded, cancelled and withdrawn',
    registration: isTakingPart,
    contribution: () => true,
  },
  registered: {
    who: 'everybody who registered, paid or not, except the refunded and cancelled',
    registration: isTakingPart,
  },
  paid: {
    who: 'people with a paid place',
    registration: ({ state }) => state === 'CONFIRMED',
  },
  unpaid: {
    who: 'people who registered and have not paid, and the payers of unpaid groups and of amounts asked for; among authors everybody without a paid place, registered or not',
    registration: ({ state, hasPaid }) =>
      !hasPaid && ['REGISTERED', 'AWAITING_PAYMENT', 'EXPIRED'].includes(state),
    amount: ({ isOwed }) => isOwed,
    isUnpaid: true,
  },
  asked: { who: 'the payers of amounts that you asked for, paid or not', amount: () => true },
  payable: {
    who: 'the unpaid whose order can be paid by its link now',
    registration: ({ isPayable }) => isPayable,
    amount: ({ isPayable }) => isPayable,
  },
  unagreed: {
    who: 'people who paid an amount that nobody agreed to',
    registration: ({ state }) => state === 'WAITS_FOR_AGREEMENT',
  },
  refunded: {
    who: 'people who got all of their money back',
    registration: ({ state }) => state === 'REFUNDED',
  },
  cancelled: {
    who: 'people whose registration was cancelled',
    registration: ({ state }) => state === 'CANCELLED',
  },
  group: {
    who: 'people whom somebody else has registered',
    registration: ({ isInGroup }) => isInGroup,
  },
  member: {
    who: 'people with a price for members',
    registration: ({ isMember }) => isMember,
  },
  invited: {
    who: 'people who registered by a personal link',
    registration: ({ isInvited }) => isInvited,
  },
  proved: {
    who: 'people whose proof of their price you have accepted',
    registration: ({ proof }) => proof === 'ACCEPTED',
  },
  unproved: {
    who: 'people with a paid place whose price needs a proof that you have not accepted',
    registration: ({ isUnproved }) => isUnproved,
  },
  discount: {
    who: 'people with an agreed amount',
    registration: ({ kind }) => kind === 'discount',
  },
  abstracts: { who: 'authors, except those who have withdrawn', contribution: () => true },
  accepted: { who: 'authors of accepted abstracts', contribution: isAccepted },
  rejected: {
    who: 'authors of rejected abstracts',
    contribution: ({ state }) => state === 'REJECTED',
  },
  undecided: {
    who: 'authors of abstracts without a decision',
    contribution: ({ state }) => state === 'RECEIVED',
  },
  answered: {
    who: 'accepted authors who have answered whether they will present',
    contribution: (one) => one.state === 'CONFIRMED' || (one.isAccepted && isWithdrawn(one)),
    isOfWithdrawn: true,
  },
  unanswered: {
    who: 'accepted authors who have not answered',
    contribution: ({ state }) => state === 'ACCEPTED',
  },
  confirmed: {
    who: 'accepted authors who will present',
    contribution: ({ state }) => state === 'CONFIRMED',
  },
  withdrawn: {
    who: 'authors who have withdrawn, before or after the decision',
    contribution: isWithdrawn,
    isOfWithdrawn: true,
  },
  untold: {
    who: 'authors who were not told of the decision, or of its last change, such as another slot',
    contribution: ({ isUntold }) => isUntold,
  },
  'with title': {
    who: 'authors who have given the title of the contribution',
    contribution: ({ title }) => title !== undefined,
  },
  'with authors': {
    who: 'authors who have given the list of authors',
    contribution: ({ authors }) => authors !== undefined,
  },
  'with final version': {
    who: 'authors who have sent the final version',
    contribution: ({ hasFinalVersion }) => hasFinalVersion,
  },
  'with consent': {
    who: 'authors who have agreed to publication',
    contribution: ({ hasConsent }) => hasConsent,
  },
  'with pdf': {
    who: 'authors whose newest file is a PDF',
    contribution: ({ fileName }) => /\.pdf$/i.test(fileName),
  },
  infected: {
    who: 'authors in whose newest file the scanner has found something',
    contribution: ({ isInfected }) => isInfected,
  },
};

/** The words of a selection, each with the people whom it reaches. */
export const selectionWords: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(WORDS).map(([word, { who }]) => [word, who])),
  former:
    'people who agreed at an earlier conference to be invited, and have not registered or sent an abstract here; alone, and with --news',
  'presented as poster':
    'authors of accepted abstracts, by what the committee wrote under Presentation',
  'AB26-… AB26-…': 'the authors of these abstracts, with blanks between them',
  'session=ID': 'authors, by the session of the abstract: its id or its name',
  'without title':
    'authors who have not given it; so with each of these words that begins with “with”',
  'older than 14 days': 'by the day of the registration, or of the abstract',
  'speaker, poster …': 'the registered presentation types of prices.yaml, by their id',
  'country=Poland': 'by the country: its name in most languages, or its code',
  'language=de': 'by the language in which they registered or sent the abstract',
  'not paid':
    'not before a word leaves out everybody whom the word reaches; beside another word about abstracts it is about the same abstract',
};

/** Whether a registration has a paid place, or money came for it that nobody has looked at yet. */
const HAS_PLACE: Word = { registration: ({ hasPaid }) => hasPaid };

/** A person who got a refund of the whole order does not come. */
function isTakingPart({ state }: Pick<Registration, 'state'>): boolean {
  return state !== 'CANCELLED' && state !== 'REFUNDED';
}

/** The facts that words refer to. */
type Facts = {
  prices: Prices;
  sessions: readonly { id: string; name: string }[];
  presentations: readonly string[];
  /** The references of all abstracts. */
  references: readonly string[];
  /** The languages of the conference. */
  languages: readonly string[];
  now: Date;
};

/**
 * Reads a selection such as "accepted, not registered". A comma means and: one registration has to meet all words about
 * registrations, and one abstract of the same address all words about abstracts. `not` leaves out everybody whom its
 * word reaches. Beside another word about abstracts, `not` is about the same abstract.
 */
export function readSelection(selection: string, facts: Facts): Selection {
  const typed = wordsIn(selection, facts).map((word) => readWord(word, facts));
  const wantsAbstract = typed.some((word) => !word.isNot && isOfAbstracts(word));
  const ofRegistrations = typed.filter((word) => !word.isNot && isOfRegistrations(word));
  // Among authors, the unpaid are those without a paid place, whether they registered or not.
  const isAmongAuthors = wantsAbstract && ofRegistrations.every(({ isUnpaid }) => isUnpaid);
  const words = typed.map((word) =>
    word.isUnpaid && isAmongAuthors ? { ...HAS_PLACE, isNot: !word.isNot } : word,
  );
  if (words.every(({ isNot }) => isNot)) words.push({ ...WORDS['all'], isNot: false });
  const wantsRegistration = words.some((word) => !word.isNot && isOfRegistrations(word));
  const left = words.filter(
    (word) => word.isNot && (isOfRegistrations(word) || (isOfAbstracts(word) && !wantsAbstract)),
  );
  const asked = words.filter((word) => !left.includes(word));
  const asksWithdrawn = asked.some(({ isOfWithdrawn, isNot }) => isOfWithdrawn && !isNot);
  return {
    asksPayable: typed.some((word) => word.registration === WORDS['payable']?.registration),
    isAboutAbstracts: wantsAbstract && !wantsRegistration,
    match({ registrations: all, memberships, namesakes, contributions: sent, asked: amounts }) {
      const isLeftOut = left.some(
        ({ registration, contribution, isOfWithdrawn }) =>
          [...all, ...memberships, ...namesakes].some((one) => registration?.(one)) ||
          sent.some((one) => contribution?.(one) && (isOfWithdrawn || !isWithdrawn(one))),
      );
      const registrations = all.filter((one) =>
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

function isOfRegistrations({ registration, contribution }: Word): boolean {
  return registration !== undefined && contribution === undefined;
}

function isOfAbstracts({ registration, contribution }: Word): boolean {
  return contribution !== undefined && registration === undefined;
}

function readWord(typed: string, facts: Facts): Asked {
  const word = withoutNot(typed);
  return { ...findWord(word, facts), isNot: word !== typed };
}

/** AB26-7K3M-9QXW, in small letters as all words, and perhaps others after blanks. */
const REFERENCES = /^[a-z0-9]{2,8}(?:-[a-z0-9]{4}){2}(?: [a-z0-9]{2,8}(?:-[a-z0-9]{4}){2})*$/;

function findWord(word: string, facts: Facts): Word {
  const { prices, sessions, presentations, references, languages, now } = facts;
  const country = countryIn(word);
  if (country !== undefined) {
    const name = typedCountry(country);
    const isThere = (one: { country: string }) => countryOf(one.country) === name;
    return { registration: isThere, contribution: isThere, amount: isThere };
  }
  const tag = /^language ?= ?(.+)$/.exec(word)?.[1];
  if (tag !== undefined) {
    const language = languages.find((each) => each.toLowerCase() === tag);
    if (language === undefined) {
      throw new ActionImpossible(
        `The conference has no language "${tag}". It has ${languages.join(', ')}.`,
      );
    }
    return {
      registration: ({ reader }) => reader.language === language,
      contribution: (one) => one.language === language,
      amount: (one) => one.language === language,
    };
  }
  const session = sessionIn(word);
  if (session !== undefined) {
    const id = findTitled(sessions, session)?.id;
    if (id !== undefined) return { contribution: ({ sessionId }) => sessionId === id };
    throw new ActionImpossible(
      `There is no session "${session}". The sessions are ${sessions.map((each) => each.id).join(', ')}.`,
    );
  }
  const days = /^older than ([1-9]\d{0,2}) days?$/.exec(word)?.[1];
  if (days !== undefined) {
    const before = timestamp(now, -Number(days) * 24 * 60 * 60_000);
    return {
      registration: ({ registeredAt }) => registeredAt < before,
      contribution: ({ sentAt }) => sentAt < before,
      amount: ({ askedAt }) => askedAt < before,
    };
  }
  const presentation = /^presented as (.+)$/.exec(word)?.[1];
  if (presentation !== undefined) {
    refuseUnknown(presentation, presentations);
    return {
      contribution: (one) => isAccepted(one) && normalised(one.presentation ?? '') === presentation,
    };
  }
  const known = Object.hasOwn(WORDS, word) ? WORDS[word] : undefined;
  if (known) return known;
  const types = prices.presentationTypes.map(({ id }) => id);
  if (types.includes(word)) {
    return { registration: ({ presentationType }) => presentationType === word };
  }
  if (REFERENCES.test(word)) {
    const named = new Set(word.toUpperCase().split(' '));
    const unknown = [...named.difference(new Set(references))];
    if (unknown.length > 0) {
      throw new ActionImpossible(`There is no abstract ${unknown.join(', ')}.`);
    }
    return { contribution: ({ reference }) => named.has(reference) };
  }
  const words = [...new Set([...Object.keys(WORDS), ...types])];
  const meant = nearestWord(words, word);
  throw new ActionImpossible(
    `"${word}" is not a group of recipients.${meant === undefined ? '' : ` Do you mean "${meant}"?`} You can use ${words.join(', ')}, country=…, language=…, session=…, presented as …, references of abstracts, older than 14 days, and not before each of them.`,
  );
}

function refuseUnknown(presentation: string, presentations: readonly string[]): void {
  if (presentations.some((known) => normalised(known) === presentation)) return;
  const written = [...new Set(presentations)].toSorted().join(', ');
  throw new ActionImpossible(
    written === ''
      ? 'The committee has not written for any abstract how it is presented.'
      : `No abstract is presented as "${presentation}". The committee wrote: ${written}.`,
  );
}

/** The words between the commas; "country=Hong Kong, China" is one word, since it names one country. */
function wordsIn(selection: string, { sessions }: Facts): string[] {
  const words: string[] = [];
  for (const part of selection.split(',').map((word) => normalised(word))) {
    if (withoutNot(part) === '') {
      throw new ActionImpossible(
        'Please name the recipients, such as “paid, speaker, country=Poland”.',
      );
    }
    const longer = withoutNot(`${words.at(-1)}, ${part}`);
    const isOne =
      findCountry(countryIn(longer) ?? '') !== undefined ||
      findTitled(sessions, sessionIn(longer) ?? '') !== undefined;
    if (isOne) words[words.length - 1] = `${words.at(-1)}, ${part}`;
    else words.push(part.replace(/^without /, 'not with '));
  }
  return words;
}

function withoutNot(word: string): string {
  return word.replace(/^not( |$)/, '');
}

function countryIn(word: string): string | undefined {
  return /^country ?= ?(.+)$/.exec(word)?.[1];
}

function sessionIn(word: string): string | undefined {
  return /^session ?= ?(.+)$/.exec(word)?.[1];
}
