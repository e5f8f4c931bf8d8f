import { deflateRawSync } from 'node:zlib'
import { Html } from './html.ts'

/** Write data as JSON on one line, of which nothing can end a script element. */
const writeInert = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u007f-\u009f\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Put data into a page as an inert script element. */
export const embedJson = (id: string, value: unknown): Html =>
  new Html(`<script type="application/json" id="${id}">${writeInert(value)}</script>`)

/** Values that are compressed together: what is alike in them is kept once, and one is read without unpacking all. */
const BLOCK = 64

/** Put values into a page as one inert script element: a line a block of them, in base64 of raw deflate, a line each. */
export const embedBlocks = (id: string, values: readonly unknown[]): Html => {
  const blocks = Array.from({ length: Math.ceil(values.length / BLOCK) }, (_, at) => {
    const lines = values.slice(at * BLOCK, (at + 1) * BLOCK).map((value) => JSON.stringify(value))
    return deflateRawSync(lines.join('\n'), { level: 3 }).toString('base64')
  })
  return new Html(`<script type="text/plain" id="${id}" data-block="${BLOCK}">${blocks.join('\n')}</script>`)
}
