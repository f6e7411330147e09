import * as labels from 'content:labels/exhibition';
import * as forms from 'content:labels/forms';
import countries from 'content:countries';
import exhibition from 'content:exhibition';
import drawing from 'theme:drawings/book-a-stand';
import { choicesOf } from '#site/forms/country-choices.ts';
import { pageMeta } from '#site/page-meta.ts';
import { SelectField } from '#site/ui/field.tsx';
import { titles } from '#site/forms/titles.ts';
import { PageHeading } from '#site/ui/page-heading.tsx';
import type { Route } from './+types/book-a-stand-page.ts';
import { CongressBar } from './congress-bar.tsx';
import { CongressForm, RequiredText } from './congress-form.tsx';

export const loader = () => ({
  ...exhibition.bookAStand,
  congress: exhibition.congress,
  countries: choicesOf(countries.registration),
});

export const meta = ({ loaderData }: Route.MetaArgs) => pageMeta(loaderData);

export default function BookAStandPage({ loaderData: words }: Route.ComponentProps) {
  return (
    <>
      <CongressBar {...words.congress} />
      <PageHeading compact heading={words.heading} intro={words.intro} drawing={drawing} />
      <div className="page grid-page pt-8 lg:pt-12">
        <div className="col-span-12">
          <CongressForm
            note={words.note}
            office={words.congress.email}
            countries={words.countries}
            you={
              <div className="field-grid">
                <SelectField
                  label={labels.title}
                  name="title"
                  required
                  unset={forms.choose}
                  choices={titles}
                  autoComplete="honorific-prefix"
                  className="sm:col-span-2"
                />
                <RequiredText name="firstName" className="sm:col-span-2" />
                <RequiredText name="lastName" className="sm:col-span-2" />
                <RequiredText name="company" className="sm:col-span-3" />
                <RequiredText name="jobTitle" className="sm:col-span-3" />
              </div>
            }
          />
        </div>
      </div>
    </>
  );
}
