// @ts-check
import { CopyButton } from './copy-button.js';
import { make } from './make.js';

/** <command-line> is a command in type that is read from the sofa, and a button that copies it. */
export class CommandLine extends HTMLElement {
  #command;

  /** @param {string} command */
  constructor(command) {
    super();
    this.#command = command;
  }

  connectedCallback() {
    this.replaceChildren(make('code', {}, this.#command), new CopyButton(() => this.#command));
  }
}

customElements.define('command-line', CommandLine);

/**
 * The service says why cards cannot be drawn, and what helps, in one sentence: takes it apart.
 * @param {string} overlay
 * @returns {{reason: string, command: string}} the command is empty when the sentence has none
 */
export function takeApart(overlay) {
  const parts = /^(.*?);? ?(?:to allow it, )?run: (.+)$/s.exec(overlay);
  const [reason, command] = parts ? [parts[1], parts[2]] : [overlay, ''];
  return { reason: reason.charAt(0).toUpperCase() + reason.slice(1) + (/[.!?]$/.test(reason) ? '' : '.'), command };
}

/** The command that the console can carry out by itself. */
export const allowCommand = 'cuecard overlay allow';
