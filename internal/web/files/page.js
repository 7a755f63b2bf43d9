// @ts-check

/**
 * @param {string} id
 * @returns {HTMLElement}
 */
export function element(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/**
 * Says beside a field what is wrong with it; no words, nothing wrong.
 * @param {string} field
 * @param {string} words
 */
export function showError(field, words) {
  const error = element(`${field}-error`);
  error.textContent = words;
  error.hidden = words === '';
  document.getElementById(field)?.setAttribute('aria-invalid', String(words !== ''));
}
