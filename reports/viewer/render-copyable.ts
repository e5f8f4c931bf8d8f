import { type Html, html } from './html.ts'

/** Show a command or hash with a button that copies it. */
export const renderCopyable = (value: string, label: string, shown: string = value): Html =>
  html`<span class="copyable"><code>${shown}</code><button type="button" class="copy" data-copy="${value}" aria-label="Copy ${label}">Copy</button></span>`
