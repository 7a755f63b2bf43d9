// @ts-check

/** @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Facts */

/**
 * Makes an element. Text goes in as text and functions as listeners, so nothing that a person typed can become markup.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Facts} [facts] attributes; `text` is the element's text, a function listens to the event of its name
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function make(tag, facts = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(facts)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (name === 'text') element.textContent = String(value ?? '');
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...children);
  return element;
}

/**
 * @param {string} words
 * @param {() => void} pressed
 * @param {Facts} [facts]
 */
export function button(words, pressed, facts = {}) {
  return make('button', { type: 'button', click: pressed, text: words, ...facts });
}

/**
 * An element that the page is known to have.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function element(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}
