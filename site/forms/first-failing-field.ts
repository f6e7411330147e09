/** Brings the first field of the form that failed into sight and puts the cursor there. */
export function showFirstFailing(form: HTMLFormElement | null, failed: readonly string[]): void {
  const field = [...(form?.elements ?? [])].find((element) =>
    failed.includes(element.getAttribute('name') ?? ''),
  );
  if (field instanceof HTMLElement) showAndFocus(field);
}

export function showAndFocus(element: HTMLElement): void {
  // This alone brings it into sight, should something stop the smooth scrolling on its way.
  element.focus();
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  element.scrollIntoView({ block: 'center', behavior: still ? 'instant' : 'smooth' });
}
