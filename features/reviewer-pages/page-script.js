// The page is complete without this script, which saves a draft while its reader types.
for (const form of document.querySelectorAll('form[data-autosave]')) {
  const status = form.querySelector('[data-status]');
  const state = document.getElementById('state');
  let timer;
  let pressed;
  let isSaving = false;
  let isChanged = false;
  let hasEnded = false;
  let last = -Infinity;
  const save = async () => {
    if (isSaving || hasEnded) return;
    isChanged = false;
    isSaving = true;
    last = performance.now();
    status.textContent = form.dataset.saving;
    const body = new URLSearchParams(new FormData(form));
    body.set('act', 'autosave');
    try {
      const answer = await fetch(form.action, { method: 'POST', body, keepalive: true });
      if (answer.ok) {
        const saved = await answer.json();
        form.elements.version.value = saved.version;
        state.textContent = saved.state;
        status.textContent = form.dataset.saved;
      } else status.textContent = answer.status < 500 ? form.dataset.refused : form.dataset.failed;
    } catch {
      status.textContent = form.dataset.failed;
    }
    isSaving = false;
    if (pressed !== undefined) form.requestSubmit(pressed);
    else if (isChanged) later();
  };
  const later = () => {
    isChanged = true;
    clearTimeout(timer);
    // A pause, and not more often than every five seconds.
    timer = setTimeout(save, Math.max(1500, last + 5000 - performance.now()));
  };
  form.addEventListener('input', later);
  form.addEventListener('change', later);
  form.addEventListener('submit', (event) => {
    clearTimeout(timer);
    // The answer to the draft under way has the version that the review is made of.
    if (isSaving) {
      event.preventDefault();
      pressed = event.submitter;
    } else hasEnded = true;
  });
  addEventListener('pagehide', () => {
    if (isChanged) save();
  });
}
