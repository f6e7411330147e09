// The page is complete without this script, which saves each answer as it is given, and counts.
for (const form of document.querySelectorAll('form[data-wishes]')) {
  const status = form.querySelector('[data-status]');
  const changed = new Set();
  let isSaving = false;
  const valueOf = (name) => new FormData(form).get(name) ?? '';
  const wordsIn = (part) => {
    const wanted = [...part.querySelectorAll('[name^="bid-"][value=""]')];
    const done = wanted.filter(({ name }) => valueOf(name) !== '').length;
    return form.dataset.wishes.replace('{done}', done).replace('{wanted}', wanted.length);
  };
  const count = () => {
    for (const part of form.querySelectorAll('details')) {
      part.querySelector('summary .receipt-note').textContent = wordsIn(part);
    }
    const all = form.querySelector('[data-all]');
    if (all) all.textContent = wordsIn(form);
  };
  const save = async () => {
    if (isSaving) return;
    isSaving = true;
    status.textContent = form.dataset.saving;
    while (changed.size > 0) {
      const [name] = changed;
      const was = form.elements[`was-${name}`];
      const value = valueOf(name);
      const body = new URLSearchParams({ act: 'autosave', [name]: value, [was.name]: was.value });
      const answer = await fetch(form.action, { method: 'POST', body, keepalive: true }).catch(
        () => undefined,
      );
      if (!answer?.ok) break;
      // The next answer to this field is compared with what is stored now.
      was.value = value;
      if (valueOf(name) === value) changed.delete(name);
    }
    status.textContent = changed.size > 0 ? form.dataset.failed : form.dataset.saved;
    isSaving = false;
  };
  form.addEventListener('change', ({ target }) => {
    changed.add(target.name);
    count();
    save();
  });
}
