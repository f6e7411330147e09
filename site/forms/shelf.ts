/** A place in the browser where texts are kept by name, for a day. */
export type Shelf = {
  get: (name: string) => string | undefined;
  put: (name: string, text: string) => void;
  drop: (name: string) => void;
  /** Throws away what is too old, also what nobody asks for any more. */
  tidy: () => void;
};

/** How long a text stays, in milliseconds: the privacy page says so (content/privacy.yaml). */
const LONGEST = 24 * 60 * 60 * 1000;
/** Beside each text lies when it was put there. Where that is missing its day begins when it is first asked for. */
const SINCE = ':since';

/** Outlives the window. */
export const onThisDevice = shelfIn(() => localStorage);

/** Ends with the tab. */
export const inThisTab = shelfIn(() => sessionStorage);

/**
 * A browser may have no storage, a full one or a forbidden one, and says so by throwing, on opening it too. It then
 * remembers nothing, which every page has to bear anyway: any visitor may clear it at any time.
 */
export function shelfIn(
  open: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  now = () => Date.now(),
): Shelf {
  const attempt = <T>(use: (storage: ReturnType<typeof open>) => T): T | undefined => {
    try {
      return use(open());
    } catch {
      return undefined;
    }
  };
  const drop = (name: string) =>
    attempt((storage) => {
      storage.removeItem(name);
      storage.removeItem(name + SINCE);
    });
  const put = (name: string, text: string) =>
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
      if (since === null) put(name, text);
      // One that is put there tomorrow is not believed either.
      else if (!(age >= 0 && age < LONGEST)) {
        drop(name);
        return undefined;
      }
      return text;
    });
  return {
    get,
    put,
    drop,
    tidy: () =>
      attempt((storage) => {
        for (const key of Object.keys(storage)) {
          if (key.endsWith(SINCE)) get(key.slice(0, -SINCE.length));
        }
      }),
  };
}
