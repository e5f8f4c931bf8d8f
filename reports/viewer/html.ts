import { makeVisible } from '../text/make-visible.ts'

/** Markup that is safe to place in a page. */
export class Html {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
}

/** What may stand in a template: text is escaped, markup is not, nothing is left out. */
export type HtmlValue = Html | string | number | undefined | false | readonly HtmlValue[]

/**
 * Build markup from a template; every text in it is escaped, for elements and for quoted attributes.
 *
 * @example html`<p title="${title}">${items.map((item) => html`<b>${item}</b>`)}</p>`
 */
export const html = (strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html =>
  new Html(strings.map((part, index) => (index === 0 ? '' : toMarkup(values[index - 1])) + part).join(''))

const toMarkup = (value: HtmlValue): string => {
  if (value === undefined || value === false) return ''
  if (value instanceof Html) return value.markup
  if (typeof value === 'object') return value.map(toMarkup).join('')
  return makeVisible(String(value))
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
