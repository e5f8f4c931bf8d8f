import { Html } from './html.ts'

/** Put data into a page as an inert script element that no text in it can end. */
export function embedJson(id: string, value: unknown): Html {
  const json = JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return new Html(`<script type="application/json" id="${id}">${json}</script>`)
}
