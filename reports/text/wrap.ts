import { displayWidth, splitGraphemes } from './display-width.ts'

/** Break a text into lines of at most so many columns, at spaces where there are any. */
export function wrap(text: string, columns: number): string[] {
  return text.split('\n').flatMap((paragraph) => wrapParagraph(paragraph, Math.max(8, columns)))
}

function wrapParagraph(paragraph: string, columns: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of paragraph.split(' ')) {
    const candidate = line === '' ? word : `${line} ${word}`
    if (displayWidth(candidate) <= columns) {
      line = candidate
      continue
    }
    // A word that fits no line starts where the line has room; any other goes to the next line whole.
    const pieces = breakWord(displayWidth(word) > columns ? candidate : word, columns)
    if (displayWidth(word) <= columns && line !== '') lines.push(line)
    line = pieces.pop() ?? ''
    lines.push(...pieces)
  }
  return [...lines, line]
}

function breakWord(word: string, columns: number): string[] {
  if (displayWidth(word) <= columns) return [word]
  const pieces: string[] = []
  let piece = ''
  let width = 0
  for (const char of splitGraphemes(word)) {
    const next = displayWidth(char)
    if (width + next > columns) {
      pieces.push(piece)
      piece = ''
      width = 0
    }
    piece += char
    width += next
  }
  return [...pieces, piece]
}
