/** A scan or a check-in that was made without a network, and waits in this browser until the server has it. */
export type Kept = {
  path: string;
  body: Record<string, unknown>;
  /** The name or the code, for the helper. */
  about: string;
};

const STORED = 'plenary-desk-kept';

/** A browser that stores nothing has the scans here, until the page is closed. */
let unstored: Kept[] | undefined;

export function readKept(): Kept[] {
  if (unstored) return unstored;
  try {
    const found: unknown = JSON.parse(localStorage.getItem(STORED) ?? '[]');
    return Array.isArray(found) ? (found as Kept[]) : [];
  } catch {
    return [];
  }
}

/** Changes what is kept; another window of the same browser may have changed it meanwhile. */
export function changeKept(change: (kept: Kept[]) => Kept[]): Kept[] {
  const kept = change(readKept());
  try {
    if (kept.length === 0) localStorage.removeItem(STORED);
    else localStorage.setItem(STORED, JSON.stringify(kept));
    unstored = undefined;
  } catch {
    unstored = kept;
  }
  return kept;
}
