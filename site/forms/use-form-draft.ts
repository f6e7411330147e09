import { useEffect, useEffectEvent, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { removeDraft, saveDraft, readDraft } from './form-draft.ts';
import { inThisTab, onThisDevice } from './expiring-storage.ts';

export type DraftedForm<Values extends FieldValues> = {
  /** The name of the draft, and the id of the form element. */
  name: string;
  defaults: Values;
  /** Makes valid values of a stored draft, without those that are not kept, such as the captcha. */
  read: (draft: object) => Values;
  /** The storage keys on this device that are removed together with the draft. */
  companions?: readonly string[];
};

/** Saves what is typed on this device, and restores it when the form appears. An untouched form saves nothing. */
export function useFormDraft<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  draft: DraftedForm<Values>,
): void {
  const { name, companions = [] } = draft;
  const [typed] = useState(() => typedBefore(name));

  const remove = () => {
    removeDraft(onThisDevice, name);
    for (const companion of companions) onThisDevice.remove(companion);
  };
  const restore = useEffectEvent(() => {
    const stored = readDraft(onThisDevice, name);
    if (!stored) remove();
    // What the visitor has typed since then takes precedence over the draft.
    const since = Object.entries(form.getValues()).filter(
      ([at, value]) => value !== draft.defaults[at],
    );
    const values = draft.read({
      ...draft.defaults,
      ...stored,
      ...typed,
      ...Object.fromEntries(since),
    });
    if (!isSame(values, draft.defaults)) form.reset(values, { keepDefaultValues: true });
  });
  const save = useEffectEvent((current: Values) => {
    const values = draft.read(current);
    if (isSame(values, draft.defaults)) remove();
    else saveDraft(onThisDevice, name, values);
  });

  const { subscribe } = form;
  useEffect(() => {
    onThisDevice.removeExpired();
    inThisTab.removeExpired();
    restore();
    return subscribe({ formState: { values: true }, callback: ({ values }) => save(values) });
  }, [subscribe]);
}

function isSame(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * What the visitor typed into the prerendered form before the scripts were loaded. It has to be read before React sets the
 * fields to their defaults.
 */
function typedBefore(formId: string): Record<string, string> {
  if (typeof document === 'undefined') return {};
  const form = document.getElementById(formId);
  if (!(form instanceof HTMLFormElement)) return {};
  const typed = [...new FormData(form)].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
  );
  return Object.fromEntries(typed);
}
