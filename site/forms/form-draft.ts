import { useEffect, useEffectEvent, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { type ExpiringStorage, inThisTab, onThisDevice } from './expiring-storage.ts';
import { DRAFT, PENDING_REGISTRATION } from './storage-keys.ts';

export type DraftedForm<Values extends FieldValues> = {
  /** The name of the draft, and the id of the form element. */
  name: string;
  defaults: Values;
  /** Turns a stored draft into valid values. Values that a draft does not keep, such as the captcha, become initial values. */
  read: (draft: object) => Values;
  /** More storage keys on this device. A removal of the draft also removes their texts. */
  companions?: readonly string[];
};

/** Saves the entries of a form on this device, and restores them when the form appears. An empty form saves nothing. */
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
    // Entries that the visitor has typed on this page win over the draft.
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
 * Reads the text that the visitor typed into the prerendered form before the scripts were loaded. The form calls this
 * function before React sets the fields to their defaults.
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

/** Stores the entries of a form. */
export function saveDraft(storage: ExpiringStorage, form: string, values: object): void {
  storage.set(nameOf(form), JSON.stringify(values));
}

/** Returns the stored values without a check, because the form checks them. */
export function readDraft(storage: ExpiringStorage, form: string): object | undefined {
  const text = storage.get(nameOf(form));
  const values = text === undefined ? undefined : parse(text);
  if (!values) removeDraft(storage, form);
  return values;
}

export function removeDraft(storage: ExpiringStorage, form: string): void {
  storage.remove(nameOf(form));
}

/** Removes the draft of a form after its payment. */
export function removePaidDraft(form: 'registration' | 'discount'): void {
  for (const storage of [onThisDevice, inThisTab]) removeDraft(storage, form);
  if (form === 'registration') onThisDevice.remove(PENDING_REGISTRATION);
}

function nameOf(form: string): string {
  return DRAFT + form;
}

function parse(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
