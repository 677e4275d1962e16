// Elements of the page.

/** @returns an element with its class and what is in it */
export function element(name, className, ...children) {
  const made = document.createElement(name);
  made.className = className;
  made.append(...children);
  return made;
}

/** @returns a button that does something */
export function button(className, onClick) {
  const made = element('button', className);
  made.type = 'button';
  made.addEventListener('click', onClick);
  return made;
}

/** Changes a text only if it is another: a live region reads out whatever is set. */
export function say(place, words) {
  if (place.textContent !== words) {
    place.textContent = words;
  }
}
