// What this browser remembers between visits. One that may not remember anything still buys.

const here = new Map();

/** @returns {string | undefined} what was kept under a key */
export function recall(key) {
  try {
    return localStorage.getItem(key) ?? here.get(key);
  } catch {
    return here.get(key);
  }
}

export function keep(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    here.set(key, value);
  }
}
