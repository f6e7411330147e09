import type { ComponentProps } from 'react';
import { SelectField } from '#site/ui/select-field.tsx';
import { useCountries } from './use-countries.ts';

type CountryFieldProps = Omit<
  ComponentProps<typeof SelectField>,
  'label' | 'choices' | 'unset' | 'value'
> & {
  /** What is chosen. The list may change under it, so the element cannot be left to remember it. */
  value: string;
  /** What to offer until the country service answers. */
  fallback: readonly string[];
};

export function CountryField({ fallback, ...select }: CountryFieldProps) {
  const countries = useCountries(fallback);
  const chosen = select.value;
  return (
    <SelectField
      label="Country"
      required
      unset="Choose a country"
      autoComplete="country-name"
      {...select}
      choices={chosen === '' || countries.includes(chosen) ? countries : [...countries, chosen]}
    />
  );
}
