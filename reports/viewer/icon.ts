import type { RecordVerdict } from '../../harness/record/record.ts'
import { Html, html } from './html.ts'

const SHAPES: Readonly<Record<RecordVerdict, string>> = {
  passed: '<path d="M4.5 8.4 7 10.9l4.6-5.4"/>',
  failed: '<path d="m5.3 5.3 5.4 5.4m0-5.4-5.4 5.4"/>',
  flaky: '<path d="M4 8c1.3-3 2.7-3 4 0s2.7 3 4 0"/>',
  broken: '<path d="M8 4.3v4.4M8 11.6v.1"/>',
  skipped: '<path d="M5 8h6"/>',
}

/** The shapes of all verdict icons, to be placed once in a page. */
export const ICON_SPRITE: Html = html`<svg class="sprite" aria-hidden="true">${Object.entries(SHAPES).map(
  ([verdict, shape]) =>
    new Html(
      `<symbol id="icon-${verdict}" viewBox="0 0 16 16"><circle cx="8" cy="8" r="8"/>${shape}</symbol>`,
    ),
)}</svg>`

/** Show a verdict as an icon with its name for screen readers; the shapes differ, not only the colours. */
export const renderIcon = (verdict: RecordVerdict): Html =>
  html`<svg class="icon ${verdict}" role="img" aria-label="${verdict}"><use href="#icon-${verdict}"/></svg>`
