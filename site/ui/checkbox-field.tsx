import type { ComponentProps } from 'react';
import { type FieldProps, labelText, Notes, useWiring } from './field.tsx';

type CheckboxFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'type'>;

export function CheckboxField({
  label,
  hint,
  error,
  className = '',
  ...input
}: CheckboxFieldProps) {
  const { id, wiring, hintId, errorId } = useWiring(hint, error);
  return (
    <div className={`flex flex-col gap-1.5 ${className}`}>
      <div className="flex min-h-12 items-center gap-3">
        <input type="checkbox" {...input} {...wiring} className="size-5.5 shrink-0 accent-accent" />
        <label htmlFor={id} className="py-2 text-small font-semibold">
          {labelText(label, input.required)}
        </label>
      </div>
      <Notes {...{ hint, error, hintId, errorId }} />
    </div>
  );
}
