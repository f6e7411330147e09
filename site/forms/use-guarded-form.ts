import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type RegisterOptions,
  useForm,
} from 'react-hook-form';
import type * as z from 'zod/mini';
import { lettersAndDigits } from './captcha.ts';
import { resolverFor } from './form-resolver.ts';
import { useCaptcha } from './use-captcha.ts';
import { type KeptForm, useFormDraft } from './use-form-draft.ts';

type GuardedForm<Values extends FieldValues, Entry> = KeptForm<Values> & {
  defaults: DefaultValues<Values>;
  /** What the captcha is made of, if not of letters and digits. */
  alphabet?: string;
  /** Checks all fields at once; `code` is the captcha that is shown. */
  rulesFor: (code: string | undefined) => z.ZodMiniType<Entry>;
};

/** A form with a captcha, checked when it is sent, whose entries are kept on this device until then. */
export function useGuardedForm<Values extends FieldValues, Entry>(
  guarded: GuardedForm<Values, Entry>,
) {
  const { defaults, alphabet = lettersAndDigits, rulesFor } = guarded;
  const { code, renew } = useCaptcha(alphabet);
  const form = useForm<Values, unknown, Entry>({
    defaultValues: defaults,
    resolver: resolverFor<Values, Entry>(() => rulesFor(code)),
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
  });
  useFormDraft(form, guarded);

  /** The attributes of a field, with its error, which goes when the field is edited. */
  const field = <Name extends Path<Values>>(
    name: Name,
    options?: RegisterOptions<Values, Name>,
  ) => ({
    ...form.register(name, { ...options, onChange: () => form.clearErrors(name) }),
    error: form.getFieldState(name).error?.message,
  });
  const startOver = () => {
    form.reset(defaults);
    renew();
  };

  return { form, field, errors: form.formState.errors, code, renew, startOver };
}
