import { type Html, type HtmlValue, html } from './html.ts'
import type { FILTER_KEYS } from './view/list-view.ts'

/** Show something that leads to the scenarios of which a term of the filter holds. */
export const renderFilterLink = (
  key: (typeof FILTER_KEYS)[number],
  value: string,
  content: HtmlValue = value,
): Html => html`<a href="#/" data-filter="${key}:${/\s/.test(value) ? `"${value}"` : value}">${content}</a>`
