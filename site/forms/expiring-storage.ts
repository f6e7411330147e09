/** A storage in the browser: it keeps named texts for a day. */
export type ExpiringStorage = {
  get: (name: string) => string | undefined;
  /** Returns false if the browser refuses to keep the text. */
  set: (name: string, text: string) => boolean;
  remove: (name: string) => void;
  /** Removes every text that is too old, also texts that no page reads any more. */
  removeExpired: () => void;
};

/** The retention of a text in milliseconds. The privacy page states this time (content/privacy.yaml). */
const RETENTION = 24 * 60 * 60 * 1000;
/** Each text has a second entry with its time of storage. Without this entry, the day begins with the first reading. */
const SINCE = ':since';

/** A storage that remains after the window is closed. */
export const onThisDevice = expiringStorage(() => localStorage);

/** A storage that ends with the tab. */
export const inThisTab = expiringStorage(() => sessionStorage);

/**
 * If a browser has no storage, or if the storage is full or forbidden, even access to it throws an error. The functions
 * then keep nothing. Every page has to work without its stored texts, because visitors may clear the storage at any time.
 */
export function expiringStorage(
  open: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  now = () => Date.now(),
): ExpiringStorage {
  const attempt = <T>(use: (storage: ReturnType<typeof open>) => T): T | undefined => {
    try {
      return use(open());
    } catch {
      return undefined;
    }
  };
  const remove = (name: string) =>
    attempt((storage) => {
      storage.removeItem(name);
      storage.removeItem(name + SINCE);
    });
  const set = (name: string, text: string) =>
    attempt((storage) => {
      storage.setItem(name, text);
      storage.setItem(name + SINCE, String(now()));
      return true;
    }) ?? false;
  const get = (name: string) =>
    attempt((storage) => {
      const text = storage.getItem(name);
      const since = storage.getItem(name + SINCE);
      const age = now() - Number(since);
      if (text === null) return undefined;
      if (since === null) set(name, text);
      // A time in the future also counts as expired.
      else if (!(age >= 0 && age < RETENTION)) {
        remove(name);
        return undefined;
      }
      return text;
    });
  return {
    get,
    set,
    remove,
    removeExpired: () =>
      attempt((storage) => {
        for (const key of Object.keys(storage)) {
          if (key.endsWith(SINCE)) get(key.slice(0, -SINCE.length));
        }
      }),
  };
}
