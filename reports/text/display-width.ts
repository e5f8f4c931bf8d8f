const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
const WIDE =
  /^[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\ufe0f/u

/** Split a text into the characters that a person sees. */
export const splitGraphemes = (text: string): string[] =>
  [...segmenter.segment(text)].map(({ segment }) => segment)

/** Count the terminal columns of a plain text (no escapes); an emoji or ideograph takes two. */
export const displayWidth = (text: string): number =>
  /^[\x20-\x7e]*$/.test(text)
    ? text.length
    : splitGraphemes(text).reduce((sum, char) => sum + (WIDE.test(char) ? 2 : 1), 0)

/** Cut a text so that it takes at most so many columns; a cut is marked by an ellipsis. */
export function truncate(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text
  let out = ''
  let width = 0
  for (const char of splitGraphemes(text)) {
    width += displayWidth(char)
    if (width > columns - 1) break
    out += char
  }
  return columns > 0 ? `${out}…` : ''
}
