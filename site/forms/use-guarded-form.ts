import * as labels from 'content:labels/forms';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { startTransition, useCallback, useEffect, useState } from 'react';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type RegisterOptions,
  type Resolver,
  useForm,
  type UseFormReturn,
  type UseFormRegisterReturn,
} from 'react-hook-form';
import type * as z from 'zod/mini';
import { lettersAndDigits, makeCaptcha } from './captcha.ts';
import type { FormFields } from './form-fields.ts';
import { HONEYPOT, notFilledByBrowser, type WithHoneypot } from './honeypot.ts';
import { type DraftedForm, useFormDraft } from './form-draft.ts';

type GuardedForm<
  Fields extends FormFields<Fields>,
  Values extends FieldValues,
  Entry extends WithHoneypot,
> = DraftedForm<Values> & {
  fields: Fields;
  defaults: DefaultValues<Values>;
  /** The characters of the captcha; by default letters and digits. */
  alphabet?: string;
  /** Checks all fields at once; `code` is the captcha that the page shows. */
  rulesFor: (code: string | undefined) => z.ZodMiniType<Entry>;
};

/** A form with a captcha. The fields are checked when the visitor sends the form. A draft is saved on this device. */
export function useGuardedForm<
  Fields extends FormFields<Fields>,
  Values extends FieldValues,
  Entry extends WithHoneypot,
>(guarded: GuardedForm<Fields, Values, Entry>) {
  const { fields, defaults, alphabet = lettersAndDigits, rulesFor } = guarded;
  const { code, renew } = useCaptcha(alphabet);
  const [isHoneypotTyped, setHoneypotTyped] = useState(false);
  const form = useForm<Values, unknown, Entry>({
    defaultValues: defaults,
    resolver: resolverFor<Values, Entry>(() =>
      rulesFor(code).check(notFilledByBrowser(isHoneypotTyped)),
    ),
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
  });
  const draft = useFormDraft(form, guarded);

  /** The attributes of a field and its error. The error disappears when the visitor edits the field. */
  const field = <Name extends Path<Values> & keyof Fields>(
    name: Name,
    options?: RegisterOptions<Values, Name>,
  ): Fields[Name]['input'] & UseFormRegisterReturn<Name> & { error: string | undefined } => ({
    ...fields[name].input,
    ...form.register(name, { ...options, onChange: () => form.clearErrors(name) }),
    error: form.getFieldState(name).error?.message,
  });
  const startOver = () => {
    form.reset(defaults);
    renew();
  };
  const undo = useUndo(form, startOver);
  const { errors } = form.formState;
  const failing = Object.keys(errors).filter((name) => name !== HONEYPOT).length;
  useErrorTitle(failing > 0);
  const honeypot = {
    onKeyDown: () => setHoneypotTyped(true),
    /** A new object after each attempt that failed because of the honeypot. */
    error: Object.entries(errors).find(([name]) => name === HONEYPOT)?.[1],
  };

  return { form, field, errors, failing, honeypot, code, renew, startOver, ...undo, ...draft };
}

/** Checks a form with the current schema. Each field gets the first message of its issues. */
export function resolverFor<Values extends FieldValues, Entry>(
  rulesNow: () => z.ZodMiniType<Entry>,
): Resolver<Values, unknown, Entry> {
  return (typed) => {
    const checked = rulesNow().safeParse(typed);
    if (checked.success) return { values: checked.data, errors: {} };
    const firstOfEach = new Map(
      checked.error.issues
        .toReversed()
        .map(({ path, code: type, message }) => [String(path[0]), { type, message }]),
    );
    return { values: {}, errors: Object.fromEntries(firstOfEach) as FieldErrors<Values> };
  };
}

/** Says in the title of the page that a field of its form has an error: "Error: Contact". */
function useErrorTitle(hasErrors: boolean): void {
  useEffect(() => {
    if (!hasErrors) return;
    const { title } = document;
    const withErrors = fillPlaceholders(labels.titleWithErrors, { title });
    document.title = withErrors;
    return () => {
      // The next page may have set its own title already.
      if (document.title === withErrors) document.title = title;
    };
  }, [hasErrors]);
}

/** Clears the form. The visitor can undo this until the next entry. */
function useUndo<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  startOver: () => void,
) {
  const [cleared, setCleared] = useState<Values>();
  const { subscribe } = form;
  useEffect(
    () => subscribe({ formState: { values: true }, callback: () => setCleared(undefined) }),
    [subscribe],
  );
  const clear = () => {
    const values = { ...form.getValues(), captcha: '' };
    startOver();
    setCleared(values);
  };
  const undoClear = cleared && (() => form.reset(cleared, { keepDefaultValues: true }));
  return { clear, undoClear };
}

/** A captcha code. The browser makes the code, because a prerendered code would be the same for every visitor. */
function useCaptcha(alphabet: string) {
  const [code, setCode] = useState<string>();
  const renew = useCallback(() => setCode(makeCaptcha(alphabet, randomByte)), [alphabet]);

  useEffect(() => startTransition(renew), [renew]);

  return { code, renew };
}

function randomByte(): number {
  return crypto.getRandomValues(new Uint8Array(1))[0] ?? 0;
}
