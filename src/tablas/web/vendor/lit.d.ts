/** The part of Lit that Tablas uses, declared for the type checker. */
export type Template = unknown;
export type CSS = unknown;
export function html(strings: TemplateStringsArray, ...values: unknown[]): Template;
export function svg(strings: TemplateStringsArray, ...values: unknown[]): Template;
export function css(strings: TemplateStringsArray, ...values: unknown[]): CSS;
export function render(template: Template, into: Element | DocumentFragment): void;
export const nothing: unique symbol;
export const noChange: unique symbol;
export class Directive {
  render(...values: unknown[]): unknown;
}
export function directive(made: new (...parts: any[]) => Directive): (...values: any[]) => Template;
export function repeat<T>(
  items: Iterable<T>,
  key: (item: T, index: number) => unknown,
  template: (item: T, index: number) => Template,
): Template;
export function classMap(classes: Record<string, boolean>): Template;
export function ifDefined(value: unknown): Template;
export function live(value: unknown): Template;
export class LitElement extends HTMLElement {
  static properties: Record<string, { type?: unknown; attribute?: string | boolean; reflect?: boolean; state?: boolean; hasChanged?: (value: unknown, old: unknown) => boolean }>;
  static styles: CSS | CSS[];
  readonly renderRoot: ShadowRoot;
  readonly updateComplete: Promise<boolean>;
  readonly hasUpdated: boolean;
  connectedCallback(): void;
  disconnectedCallback(): void;
  requestUpdate(): void;
  protected performUpdate(): void;
  protected scheduleUpdate(): void | Promise<unknown>;
  protected willUpdate(changed: Map<string, unknown>): void;
  protected render(): unknown;
  protected updated(changed: Map<string, unknown>): void;
  protected firstUpdated(changed: Map<string, unknown>): void;
}
