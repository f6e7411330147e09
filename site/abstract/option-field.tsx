import type { ComponentProps } from 'react';
import { SelectField } from '#site/ui/select-field.tsx';
import type { Option } from './abstract-wire.ts';

type OptionFieldProps = Omit<ComponentProps<typeof SelectField>, 'choices' | 'value'> & {
  /** The chosen option. The list arrives later, so the element alone cannot remember it. */
  value: string;
  options: readonly Option[];
};

export function OptionField({ options, ...select }: OptionFieldProps) {
  return (
    <SelectField
      {...select}
      choices={options.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}
