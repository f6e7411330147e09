import countries from 'content:countries';
import exhibition from 'content:exhibition';
import drawing from 'theme:drawings/book-a-stand';
import { pageMeta } from '#site/page-meta.ts';
import { SelectField, TextField } from '#site/ui/field.tsx';
import { PageHeading } from '#site/ui/page-heading.tsx';
import type { Route } from './+types/book-a-stand-page.ts';
import { CongressBar } from './congress-bar.tsx';
import { CongressForm } from './congress-form.tsx';

export const loader = () => ({
  ...exhibition.bookAStand,
  congress: exhibition.congress,
  countries: countries.registration,
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
                  label="Title"
                  name="title"
                  required
                  unset="Choose"
                  choices={['Mr', 'Ms', 'Dr', 'Prof']}
                  autoComplete="honorific-prefix"
                  className="sm:col-span-2"
                />
                <TextField
                  label="First name"
                  name="firstName"
                  required
                  autoComplete="given-name"
                  className="sm:col-span-2"
                />
                <TextField
                  label="Last name"
                  name="lastName"
                  required
                  autoComplete="family-name"
                  className="sm:col-span-2"
                />
                <TextField
                  label="Company"
                  name="company"
                  required
                  autoComplete="organization"
                  className="sm:col-span-3"
                />
                <TextField
                  label="Job title"
                  name="jobTitle"
                  required
                  autoComplete="organization-title"
                  className="sm:col-span-3"
                />
              </div>
            }
          />
        </div>
      </div>
    </>
  );
}
