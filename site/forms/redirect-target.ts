/**
 * The address that an answer wants the visitor sent to, if it is one of a page: a script or a document in an address is
 * none. A page that is not encrypted itself, as on a developer's machine, may lead to one that is not either.
 */
export function redirectTarget(address: string | undefined, here: string): string | undefined {
  if (!address || !URL.canParse(address, here)) return undefined;
  const target = new URL(address, here);
  const allowed = ['https:', new URL(here).protocol];
  return allowed.includes(target.protocol) ? target.href : undefined;
}
