import { PersonFields } from '#site/forms/person-fields.tsx';
import type { FieldOf } from './registration-field.ts';
import { titles } from './registration-rules.ts';

type ParticipantFieldsProps = { field: FieldOf; country: string; countries: readonly string[] };

export function ParticipantFields({ field, country, countries }: ParticipantFieldsProps) {
  return (
    <PersonFields
      title={{ ...field('title'), choices: titles, unset: 'None' }}
      name={field('name')}
      phone={field('phone')}
      email={field('email')}
      organization={{ ...field('institute'), label: 'Institute / University' }}
      country={{ ...field('country'), value: country }}
      countries={countries}
    />
  );
}
