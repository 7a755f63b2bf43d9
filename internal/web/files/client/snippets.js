// @ts-check
// The card of the form as a text for other programs. Each is exactly what the form would send.

/**
 * @typedef {Object} Errand
 * @property {string} address of the TV, such as http://192.168.1.20:8090
 * @property {string} token empty when the TV asks for none
 * @property {Record<string, unknown>} card
 */

/** @type {Record<string, {label: string, write: (errand: Errand) => string}>} */
export const snippets = {
  curl: { label: 'curl', write: curl },
  homeAssistant: { label: 'Home Assistant', write: homeAssistant },
  nodeRed: { label: 'Node-RED', write: nodeRed },
  javascript: { label: 'JavaScript', write: javascript },
  python: { label: 'Python', write: python },
};

/** @param {Errand} errand */
function curl({ address, token, card }) {
  const words = [`curl ${shell(`${address}/notify`)}`, `-H ${shell('Content-Type: application/json')}`];
  if (token) words.push(`-H ${shell(`Authorization: Bearer ${token}`)}`);
  words.push(`-d ${shell(json(card, 2))}`);
  return words.join(' \\\n  ');
}

/**
 * Home Assistant reads the payload as a template: its marks are written in a way that only JSON understands.
 * @param {Errand} errand
 */
function homeAssistant({ address, token, card }) {
  const payload = json(card).replace(/\{(?=[{%#])/g, '\\u007b');
  return [
    'rest_command:',
    '  cuecard:',
    `    url: ${yaml(`${address}/notify`)}`,
    '    method: post',
    '    content_type: application/json',
    ...(token ? ['    headers:', `      authorization: ${yaml(`Bearer ${token}`)}`] : []),
    `    payload: ${yaml(payload)}`,
  ].join('\n');
}

/** @param {Errand} errand */
function nodeRed({ address, token, card }) {
  const header = (/** @type {string} */ name, /** @type {string} */ value) => (
    { keyType: 'other', keyValue: name, valueType: 'other', valueValue: value });
  return json([
    {
      id: 'c0ecad0000000001',
      type: 'inject',
      name: 'Card',
      props: [{ p: 'payload', v: json(card), vt: 'json' }],
      x: 140,
      y: 80,
      wires: [['c0ecad0000000002']],
    },
    {
      id: 'c0ecad0000000002',
      type: 'http request',
      name: 'Show on TV',
      method: 'POST',
      ret: 'obj',
      paytoqs: 'ignore',
      url: `${address}/notify`,
      headers: [header('Content-Type', 'application/json'), ...(token ? [header('Authorization', `Bearer ${token}`)] : [])],
      x: 320,
      y: 80,
      wires: [[]],
    },
  ], 2);
}

/** @param {Errand} errand */
function javascript({ address, token, card }) {
  const headers = { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) };
  return `const response = await fetch(${json(`${address}/notify`)}, {
  method: 'POST',
  headers: ${indent(json(headers, 2))},
  body: JSON.stringify(${indent(json(card, 2))}),
});
console.log(await response.json());`;
}

/** @param {Errand} errand */
function python({ address, token, card }) {
  const entries = Object.entries(card).map(([name, value]) => `    ${json(name)}: ${pythonValue(value)},\n`);
  return `import json
import urllib.request

card = {
${entries.join('')}}
request = urllib.request.Request(
    ${json(`${address}/notify`)},
    data=json.dumps(card).encode(),
    headers={"Content-Type": "application/json"${token ? `, "Authorization": ${json(`Bearer ${token}`)}` : ''}},
)
print(urllib.request.urlopen(request).read().decode())`;
}

/**
 * JSON that every reader takes: characters that some of them refuse, or show as a line's end, are escaped.
 * @param {unknown} value
 * @param {number} [space]
 */
function json(value, space) {
  return JSON.stringify(value, null, space).replace(/[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** @param {string} text */
function shell(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** @param {string} text */
function yaml(text) {
  return `'${text.replaceAll("'", "''")}'`;
}

/** @param {unknown} value */
function pythonValue(value) {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return json(value);
}

/** @param {string} text */
function indent(text) {
  return text.replaceAll('\n', '\n  ');
}
