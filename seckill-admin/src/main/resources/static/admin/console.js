// What the pages do beyond plain HTML. Every page works without it.

// A button that was pressed is out of reach until the answer is there: nobody sends a form twice.
document.addEventListener('submit', event => {
  const form = event.target;
  if (form.dataset.sent) {
    event.preventDefault();
    return;
  }
  form.dataset.sent = 'yes';
  event.submitter?.setAttribute('aria-busy', 'true');
});

// Back to a page that was left by sending a form: it can be sent again.
window.addEventListener('pageshow', () => {
  for (const form of document.querySelectorAll('form[data-sent]')) {
    delete form.dataset.sent;
    form.querySelectorAll('[aria-busy]').forEach(button => button.removeAttribute('aria-busy'));
  }
});

// One box that ticks all the others of its form; without scripts it is not shown.
for (const all of document.querySelectorAll('[data-ticks-all]')) {
  const boxes = () => [...document.querySelectorAll(`input[type=checkbox][name="${all.dataset.ticksAll}"]`)];
  all.closest('[hidden]')?.removeAttribute('hidden');
  all.addEventListener('change', () => boxes().forEach(box => { box.checked = all.checked; }));
  document.addEventListener('change', event => {
    if (event.target !== all && event.target.name === all.dataset.ticksAll) {
      const ticked = boxes().filter(box => box.checked).length;
      all.checked = ticked > 0 && ticked === boxes().length;
      all.indeterminate = ticked > 0 && ticked < boxes().length;
    }
  });
}
