import type { Content } from '#contract/content.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { dayText } from '#contract/content/calendar-days.ts';
import { entriesOf, entryKey, rorAddress } from '#server/abstract/organisations.ts';
import { checkField, lineField } from '#server/http/form-field.ts';
import { alert } from '#server/http/page-parts.ts';
import { html, type Markup } from '#server/markup.ts';
import type { OwnAbstract } from '#features/author-page/own-abstract.ts';
import type { Choice, Choices } from './affiliation-organisations.ts';
import type { Listed, OrganisationList } from './organisation-list.ts';
import { placeIn } from './organisation-routes.ts';
import { proposalsFor } from './propose-organisations.ts';

/** The value of the choice that the list does not have an organisation, and the name of the buttons that search. */
const NONE = 'none';
export const SEARCH = 'search';
const MOST_SHOWN = 8;
const LONGEST_SEARCH = 100;

/** The form as sent; its fields have the numbers of the entries. */
export type Typed = Readonly<Record<string, string>>;

/** The different entries of the affiliations of all authors. */
export function entriesIn({ authors }: Pick<OwnAbstract, 'authors'>): string[] {
  const all = authors.flatMap(({ affiliation }) => entriesOf(affiliation));
  const byKey = Map.groupBy(all, entryKey);
  return [...byKey.values()].flatMap(([first]) => first ?? []);
}

type Shown = {
  action: string;
  list: OrganisationList;
  entries: readonly string[];
  choices: Choices;
  trouble?: string | undefined;
};

/** The form with the proposals of the list; a search below an entry shows what it finds, and saves nothing. */
export function organisationsForm(
  content: Pick<Content, 'language' | 'yourAbstract'>,
  { action, list, entries, choices, trouble }: Shown,
  typed: Typed = {},
): Markup {
  const said = content.yourAbstract.organisations;
  const place = placeIn(content.language);
  return html`${alert(trouble)}
    <form method="post" action="${action}" class="receipt-form">
      <p class="receipt-words">${said.intro}</p>
      ${entries.map((entry, at) => {
        const number = at + 1;
        const field = `organisation-${number}`;
        const searched = typed[`${SEARCH}-${number}`]?.slice(0, LONGEST_SEARCH) ?? '';
        const found = searched === '' ? undefined : list.search(searched, MOST_SHOWN);
        const saved = choices.get(entryKey(entry));
        const chosen = typed[field] ?? (choices.has(entryKey(entry)) ? (saved?.ror ?? NONE) : '');
        const shown = offered(list, { entry, found, chosen });
        return html`<fieldset id="entry-${number}">
          <legend>${entry}</legend>
          ${shown.map((each) =>
            checkField('radio', {
              name: field,
              value: each.ror,
              isChecked: each.ror === chosen,
              label: each.name,
              note: `${place(each)} · ${rorAddress(each).replace('https://', '')}`,
            }),
          )}
          ${found?.length === 0 ? html`<p class="receipt-words">${said.nothing}</p>` : undefined}
          ${checkField('radio', { name: field, value: NONE, isChecked: chosen === NONE, label: said.none })}
          ${checkField('radio', { name: field, value: '', isChecked: chosen === '', label: said.open })}
          ${lineField({ name: `${SEARCH}-${number}`, label: said.search, value: searched }, { most: LONGEST_SEARCH })}
          <button
            class="receipt-text-button"
            name="${SEARCH}"
            value="${number}"
            formaction="${action}#entry-${number}"
          >
            ${said.find}
          </button>
        </fieldset>`;
      })}
      <button class="receipt-download" type="submit">${said.save}</button>
      <p class="receipt-words receipt-note">
        ${fillPlaceholders(said.source, { date: dayText(list.date, content.language) })}
      </p>
    </form>`;
}

/** The organisations to choose from: the chosen one, then those that were searched for, or that the entry may mean. */
function offered(
  list: OrganisationList,
  { entry, found, chosen }: { entry: string; found: Listed[] | undefined; chosen: string },
): Listed[] {
  const own = list.find(chosen);
  const others = found ?? proposalsFor(list, entry).map(({ organisation }) => organisation);
  const all = [...(own ? [own] : []), ...others];
  return [...new Map(all.map((each) => [each.ror, each])).values()];
}

/** The choices of a form. An entry without one stays as it is, and so does one whose organisation nobody knows. */
export function readChoicesIn(
  list: OrganisationList,
  entries: readonly string[],
  typed: Typed,
): Choice[] {
  return entries.flatMap((entry, at): Choice[] => {
    const chosen = typed[`organisation-${at + 1}`] ?? '';
    if (chosen === NONE) return [{ entry, organisation: undefined }];
    const organisation = list.find(chosen);
    return organisation ? [{ entry, organisation }] : [];
  });
}
