import type { Place } from './yaml-source.ts'

/** Lines shown before and after the one that is meant. */
const AROUND = 2
const MAX_LINE = 160

/** Show a place of a file: its line with those around it, and a caret below its column. */
export function renderCodeFrame(text: string, { line, column }: Place): string {
  const lines = text.split(/\r?\n/)
  const first = Math.max(1, line - AROUND)
  const last = Math.min(lines.length, line + AROUND)
  const width = String(last).length
  // The column stays in sight, however long its line is.
  const cut = Math.max(0, column - MAX_LINE / 2)
  return lines
    .slice(first - 1, last)
    .flatMap((content, index) => {
      const number = first + index
      const isMeant = number === line
      const shown = isMeant ? content.slice(cut, cut + MAX_LINE) : content.slice(0, MAX_LINE)
      const row = `${isMeant ? '>' : ' '} ${String(number).padStart(width)} | ${shown}`.trimEnd()
      return isMeant ? [row, `${' '.repeat(width + 3)}| ${' '.repeat(column - 1 - cut)}^`] : [row]
    })
    .join('\n')
}
