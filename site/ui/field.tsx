import * as labels from 'content:labels/forms';
import { type ComponentProps, type ReactNode, useId } from 'react';

/** The props of every field, besides the attributes of its element. */
export type FieldProps = {
  label: string;
  hint?: ReactNode;
  /** The error message, if the field has an error. */
  error?: string | undefined;
};

/** The attributes that connect a control with its label, hint and error. */
type Wiring = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

type Props = FieldProps & {
  required?: boolean | undefined;
  className?: string | undefined;
  children: (wiring: Wiring) => ReactNode;
};

/** Renders label, hint and error of every field. */
export function Field({ label, hint, error, required, className = '', children }: Props) {
  const { id, wiring, hintId, errorId } = useWiring(hint, error);
  return (
    <div className={`flex flex-col gap-1.5 ${className}`}>
      <label htmlFor={id} className="text-small font-semibold">
        {labelText(label, required)}
      </label>
      {children(wiring)}
      <Notes {...{ hint, error, hintId, errorId }} />
    </div>
  );
}

type TextFieldProps = FieldProps & ComponentProps<'input'>;

/** A text field. Like any input, it accepts the result of react-hook-form's `register`. */
export function TextField({ label, hint, error, className, ...input }: TextFieldProps) {
  return (
    <Field {...{ label, hint, error, className }} required={input.required}>
      {(wiring) => <input type="text" {...input} {...wiring} className="control" />}
    </Field>
  );
}

type TextAreaFieldProps = FieldProps & ComponentProps<'textarea'>;

export function TextAreaField({ label, hint, error, className, ...area }: TextAreaFieldProps) {
  return (
    <Field {...{ label, hint, error, className }} required={area.required}>
      {(wiring) => <textarea rows={5} {...area} {...wiring} className="control" />}
    </Field>
  );
}

export type Choice = { value: string; label: string };

type SelectFieldProps = FieldProps &
  ComponentProps<'select'> & {
    choices: readonly (Choice | string)[];
    /** The text of an option with an empty value. Without this text there is no such option. */
    unset?: string;
  };

export function SelectField(props: SelectFieldProps) {
  const { label, hint, error, className, choices, unset, ...select } = props;
  return (
    <Field {...{ label, hint, error, className }} required={select.required}>
      {(wiring) => (
        <select {...select} {...wiring} className="control">
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

export function useWiring(hint: ReactNode, error: string | undefined) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const described = [error && errorId, hint && hintId].filter(Boolean).join(' ');
  const wiring: Wiring = {
    id,
    'aria-describedby': described || undefined,
    'aria-invalid': error ? true : undefined,
  };
  return { id, wiring, hintId, errorId };
}

function labelText(label: string, required: boolean | undefined) {
  return required ? `${label} *` : label;
}

type NotesProps = Pick<FieldProps, 'hint' | 'error'> & { hintId: string; errorId: string };

export function Notes({ hint, error, hintId, errorId }: NotesProps) {
  return (
    <>
      {hint && (
        <p id={hintId} className="text-label text-faint">
          {hint}
        </p>
      )}
      {error && (
        <div className="flex items-start gap-1.5 text-small font-medium text-error">
          <ErrorSign />
          {/* This element has only the message, because a screen reader reads it as the description of the field. */}
          <p id={errorId}>{error}</p>
        </div>
      )}
    </>
  );
}

/** A sign beside the message, because colour alone is not enough to mark an error. */
function ErrorSign() {
  return (
    <svg
      role="img"
      aria-label={labels.error}
      viewBox="0 0 16 16"
      className="mt-[0.2em] size-4 shrink-0"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
    >
      <path d="M8 1.2 14 4.6v6.8L8 14.8 2 11.4V4.6ZM8 4.5v4.2M8 10.2v1.6" />
    </svg>
  );
}
