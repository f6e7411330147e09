import { plainText, tidyReference } from '#contract/typed-reference.ts';
import { type Content, inLanguage, languagesOf, optionIn } from '#contract/content.ts';
import { extraOf } from '#contract/content/combinations.ts';
import { countryOf, findCountry } from '#contract/countries.ts';
import { requests } from '#contract/requests.ts';
import { readAmount } from '#contract/typed-amount.ts';
import type { AbstractState } from '#features/programme/decisions.ts';
import { DAY } from '#contract/time-spans.ts';
import type { KeptAbstract } from '#server/abstract/abstracts.ts';
import { features } from '#server/features.ts';
import { normalised, timestamp } from '#server/identity.ts';
import { unansweredBy } from '#features/questions/answer-questions.ts';
import { answerWords, offeredAnswers } from '#features/questions/questions.ts';
import { countOf, type ListedParticipant } from '#server/reports/list-participants.ts';

/** A registration as letters see it. */
export type Registration = ListedParticipant & {
  /** Whether the person has a paid place, perhaps by another registration. */
  hasPaid: boolean;
  /** Whether its price needs a proof that no organiser has accepted. */
  isUnproved: boolean;
  /** Whether an organiser gave the place for nothing, by a sheet of guests. */
  isGuest: boolean;
  /** Whether nobody knows yet if money comes: the provider says so, or the payer has chosen a bank transfer. */
  isPending: boolean;
  isTransferring: boolean;
  /** Whether its order can be paid by a link now; only known if the selection asks for it. */
  isPayable: boolean;
  /** The reader of letters about it: the participant, or the payer of a group that is not paid. */
  reader: { name: string; email: string; language: string; isPayerOfGroup: boolean };
};

/** An abstract with its decision, as letters see it. */
export type Contribution = KeptAbstract & {
  sentAt: string;
  state: AbstractState;
  isAccepted: boolean;
  /** Whether the author was not told of the decision, or of its last change. */
  isUntold: boolean;
  /** The names of the authors, if the author has given them. */
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
  isPending: boolean;
  isTransferring: boolean;
  /** Whether it can be paid by its link now; only known if the selection asks for it. */
  isPayable: boolean;
};

/** The tests of a word. One with several, such as a country, is about registrations and abstracts alike. */
export type Tests = {
  registration?: (registration: Registration) => boolean;
  contribution?: (contribution: Contribution) => boolean;
  amount?: (asked: AskedAmount) => boolean;
  isUnpaid?: true;
  asksPayable?: true;
  /** Only these words reach people who were cancelled or refunded, and authors who have withdrawn. */
  isOfGone?: true;
};

/** A word of a selection with the people whom it reaches. */
export type Word = Tests & {
  /** The spelling that means nothing else. */
  exact: string;
  /** Further spellings. */
  names: readonly string[];
  /** The spelling that people are shown if it means nothing else. */
  shown?: string;
  who: string;
};

const isAccepted = ({ state }: Contribution) => state === 'ACCEPTED' || state === 'CONFIRMED';
export const isWithdrawn = ({ state }: Contribution) => state === 'WITHDRAWN';

/** Whether the person may come: whoever was cancelled, or got a refund of the whole order, does not. */
export function isTakingPart({ state }: Pick<Registration, 'state'>): boolean {
  return state !== 'CANCELLED' && state !== 'REFUNDED';
}

const WORDS: Record<string, Tests & { who: string; also?: readonly string[] }> = {
  all: {
    who: 'everybody who registered or sent an abstract, except the refunded, cancelled and withdrawn',
    registration: () => true,
    contribution: () => true,
  },
  registered: {
    who: 'everybody who registered, paid or not, except the refunded and cancelled',
    registration: () => true,
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
    asksPayable: true,
  },
  unagreed: {
    who: 'people who paid an amount that nobody agreed to',
    registration: ({ state }) => state === 'WAITS_FOR_AGREEMENT',
  },
  'half-paid': {
    who: 'people who paid their part while somebody else still has to pay another',
    registration: ({ state }) => state === 'WAITS_FOR_PAYER',
  },
  refunded: {
    who: 'people who got all of their money back',
    registration: ({ state }) => state === 'REFUNDED',
    isOfGone: true,
  },
  cancelled: {
    who: 'people whose registration was cancelled',
    registration: ({ state }) => state === 'CANCELLED',
    isOfGone: true,
  },
  'checked in': {
    who: 'people who were checked in at the desk',
    also: ['came'],
    registration: ({ checkedInAt }) => checkedInAt !== undefined,
  },
  room: { who: 'people with a room', registration: ({ hasRoom }) => hasRoom },
  group: {
    who: 'people whom somebody else has registered',
    registration: ({ isInGroup }) => isInGroup,
  },
  member: {
    who: 'people with a price for members',
    registration: ({ isMember }) => isMember,
  },
  guests: {
    who: 'people to whom you gave a free place by a sheet (invite)',
    registration: ({ isGuest }) => isGuest,
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
  'without proof': {
    who: 'people with a paid place who have not sent the proof of their price yet',
    registration: ({ isUnproved, proof }) =>
      isUnproved && (proof === undefined || proof === 'ASKED'),
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
    isOfGone: true,
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
    isOfGone: true,
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
  'with slot': {
    who: 'accepted authors with a slot in the programme',
    contribution: (one) => isAccepted(one) && one.slot !== undefined,
  },
  'with number': {
    who: 'accepted authors whose poster has a number',
    contribution: (one) => isAccepted(one) && one.number !== undefined,
  },
  'with comment': {
    who: 'authors with a comment of the committee',
    contribution: ({ comment }) => comment !== undefined,
  },
  infected: {
    who: 'authors in whose newest file the scanner has found something',
    contribution: ({ isInfected }) => isInfected,
  },
};

/** The facts that words refer to. */
export type Facts = {
  content: Content;
  registrations: readonly Registration[];
  contributions: readonly Contribution[];
  /** The subjects of letters, each with the addresses that got one with this subject or will get it. */
  letters: ReadonlyMap<string, ReadonlySet<string>>;
  now: Date;
};

/** The same text has the same spelling, however it is typed: `Extra = Dinner` is `extra=dinner`. */
export function spellingOf(typed: string): string {
  return normalised(typed).replaceAll(/ ?= ?/g, '=').replaceAll(/ ?, ?/g, ', ');
}

/** The words of every conference. */
function commonWords(): Word[] {
  const common = Object.entries(WORDS).map(([word, { also = [], ...tests }]): Word => {
    return { ...tests, exact: `word=${word}`, names: [word, ...also], shown: word };
  });
  const wishes = requests.map(({ id, label }): Word => {
    const word = spellingOf(label);
    return {
      exact: `word=${word}`,
      names: [word],
      shown: word,
      who: `people who asked for: ${label}`,
      registration: ({ [id]: value }) => value !== false && value !== 0 && value !== '',
    };
  });
  return [...common, ...wishes];
}

type Named = { id: string; label: string };

/** Things of one list in all languages, each with its id and all its labels. */
function inAllLanguages(
  content: Content,
  list: (content: Content) => readonly Named[],
): { id: string; label: string; labels: string[] }[] {
  const lists = languagesOf(content).map((language) => list(inLanguage(content, language)));
  return list(content).map(({ id, label }) => ({
    id,
    label,
    labels: lists.flatMap((each) => each.find((other) => other.id === id)?.label ?? []),
  }));
}

function keyed(
  key: string,
  { id, labels }: { id: string; labels: readonly string[] },
): Pick<Word, 'exact' | 'names'> {
  return { exact: key + id, names: labels.map((label) => key + label) };
}

/** The words of one conference, from its content and from what people have ordered and answered. */
function ownWords(content: Content, registrations: readonly Registration[]): Word[] {
  return [
    ...wordsOfTypes(content, registrations),
    ...wordsOfExtras(content, registrations),
    ...wordsOfPhases(content, registrations),
    ...wordsOfQuestions(content, registrations),
    ...wordsOfFeatures(content),
    ...wordsOfLanguages(content),
    ...inAllLanguages(content, ({ sessions: { sessions } }) =>
      sessions.map(({ id, name }) => ({ id, label: name })),
    ).map((session): Word => {
      return {
        ...keyed('session=', session),
        who: `authors in the session ${session.label}`,
        contribution: ({ sessionId }) => sessionId === session.id,
      };
    }),
  ];
}

/** Ids that people have and the content does not offer any more. */
function gone(known: readonly { id: string }[], used: readonly (string | undefined)[]) {
  const ids = new Set(known.map(({ id }) => id));
  return [...new Set(used)].flatMap((id) =>
    id === undefined || ids.has(id) ? [] : [{ id, label: id, labels: [] }],
  );
}

function wordsOfTypes(content: Content, registrations: readonly Registration[]): Word[] {
  const types = inAllLanguages(content, ({ prices }) => prices.presentationTypes);
  const used = registrations.map(({ presentationType }) => presentationType);
  return [...types, ...gone(types, used)].map((type) => {
    const { exact, names } = keyed('type=', type);
    return {
      exact,
      names: [type.id, ...names],
      shown: type.id,
      who: `people who registered as ${type.label}`,
      registration: ({ presentationType }) => presentationType === type.id,
    };
  });
}

function wordsOfExtras(content: Content, registrations: readonly Registration[]): Word[] {
  const sold = inAllLanguages(content, ({ prices }) =>
    prices.extras.flatMap(({ id, label, whole }) => [...(whole ? [whole] : []), { id, label }]),
  );
  const extras = [...new Map(sold.map((extra) => [extra.id, extra])).values()];
  const used = registrations.flatMap((one) => one.extras.map(({ id }) => id));
  return [...extras, ...gone(extras, [...used.map(extraOf), ...used])].map((extra) => {
    const { exact, names } = keyed('extra=', extra);
    return {
      exact,
      names: [extra.id, ...names],
      who: `people with ${extra.label}`,
      registration: (one) => countOf(one.extras, extra.id) > 0,
    };
  });
}

function wordsOfPhases(content: Content, registrations: readonly Registration[]): Word[] {
  const inEach = languagesOf(content).map((language) => inLanguage(content, language).prices);
  const phases = content.prices.phases.map(({ name }, at) => {
    return {
      id: name,
      label: name,
      labels: inEach.flatMap(({ phases: all }) => all[at]?.name ?? []),
    };
  });
  const known = phases.flatMap(({ labels }) => labels.map((id) => ({ id })));
  const used = registrations.map(({ phase }) => phase);
  return [...phases, ...gone(known, used)].map((phase) => {
    const { id, label, labels } = phase;
    return {
      ...keyed('phase=', phase),
      who: `people who registered at the price of the phase ${label}`,
      registration: ({ phase: its }) => its !== undefined && [id, ...labels].includes(its),
    };
  });
}

function wordsOfFeatures(content: Content): Word[] {
  return features().flatMap(({ watch }) =>
    (watch?.people?.choices?.(content) ?? []).map(({ word, also, who, fits }): Word => {
      return { exact: word, names: also, who, registration: fits };
    }),
  );
}

function wordsOfQuestions(content: Content, registrations: readonly Registration[]): Word[] {
  const { questions } = content.conference;
  const asked = inAllLanguages(content, ({ conference }) => conference.questions);
  const used = registrations.flatMap(({ answers }) => Object.keys(answers));
  const words = [...asked, ...gone(asked, used)].flatMap((named): Word[] => {
    const { id, label } = named;
    const question = questions.find((each) => each.id === id);
    const given = registrations.flatMap(({ answers }) => answers[id] ?? []);
    const answers = new Set([...(question ? offeredAnswers(question) : []), ...given]);
    return [
      {
        ...keyed('answer=', named),
        who: `people who have answered “${label}”`,
        registration: (one) => one.answers[id] !== undefined,
      },
      ...(question
        ? [
            {
              ...keyed('without answer=', named),
              who: `people with a paid place who are asked “${label}” and have not answered`,
              registration: (one: Registration) =>
                unansweredBy(content, one).some((left) => left.id === id),
            },
          ]
        : []),
      ...[...answers].map((answer): Word => {
        const labels = languagesOf(content).map((each) =>
          optionIn(inLanguage(content, each), answer),
        );
        return {
          exact: `answer ${id}=${answer}`,
          names: [id, ...named.labels].flatMap((name) =>
            labels.map((said) => `answer ${name}=${said}`),
          ),
          who: `people who have answered “${label}” with ${question ? answerWords(question, answer) : answer}`,
          registration: (one) => one.answers[id] === answer,
        };
      }),
    ];
  });
  const any: Word = {
    exact: 'word=without answer',
    names: ['without answer'],
    shown: 'without answer',
    who: 'people with a paid place who have not answered all questions that they are asked',
    registration: (one) => unansweredBy(content, one).length > 0,
  };
  return questions.length === 0 ? words : [any, ...words];
}

function wordsOfLanguages(content: Content): Word[] {
  const english = new Intl.DisplayNames('en', { type: 'language' });
  return languagesOf(content).map((language) => {
    const name = english.of(language) ?? language;
    return {
      exact: `language=${language}`,
      names: [`language=${name}`],
      who: `people who registered or sent the abstract in ${name}`,
      ...ofEach((one) => one.language === language),
    };
  });
}

/** The tests of a word that is about registrations, abstracts and amounts alike, by the reader of letters about them. */
function ofEach(
  test: (one: { email: string; language: string }) => boolean,
): Pick<Tests, 'registration' | 'contribution' | 'amount'> {
  return { registration: ({ reader }) => test(reader), contribution: test, amount: test };
}

/** Words of what happened in this conference. */
function wordsOfFacts({ contributions, letters }: Facts): Word[] {
  const written = contributions.flatMap(({ presentation }) => presentation ?? []);
  // Two writings of one word are one word, with its capital letters.
  const presented = new Map(
    written
      .toSorted()
      .toReversed()
      .map((each) => [spellingOf(each), each]),
  );
  return [
    ...[...presented].map(([spelling, each]): Word => {
      return {
        exact: `presented as ${each}`,
        names: [],
        who: `authors of accepted abstracts, presented as ${each}`,
        contribution: (one) => isAccepted(one) && spellingOf(one.presentation ?? '') === spelling,
      };
    }),
    ...[...letters].map(([subject, addresses]): Word => {
      return {
        exact: `got=${subject}`,
        names: [],
        who: `people who got the letter “${subject}”`,
        ...ofEach(({ email }) => addresses.has(normalised(email))),
      };
    }),
  ];
}

/** AB26-7K3M-9QXW, and perhaps others after blanks. */
const REFERENCES = /^[A-Z0-9]{2,8}(?:-[A-Z0-9]{4}){2}(?: [A-Z0-9]{2,8}(?:-[A-Z0-9]{4}){2})*$/;

/** The references of abstracts in a word; undefined if it is no list of references. */
export function referencesIn(word: string): string[] | undefined {
  const typed = plainText(word).replaceAll(/[.;]+(?= |$)/g, '');
  return REFERENCES.test(typed) ? typed.split(' ').map(tidyReference) : undefined;
}

/** A word with a value that anybody may choose: a country, days, an amount, a number, or references. */
function wordWithValue(
  word: string,
  { content, contributions, now }: Omit<Facts, 'letters' | 'registrations'>,
): Word | undefined {
  const found = (who: string, tests: Tests): Word => ({ exact: word, names: [], who, ...tests });
  const country = findCountry(/^country=(.+)$/.exec(word)?.[1] ?? '');
  if (country !== undefined) {
    const isThere = (one: { country: string }) => countryOf(one.country) === country;
    const tests = { registration: isThere, contribution: isThere, amount: isThere };
    return found(`people from ${country}`, tests);
  }
  const days = /^older than ([1-9]\d{0,2}) days?$/.exec(word)?.[1];
  if (days !== undefined) {
    const before = timestamp(now, -Number(days) * DAY);
    return found(`people who registered, or sent the abstract, more than ${days} days ago`, {
      registration: ({ registeredAt }) => registeredAt < before,
      contribution: ({ sentAt }) => sentAt < before,
      amount: ({ askedAt }) => askedAt < before,
    });
  }
  const [, key = '', typed = ''] = /^(paid|price)[ =](.+)$/.exec(word) ?? [];
  const cents = readAmount(typed.toUpperCase(), content.prices.currency);
  if (cents !== undefined) {
    return key === 'paid'
      ? found('people with a paid place who have paid this amount, the fee included', {
          registration: ({ state, isInGroup, amountCents }) =>
            state === 'CONFIRMED' && !isInGroup && amountCents === cents,
        })
      : found('people whose registration has this price, without room, extras and fee', {
          registration: ({ unitCents }) => unitCents === cents,
        });
  }
  const [, name = '', number = ''] = /^(.+)=(\d{1,3})$/.exec(word) ?? [];
  const counted = Object.hasOwn(NUMBERS, name) ? NUMBERS[name] : undefined;
  if (counted) {
    return found(`people with so many ${name}`, {
      registration: (one) => counted(one) === Number(number),
    });
  }
  const named = referencesIn(word);
  const known = new Set(contributions.map(({ reference }) => reference));
  if (!named?.every((reference) => known.has(reference))) return undefined;
  return found('the authors of these abstracts', {
    contribution: ({ reference }) => named.includes(reference),
  });
}

/** Words with a number, such as “nights=3”. */
export const NUMBERS: Readonly<Record<string, (one: Registration) => number>> = {
  nights: ({ nights }) => nights,
  'room guests': ({ guests }) => guests,
  ...Object.fromEntries(
    requests
      .filter(({ kind }) => kind === 'number')
      .map(({ id, label }) => [spellingOf(label), (one: Registration) => Number(one[id])]),
  ),
};

/** The words that a spelling may mean, and all words by the spelling that people are shown. */
export type Dictionary = {
  find: (spelling: string) => readonly Word[];
  shown: ReadonlyMap<string, Word>;
};

/** Every word that a selection may have now. */
export function dictionaryOf(facts: Facts): Dictionary {
  const { content, registrations } = facts;
  const all = [...commonWords(), ...ownWords(content, registrations), ...wordsOfFacts(facts)];
  return dictionaryWith(all, (spelling) => wordWithValue(spelling, facts));
}

function dictionaryWith(
  all: readonly Word[],
  withValue: (spelling: string) => Word | undefined,
): Dictionary {
  const spelled = Map.groupBy(
    all.flatMap((word) =>
      [...new Set([word.exact, ...word.names].map(spellingOf))].map((name) => ({ name, word })),
    ),
    ({ name }) => name,
  );
  const find = (spelling: string): readonly Word[] => {
    const known = (spelled.get(spelling) ?? []).map(({ word }) => word);
    const exact = known.filter((word) => spellingOf(word.exact) === spelling);
    if (exact.length > 0) return exact.slice(0, 1);
    const valued = known.length > 0 ? undefined : withValue(spelling);
    return valued ? [valued] : known;
  };
  const shown = all.map((word): [string, Word] => {
    const isClear = word.shown !== undefined && find(spellingOf(word.shown)).length === 1;
    return [isClear && word.shown !== undefined ? word.shown : word.exact, word];
  });
  return { find, shown: new Map(shown) };
}

/** The words of a selection, each with the people whom it reaches: those of every conference, and its own. */
export function selectionWords(content?: Content): Record<string, string> {
  const all = [...commonWords(), ...(content ? ownWords(content, []) : [])];
  const { shown } = dictionaryWith(all, () => undefined);
  return {
    ...Object.fromEntries([...shown].map(([word, { who }]) => [word, who])),
    ...(content ? {} : OWN),
    ...OTHERS,
  };
}

/** Examples of the words that a conference has by its content. */
const OWN = {
  'speaker, poster …':
    'the registered presentation types of prices.yaml, by their id; type=speaker is the same',
  'extra=dinner': 'people with this extra; extra=dinner:vegan are those with one of its choices',
  'phase=Early': 'people who registered at the price of this phase',
  'answer diet=vegan': 'people who gave this answer to this question; answer=diet gave any answer',
  'without answer=diet':
    'people with a paid place who are asked this and have not answered; without answer: any question',
  'session=ID': 'authors, by the session of the abstract: its id or its name',
  'language=de': 'by the language in which they registered or sent the abstract',
};

const OTHERS = {
  reviewers: 'everybody in your sheet of reviewers; alone',
  former:
    'people who agreed at an earlier conference to be invited, and have not registered or sent an abstract here; alone, and with --news',
  'presented as poster':
    'authors of accepted abstracts, by what the committee wrote under Presentation',
  'AB26-… AB26-…': 'the authors of these abstracts, with blanks between them',
  'got=SUBJECT': 'people who got a letter with this subject, or will get it from the outbox',
  'country=Poland': 'by the country: its name in most languages, or its code',
  'older than 14 days': 'by the day of the registration, or of the abstract',
  'paid=199.00': 'people who have paid this amount for their own place, the fee included',
  'price=189.00': 'people whose registration has this price, without room, extras and fee',
  'nights=3': `people with so many nights; so with ${Object.keys(NUMBERS).slice(1).join(', ')}`,
  'without title':
    'authors who have not given it; without is not before each word that may begin with “with”: without room',
  'not paid':
    'not before a word leaves out everybody whom the word reaches; beside another word about abstracts it is about the same abstract',
};
