import { useEffect, useEffectEvent, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { forgetDraft, keepDraft, readDraft } from './form-draft.ts';
import { inThisTab, onThisDevice } from './shelf.ts';
import { typedBefore } from './typed-before.ts';

export type KeptForm<Values extends FieldValues> = {
  /** The name of the draft, and the id of the form element. */
  name: string;
  defaults: Values;
  /** Makes values of whatever was found; leaves out what is not to be kept, such as the captcha. */
  read: (found: object) => Values;
  /** The names of what else may be kept of it on this device. It goes when the draft goes. */
  companions?: readonly string[];
};

/** Keeps what is typed on this device, and brings it back when the form appears. An untouched form leaves nothing. */
export function useFormDraft<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  draft: KeptForm<Values>,
): void {
  const { name, companions = [] } = draft;
  const [typed] = useState(() => typedBefore(name));

  const forget = () => {
    forgetDraft(onThisDevice, name);
    for (const companion of companions) onThisDevice.drop(companion);
  };
  const restore = useEffectEvent(() => {
    const kept = readDraft(onThisDevice, name);
    if (!kept) forget();
    // Whoever goes on typing meanwhile is right against what was kept.
    const since = Object.entries(form.getValues()).filter(
      ([at, value]) => value !== draft.defaults[at],
    );
    const values = draft.read({
      ...draft.defaults,
      ...kept,
      ...typed,
      ...Object.fromEntries(since),
    });
    if (!isSame(values, draft.defaults)) form.reset(values, { keepDefaultValues: true });
  });
  const keep = useEffectEvent((current: Values) => {
    const values = draft.read(current);
    if (isSame(values, draft.defaults)) forget();
    else keepDraft(onThisDevice, name, values);
  });

  const { subscribe } = form;
  useEffect(() => {
    onThisDevice.tidy();
    inThisTab.tidy();
    restore();
    return subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) });
  }, [subscribe]);
}

function isSame(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
