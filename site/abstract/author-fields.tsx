import { PersonFields } from '#site/forms/person-fields.tsx';
import { useCountries } from '#site/forms/use-countries.ts';
import type { FieldOf } from './abstract-form.tsx';
import { titles } from './abstract-rules.ts';

type AuthorFieldsProps = { field: FieldOf; country: string; countries: readonly string[] };

export function AuthorFields({ field, country, countries }: AuthorFieldsProps) {
  return (
    <PersonFields
      title={{ ...field('titlePrefix'), choices: titles, unset: 'Choose', required: true }}
      name={field('name')}
      phone={field('phone')}
      email={field('email')}
      organization={{ ...field('organizationName'), label: 'Organization' }}
      country={{ ...field('country'), value: country }}
      countries={useCountries(countries)}
    />
  );
}
