import { Html } from './html.ts'

/** Write data as JSON on one line, of which nothing can end a script element. */
const writeInert = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Put data into a page as an inert script element. */
export const embedJson = (id: string, value: unknown): Html =>
  new Html(`<script type="application/json" id="${id}">${writeInert(value)}</script>`)

/** Put values into a page as one inert script element, a line each, so that one can be read without the others. */
export const embedLines = (id: string, values: readonly unknown[]): Html =>
  new Html(`<script type="application/jsonl" id="${id}">${values.map(writeInert).join('\n')}</script>`)
