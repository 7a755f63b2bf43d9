// @ts-check

/**
 * Makes an element. Text in it stays text, whatever it says.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string>} [attributes]
 * @param {...(Node | string)} content
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(tag, attributes = {}, ...content) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...content);
  return element;
}

/**
 * @param {string} label
 * @param {() => unknown} pressed
 * @param {Record<string, string>} [attributes]
 */
export function button(label, pressed, attributes = {}) {
  const made = make('button', { type: 'button', ...attributes }, label);
  made.addEventListener('click', () => void pressed());
  return made;
}
