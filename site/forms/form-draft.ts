import { useEffect, useEffectEvent, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { type ExpiringStorage, inThisTab, onThisDevice } from './expiring-storage.ts';
import { DRAFT, PENDING_REGISTRATION, PROBE, SAVED_ENTRIES } from './storage-keys.ts';

export type DraftedForm<Values extends FieldValues> = {
  /** The name of the draft, and the id of the form element. */
  name: string;
  defaults: Values;
  /** Turns a stored draft into valid values. Values that a draft does not keep, such as the captcha, become initial values. */
  read: (draft: object) => Values;
  /** More storage keys on this device. A removal of the draft also removes their texts. */
  companions?: readonly string[];
};

/**
 * Saves the entries of a form in this tab and on this device. A tab finds its own entries again, also after a reload. A new
 * tab does not get the entries of another one, which may be about another person: it offers those on this device, and the
 * visitor decides. An empty form saves nothing.
 */
export function useFormDraft<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  draft: DraftedForm<Values>,
) {
  const { name, companions = [] } = draft;
  const [typed] = useState(() => typedBefore(name));
  const [isKept, setKept] = useState(true);
  const [found, setFound] = useState<Values>();

  const remove = () => {
    removeDraft(name);
    for (const companion of companions) onThisDevice.remove(companion);
  };
  const restore = useEffectEvent(() => {
    const own = readDraft(inThisTab, name);
    const stored = own ?? readDraft(onThisDevice, name);
    if (!stored) remove();
    else if (!own) {
      const values = draft.read({ ...draft.defaults, ...stored });
      if (!isSame(values, draft.defaults)) setFound(values);
    }
    // Entries that the visitor has typed on this page win over the draft.
    const since = Object.entries(form.getValues()).filter(
      ([at, value]) => value !== draft.defaults[at],
    );
    const entered = { ...own, ...typed, ...Object.fromEntries(since) };
    const isEmpty = Object.entries(entered).every(
      ([at, value]) => String(value) === String(draft.defaults[at]),
    );
    // Most forms are empty when they open, and the check of the entries takes a slow phone a while.
    if (isEmpty) return;
    const values = draft.read({ ...draft.defaults, ...entered });
    if (!isSame(values, draft.defaults)) form.reset(values, { keepDefaultValues: true });
  });
  const save = useEffectEvent((current: Values) => {
    const values = draft.read(current);
    if (isSame(values, draft.defaults)) remove();
    else setKept(saveDraft(name, values));
  });

  const showEntries = useEffectEvent(() => {
    const values = form.getValues();
    const others = Object.entries(textsIn(name)).filter(([at, text]) => {
      const value = values[at];
      return (typeof value === 'string' || typeof value === 'number') && text !== String(value);
    });
    if (others.length === 0) return;
    // The entries of the form win, and a field without an entry takes what the browser has brought back.
    const more = others.filter(([at, text]) => text !== '' && values[at] === draft.defaults[at]);
    const read = draft.read({ ...values, ...Object.fromEntries(more) });
    const taken = Object.fromEntries(more.map(([at]) => [at, read[at]]));
    form.reset({ ...values, ...taken }, { keepDefaultValues: true, keepErrors: true });
  });

  const { subscribe } = form;
  useEffect(() => {
    onThisDevice.removeExpired();
    inThisTab.removeExpired();
    setKept(canKeep(onThisDevice));
    restore();
    const unsubscribe = subscribe({
      formState: { values: true },
      callback: ({ values }) => save(values),
    });
    // Until a page is loaded, its browser gives the fields the texts of the last visit, also after `restore`.
    addEventListener('pageshow', showEntries);
    return () => {
      unsubscribe();
      removeEventListener('pageshow', showEntries);
    };
  }, [subscribe]);

  const offered = found && {
    bringBack: () => {
      form.reset(found, { keepDefaultValues: true });
      setFound(undefined);
    },
    discard: () => {
      onThisDevice.remove(nameOf(name));
      setFound(undefined);
    },
  };
  return { isKept, offered };
}

/** The entries of another tab that a form offers. */
export type OfferedEntries = { bringBack: () => void; discard: () => void };

/** Whether the browser keeps anything. A full storage may keep a short text and refuse a long one. */
function canKeep(storage: ExpiringStorage): boolean {
  const isWell = storage.set(PROBE, '-');
  storage.remove(PROBE);
  return isWell;
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
  return Object.fromEntries(Object.entries(textsIn(formId)).filter(([, text]) => text !== ''));
}

/** The texts and choices that the fields of a form show. */
function textsIn(formId: string): Record<string, string> {
  const form = document.getElementById(formId);
  if (!(form instanceof HTMLFormElement)) return {};
  const texts = [...new FormData(form)].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(texts);
}

/** Stores the entries of a form. Returns false if they would be lost when the tab is closed. */
export function saveDraft(form: string, values: object, storages = bothStorages): boolean {
  const text = JSON.stringify(values);
  storages.inThisTab.set(nameOf(form), text);
  return storages.onThisDevice.set(nameOf(form), text);
}

export function readDraft(storage: ExpiringStorage, form: string): object | undefined {
  return readStored(storage, nameOf(form));
}

/** Returns the values of a storage key without a check, because the form checks them. */
export function readStored(storage: ExpiringStorage, key: string): object | undefined {
  const text = storage.get(key);
  const values = text === undefined ? undefined : parse(text);
  if (!values) storage.remove(key);
  return values;
}

/** Removes the entries of a form, but not what another tab has saved on this device. */
export function removeDraft(form: string, storages = bothStorages): void {
  const { inThisTab: tab, onThisDevice: device } = storages;
  const own = tab.get(nameOf(form));
  if (own === device.get(nameOf(form))) device.remove(nameOf(form));
  tab.remove(nameOf(form));
}

const bothStorages = { inThisTab, onThisDevice };

/** Removes the entries of a form after its payment. The payment may have ended in another tab than it began in. */
export function removePaidDraft(form: 'registration' | 'discount'): void {
  if (inThisTab.get(nameOf(form)) === undefined) onThisDevice.remove(nameOf(form));
  removeDraft(form);
  inThisTab.remove(SAVED_ENTRIES);
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
