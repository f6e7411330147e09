import * as labels from 'content:labels/forms';
import { language } from 'content:language';
import { pluralText } from '#contract/content/plural.ts';
import type { ComponentProps } from 'react';
import { useSiteWords } from '#site/layout/site-words.ts';
import { SelectField, TextField } from '#site/ui/field.tsx';
import type { CountryChoice } from './translated-choices.ts';
import { FormSection } from './form-section.tsx';

type Select = Omit<ComponentProps<typeof SelectField>, 'choices'>;
type Text = ComponentProps<typeof TextField>;

type PersonFieldsProps = {
  title: ComponentProps<typeof SelectField>;
  name: Text;
  phone: Text;
  email: Text;
  organization: Text;
  /** The list of countries arrives later, so the element alone cannot remember the chosen country. */
  country: Select & { value: string };
  countries: readonly CountryChoice[];
  /** The number of fields with an error. */
  failing: number;
};

/** The fields about the person, in the same order on every form. */
export function PersonFields(props: PersonFieldsProps) {
  const words = useSiteWords()?.forms;
  const { title, name, phone, email, organization, country, countries, failing } = props;
  return (
    <FormSection heading={labels.yourDetails}>
      <p className="-mt-3 mb-4 text-small text-soft" aria-live="polite">
        <span>{words?.requiredFields}</span>
        {failing > 0 && (
          <span className="block font-semibold text-ink">
            {pluralText(labels.failingFields, failing, language)}
          </span>
        )}
      </p>
      <div className="field-grid">
        <SelectField {...title} className="sm:col-span-2" />
        <TextField {...name} className="sm:col-span-4" />
        <TextField {...phone} className="sm:col-span-3" />
        <TextField {...email} className="sm:col-span-3" />
        <TextField {...organization} className="sm:col-span-3" />
        <SelectField
          {...country}
          choices={withChosen(countries, country.value)}
          className="sm:col-span-3"
        />
      </div>
    </FormSection>
  );
}

/** Adds the chosen country to a list that lacks it, so that the field still shows the country. */
function withChosen(countries: readonly CountryChoice[], chosen: string): readonly CountryChoice[] {
  const isThere = countries.some(
    (choice) => chosen === (typeof choice === 'string' ? choice : choice.value),
  );
  return chosen === '' || isThere ? countries : [...countries, chosen];
}
