import { titleIn } from '#server/abstract/mails.ts';
import { contributionLengths } from '#contract/abstract.ts';
import type { Content } from '#contract/content.ts';
import { countryOf } from '#contract/countries.ts';
import { line } from '#contract/text.ts';
import { choiceField, hiddenFields, lineField } from '#server/http/form-field.ts';
import { personField, readFields } from '#server/http/person-fields.ts';
import { html, type Markup } from '#server/markup.ts';
import type { Submitter } from '#server/abstract/abstracts.ts';

const PERSON = ['name', 'email', 'phone', 'institute', 'country'] as const;

type Typed = Readonly<Record<string, string>>;
type Words = Pick<
  Content,
  'language' | 'labels' | 'mails' | 'yourAbstract' | 'yourRegistration' | 'sessions'
>;

/** The entries of the form, as they are saved. */
export function savedDetails(abstract: Submitter, { labels }: Pick<Words, 'labels'>): Typed {
  const { name, email, phone, organizationName, country } = abstract;
  const { sessionId, interestedInId } = abstract;
  return {
    titlePrefix: titleIn(abstract.titlePrefix, labels),
    name,
    email,
    phone,
    institute: organizationName,
    country,
    sessionId,
    interestedInId,
  };
}

/** The form about the person who sent the abstract. `hasSession`: its session can still be changed. */
export function detailsForm(
  content: Words,
  { action, version, hasSession }: { action: string; version: number; hasSession: boolean },
  typed: Typed,
  mistakes: Typed = {},
): Markup {
  const { details: said } = content.yourAbstract;
  const { labels } = content.mails;
  const filled = { typed, mistakes };
  const choice = (
    name: 'sessionId' | 'interestedInId',
    label: string,
    list: readonly { id: string; name: string }[],
  ) => {
    const value = typed[name] ?? '';
    // An id that the content no longer lists stays until the author chooses another one.
    const known = list.some(({ id }) => id === value)
      ? list
      : [{ id: value, name: value }, ...list];
    const choices = known.map((each) => ({ value: each.id, words: each.name }));
    return choiceField({ name, label, mistake: mistakes[name], value }, choices);
  };
  return html`<form method="post" action="${action}" class="receipt-form">
    ${hiddenFields({ version })}
    <p class="receipt-words">${said.intro}</p>
    ${lineField(
      {
        name: 'titlePrefix',
        label: said.titlePrefix,
        mistake: mistakes['titlePrefix'],
        value: typed['titlePrefix'],
        autocomplete: 'honorific-prefix',
      },
      { most: contributionLengths.prefix },
    )}
    ${personField(content, 'name', filled, { isOwn: true })}
    ${personField(content, 'email', filled, { isOwn: true, note: said.emailNote })}
    ${personField(content, 'phone', filled, { isOwn: true })}
    ${personField(content, 'institute', filled, { isOwn: true, label: labels.organization })}
    ${personField(content, 'country', filled, { isOwn: true })}
    ${hasSession ? choice('sessionId', said.session, content.sessions.sessions) : undefined}
    ${hasSession ? choice('interestedInId', said.interestArea, content.sessions.interestAreas) : undefined}
    <button class="receipt-download" type="submit">${said.save}</button>
  </form>`;
}

/** Reads the form. Entries that it does not have stay as they are. */
export function readDetails(
  content: Words,
  typed: Typed,
  { hasSession, saved }: { hasSession: boolean; saved: Submitter },
): { details: Submitter } | { mistakes: Typed } {
  const { messages } = content.yourAbstract.details;
  // An author may come from a country that the list spells in another way: it can stay.
  const asked = PERSON.filter((field) => field !== 'country' || typed['country'] !== saved.country);
  const { entries, mistakes: ofPerson } = readFields(content, asked, typed);
  const mistakes: Record<string, string> = { ...ofPerson };
  const prefix = line(contributionLengths.prefix).safeParse(typed['titlePrefix']).data;
  const isKept = prefix === undefined || prefix === titleIn(saved.titlePrefix, content.labels);
  if (prefix === undefined) mistakes['titlePrefix'] = messages.titlePrefix;
  const chosen = (
    name: 'sessionId' | 'interestedInId',
    list: readonly { id: string }[],
    message: string,
  ) => {
    const id = hasSession ? (typed[name] ?? '') : saved[name];
    if (id !== saved[name] && !list.some((each) => each.id === id)) mistakes[name] = message;
    return id;
  };
  const { sessions, interestAreas } = content.sessions;
  const sessionId = chosen('sessionId', sessions, messages.session);
  const interestedInId = chosen('interestedInId', interestAreas, messages.interestArea);
  if (Object.keys(mistakes).length > 0) return { mistakes };
  return {
    details: {
      titlePrefix: isKept ? saved.titlePrefix : prefix,
      name: entries.name ?? saved.name,
      email: entries.email ?? saved.email,
      phone: entries.phone ?? saved.phone,
      organizationName: entries.institute ?? saved.organizationName,
      country: countryOf(entries.country ?? saved.country),
      sessionId,
      interestedInId,
    },
  };
}
