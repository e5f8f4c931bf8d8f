import { type Html, html } from './html.ts'

/** Show a name with its value, to stand in a list of them. */
export const renderFact = (name: string, value: Html | string | number): Html =>
  html`<div><dt>${name}</dt><dd>${value}</dd></div>`
