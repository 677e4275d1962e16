// In development: who the visitor pretends to be.

import { say } from './elements.js';
import { buyer, buyersAreMadeUp, isBuyer, setBuyer } from './shop.js';
import { text } from './texts.js';

const form = document.getElementById('buyer');
const field = form.querySelector('input');
const hint = form.querySelector('p');

let shown = '';

/** Says it where the number is, rather than let an order fail of it. Nothing at all asks for a new number. */
function check() {
  const id = field.value.trim();
  const wrong = id && !isBuyer(id) ? text('buyer.range') : '';
  field.setCustomValidity(wrong);
  field.setAttribute('aria-invalid', String(wrong !== ''));
  say(hint, wrong || text('buyer.why'));
}

/** Shows who it is, in the reader's language. */
export function showBuyer() {
  form.hidden = !buyersAreMadeUp;
  say(form.querySelector('label'), text('buyer'));
  say(form.querySelector('button'), text('buyer.use'));
  if (buyersAreMadeUp && buyer() !== shown) {
    shown = buyer();
    field.value = shown;
  }
  check();
}

/** @param becomeAnother called when there is another buyer, chosen here or in another tab */
export function onOtherBuyer(becomeAnother) {
  field.addEventListener('input', check);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    setBuyer(field.value.trim());
    becomeAnother();
  });
  addEventListener('storage', () => buyersAreMadeUp && buyer() !== shown && becomeAnother());
}
