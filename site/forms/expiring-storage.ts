/** Texts that the browser keeps by name, for a day. */
export type ExpiringStorage = {
  get: (name: string) => string | undefined;
  set: (name: string, text: string) => void;
  remove: (name: string) => void;
  /** Removes every text that is too old, also those that no page asks for any more. */
  removeExpired: () => void;
};

/** How long a text is kept, in milliseconds. The privacy page states it (content/privacy.yaml). */
const RETENTION = 24 * 60 * 60 * 1000;
/** Each text has a second entry with the time it was stored. Without one its day begins when it is first read. */
const SINCE = ':since';

/** Outlives the window. */
export const onThisDevice = expiringStorage(() => localStorage);

/** Ends with the tab. */
export const inThisTab = expiringStorage(() => sessionStorage);

/**
 * A browser may have no storage, or a full or forbidden one, and then throws, also when the storage is opened. Nothing is
 * kept then. Every page has to work without what it stored, because visitors may clear their storage at any time.
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
    });
  const get = (name: string) =>
    attempt((storage) => {
      const text = storage.getItem(name);
      const since = storage.getItem(name + SINCE);
      const age = now() - Number(since);
      if (text === null) return undefined;
      if (since === null) set(name, text);
      // A time in the future is treated as expired too.
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
