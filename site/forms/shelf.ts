/** A place in the browser where texts are kept by name. */
export type Shelf = {
  get: (name: string) => string | undefined;
  put: (name: string, text: string) => void;
  drop: (name: string) => void;
};

/** Outlives the window. */
export const onThisDevice = shelfIn(() => localStorage);

/** Ends with the tab. */
export const inThisTab = shelfIn(() => sessionStorage);

/**
 * A browser may have no storage, a full one or a forbidden one, and says so by throwing, on opening it too. It then
 * remembers nothing, which every page has to bear anyway: any visitor may clear it at any time.
 */
export function shelfIn(open: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): Shelf {
  const attempt = <T>(use: (storage: ReturnType<typeof open>) => T): T | undefined => {
    try {
      return use(open());
    } catch {
      return undefined;
    }
  };
  return {
    get: (name) => attempt((storage) => storage.getItem(name)) ?? undefined,
    put: (name, text) => attempt((storage) => storage.setItem(name, text)),
    drop: (name) => attempt((storage) => storage.removeItem(name)),
  };
}
