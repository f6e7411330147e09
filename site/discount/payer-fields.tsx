import { PersonFields } from '#site/forms/person-fields.tsx';
import { useCountries } from '#site/forms/use-countries.ts';
import type { FieldOf } from './discount-form.tsx';
import { titles } from './discount-rules.ts';

type PayerFieldsProps = { field: FieldOf; country: string; countries: readonly string[] };

export function PayerFields({ field, country, countries }: PayerFieldsProps) {
  return (
    <PersonFields
      title={{ ...field('title'), choices: titles, unset: 'Choose', required: true }}
      name={field('name')}
      phone={field('phone')}
      email={field('email')}
      organization={{ ...field('instituteOrUniversity'), label: 'Institute / University' }}
      country={{ ...field('country'), value: country }}
      countries={useCountries(countries)}
    />
  );
}
