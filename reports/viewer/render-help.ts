import { type Html, html } from './html.ts'
import { FILTER_KEYS } from './view/list-view.ts'

const KEYS = [
  ['/', 'go to the filter'],
  ['n', 'next scenario that did not pass'],
  ['p', 'previous scenario that did not pass'],
  ['j', 'next row of the list, or next step'],
  ['k', 'previous row, or previous step'],
  ['Enter', 'open it'],
  ['u', 'back to the list'],
  ['t', 'switch between light and dark'],
  ['?', 'show or hide this help'],
] as const

/** The keys of the page and the language of its filter, as a dialog. */
export const renderHelp = (): Html =>
  html`<dialog id="help" aria-labelledby="help-title">
<form method="dialog"><h2 id="help-title">Keys</h2><button aria-label="Close">✕</button></form>
<dl class="keys-list">${KEYS.map(([key, meaning]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${meaning}</dd></div>`)}</dl>
<h2>Filter</h2>
<p>Words are looked for in names, files, codes, layers and messages; all of them must be met. A hash finds the
transaction. A term holds for one thing alone, as in <code>layer:permit</code> or <code>area:"two words"</code>:</p>
<p>${FILTER_KEYS.map((key) => html`<code class="tag">${key}:</code> `)}</p>
</dialog>`
