/**
 * What a visitor put into the form of the prerendered page before the scripts had come. Taking a form over sets its
 * fields to their defaults, so it has to be read before that.
 */
export function typedBefore(formId: string): Record<string, string> {
  if (typeof document === 'undefined') return {};
  const form = document.getElementById(formId);
  if (!(form instanceof HTMLFormElement)) return {};
  const typed = [...new FormData(form)].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
  );
  return Object.fromEntries(typed);
}
