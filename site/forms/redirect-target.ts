/**
 * The address that an answer redirects to, if it is the address of a page and not a `javascript:` or `data:` address. Only a
 * page without encryption, as on a developer's machine, may lead to another page without encryption.
 */
export function redirectTarget(address: string | undefined, here: string): string | undefined {
  if (!address || !URL.canParse(address, here)) return undefined;
  const target = new URL(address, here);
  const allowed = ['https:', new URL(here).protocol];
  return allowed.includes(target.protocol) ? target.href : undefined;
}
