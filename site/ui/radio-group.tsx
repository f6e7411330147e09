import { type ComponentProps, useId } from 'react';
import { Notes, useWiring } from './field.tsx';

type RadioChoice = { value: string; label: string; hint?: string };

type RadioGroupProps = Omit<ComponentProps<'input'>, 'type' | 'value'> & {
  legend: string;
  choices: readonly RadioChoice[];
  error?: string | undefined;
};

/** Radio buttons side by side. Each button gets the attributes of `input`, such as the result of `register`. */
export function RadioGroup({ legend, choices, error, className = '', ...input }: RadioGroupProps) {
  const { wiring, hintId, errorId } = useWiring(undefined, error);
  return (
    <fieldset className={`flex flex-col gap-1.5 ${className}`} {...wiring}>
      <legend className="mb-1.5 text-small font-semibold">{legend}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {choices.map((choice) => (
          <Radio key={choice.value} choice={choice} input={input} />
        ))}
      </div>
      <Notes {...{ hint: undefined, error, hintId, errorId }} />
    </fieldset>
  );
}

function Radio({ choice, input }: { choice: RadioChoice; input: ComponentProps<'input'> }) {
  const id = useId();
  return (
    <div className="relative flex items-start gap-3 rounded-edge border border-edge bg-raised p-4 has-checked:border-accent has-checked:outline has-checked:outline-accent">
      <input
        {...input}
        type="radio"
        value={choice.value}
        id={id}
        aria-describedby={choice.hint && `${id}-hint`}
        className="relative z-10 mt-0.5 size-5 shrink-0 accent-accent"
      />
      <div>
        <label htmlFor={id} className="font-semibold after:absolute after:inset-0">
          {choice.label}
        </label>
        {choice.hint && (
          <p id={`${id}-hint`} className="text-small text-soft">
            {choice.hint}
          </p>
        )}
      </div>
    </div>
  );
}
