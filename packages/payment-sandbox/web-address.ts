/** Whether a text is an absolute address with http or https. `URL.parse` needs Node 22. */
export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}
