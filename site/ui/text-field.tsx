import type { ComponentProps } from 'react';
import { control } from './control.ts';
import { Field, type FieldProps } from './field.tsx';

type TextFieldProps = FieldProps & ComponentProps<'input'>;

/** Accepts the result of react-hook-form's `register` like any input. */
export function TextField({ label, hint, error, className, ...input }: TextFieldProps) {
  return (
    <Field {...{ label, hint, error, className }} required={input.required}>
      {(wiring) => <input type="text" {...input} {...wiring} className={control} />}
    </Field>
  );
}

type TextAreaFieldProps = FieldProps & ComponentProps<'textarea'>;

export function TextAreaField({ label, hint, error, className, ...area }: TextAreaFieldProps) {
  return (
    <Field {...{ label, hint, error, className }} required={area.required}>
      {(wiring) => <textarea rows={5} {...area} {...wiring} className={control} />}
    </Field>
  );
}
