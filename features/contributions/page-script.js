// The pages are complete without this script, which copies a citation and keeps stars as the agenda does.
for (const button of document.querySelectorAll('[data-copy]')) {
  const words = button.textContent;
  button.hidden = false;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(
      document.getElementById(button.dataset.copy).textContent.trim(),
    );
    button.textContent = button.dataset.copied;
    setTimeout(() => {
      button.textContent = words;
    }, 3000);
  });
}
for (const button of document.querySelectorAll('[data-star]')) {
  // As in site/agenda/stars.ts. A browser may keep nothing.
  const read = () => {
    try {
      return new Set((localStorage.getItem('starred') ?? '').split(',').filter(Boolean));
    } catch {
      return undefined;
    }
  };
  const { star } = button.dataset;
  const show = () => button.setAttribute('aria-pressed', read()?.has(star) ?? false);
  if (!read()) continue;
  button.hidden = false;
  show();
  button.addEventListener('click', () => {
    const stars = read();
    if (!stars.delete(star)) stars.add(star);
    try {
      localStorage.setItem('starred', [...stars].join(','));
    } catch {
      button.hidden = true;
    }
    show();
  });
}
