import type { ComponentProps } from 'react';
import { SelectField } from '#site/ui/select-field.tsx';
import type { Option } from './abstract-wire.ts';

type OptionFieldProps = Omit<ComponentProps<typeof SelectField>, 'choices' | 'value'> & {
  /** What is chosen. The list comes later than that, so the element cannot be left to remember it. */
  value: string;
  options: readonly Option[];
};

export function OptionField({ options, ...select }: OptionFieldProps) {
  return (
    <SelectField
      required
      {...select}
      choices={options.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}
