import type { Reporter } from '../reporter.ts'
import { renderPage } from '../viewer/render-page.ts'

/** Gives one self-contained page that works from `file://` and asks the network for nothing. */
export const HTML_REPORTER = {
  name: 'html',
  fileName: 'index.html',
  render: renderPage,
} satisfies Reporter & { fileName: string }
