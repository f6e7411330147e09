/** Scrolls to the first field that failed and focuses it. */
export function showFirstFailing(form: HTMLFormElement | null, failed: readonly string[]): void {
  const field = [...(form?.elements ?? [])].find((element) =>
    failed.includes(element.getAttribute('name') ?? ''),
  );
  // Nobody sees the honeypot, which is out of the order of the Tab key.
  if (field instanceof HTMLElement && field.tabIndex >= 0) showAndFocus(field);
}

export function showAndFocus(element: HTMLElement): void {
  // The focus alone brings the element into view, if something stops the smooth scrolling.
  element.focus();
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  element.scrollIntoView({ block: 'center', behavior: still ? 'instant' : 'smooth' });
}
