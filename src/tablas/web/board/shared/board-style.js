/** What all boards share: the host, cards, the field for notation, rings of the focus. */

import { css } from "../../vendor/lit.js";

export const boardStyle = css`
  :host {
    display: block;
    position: relative;
    contain: inline-size layout style;
    color: var(--ink, #1d2430);
    font-family: var(--font-text, system-ui, sans-serif);
  }
  @media (max-width: 48rem) and (orientation: portrait) {
    :host([fill]),
    :host([fill]) > svg {
      height: 100%;
    }
  }
  :host([hidden]) {
    display: none;
  }
  svg {
    display: block;
    width: 100%;
    height: auto;
    max-height: var(--board-height, none);
    user-select: none;
    -webkit-user-select: none;
    touch-action: manipulation;
    forced-color-adjust: none;
  }
  svg:focus,
  g:focus {
    outline: none;
  }
  text {
    font-family: var(--font-number, system-ui, sans-serif);
    text-anchor: middle;
    dominant-baseline: central;
    pointer-events: none;
  }
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    margin: -1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .card {
    position: absolute;
    z-index: 3;
    width: max-content;
    max-width: min(19rem, 92%);
    padding: 0.625rem 0.75rem;
    border: 1px solid var(--line-colour, #8b8577);
    border-radius: 0.625rem;
    background: var(--raised, #fffdf8);
    color: var(--ink, #1d2430);
    box-shadow: var(--shadow, 0 4px 16px rgb(0 0 0 / 25%));
    font-size: 0.875rem;
    line-height: 1.35;
    overflow-wrap: anywhere;
  }
  .card p,
  .card ul {
    margin: 0.25rem 0 0;
  }
  .card ul {
    padding-left: 1.1rem;
  }
  .card .part {
    color: var(--ink-soft, #525a66);
    font-size: 0.8125rem;
    font-weight: 600;
  }
  form {
    display: flex;
    gap: 0.5rem;
    margin: 0.5rem 0 0;
  }
  form input {
    flex: 1;
    min-width: 0;
    min-height: 2.75rem;
    padding: 0 0.75rem;
    border: 1px solid var(--line-colour, #8b8577);
    border-radius: 0.375rem;
    background: var(--surface, #fff);
    color: inherit;
    font: 1rem var(--font-code, monospace);
  }
  form button {
    min-height: 2.75rem;
    padding: 0 1rem;
    border: 1px solid var(--line-colour, #8b8577);
    border-radius: 0.625rem;
    background: var(--surface, #fff);
    color: inherit;
    font: inherit;
    cursor: pointer;
  }
  form :focus-visible {
    outline: 3px solid var(--focus, #0b4f8a);
    outline-offset: 2px;
  }
  .focus,
  .focus-under {
    fill: none;
    visibility: hidden;
    pointer-events: none;
    stroke: #fff;
    stroke-width: 0.06;
  }
  .focus-under {
    stroke: #000;
    stroke-width: 0.13;
  }
  [role="button"] {
    cursor: default;
  }
  .movable,
  .target,
  .act {
    cursor: pointer;
  }
  :host([quiet]) [role="button"] > .focus,
  :host([quiet]) [role="button"] > .focus-under {
    display: none; /* the keyboard was put here, and nobody has used it yet */
  }
  [role="button"]:focus-visible > .focus,
  [role="button"]:focus-visible > .focus-under {
    visibility: visible;
  }
`;
