import type { ComponentProps } from 'react';
import { control } from './control.ts';
import { Field, type FieldProps } from './field.tsx';

export type Choice = { value: string; label: string };

type SelectFieldProps = FieldProps &
  ComponentProps<'select'> & {
    choices: readonly (Choice | string)[];
    /** The text of the unset option, whose value is empty. Without it there is no unset option. */
    unset?: string;
  };

export function SelectField(props: SelectFieldProps) {
  const { label, hint, error, className, choices, unset, ...select } = props;
  return (
    <Field {...{ label, hint, error, className }} required={select.required}>
      {(wiring) => (
        <select {...select} {...wiring} className={control}>
          {unset !== undefined && <option value="">{unset}</option>}
          {choices.map((choice) => {
            const { value, label: words } =
              typeof choice === 'string' ? { value: choice, label: choice } : choice;
            return (
              <option key={value} value={value}>
                {words}
              </option>
            );
          })}
        </select>
      )}
    </Field>
  );
}
