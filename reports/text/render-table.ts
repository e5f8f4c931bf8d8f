import { displayWidth } from './display-width.ts'
import { makeVisible } from './make-visible.ts'

/** Lay rows out in columns, two spaces apart; the last one is as long as it is. */
export function renderTable(rows: readonly (readonly string[])[]): string[] {
  const shown = rows.map((row) => row.map((cell) => makeVisible(cell).replaceAll('\n', ' ')))
  const widths = (shown[0] ?? []).map((_, column) =>
    Math.max(...shown.map((row) => displayWidth(row[column] ?? ''))),
  )
  return shown.map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - displayWidth(cell))))
      .join('  ')
      .trimEnd(),
  )
}
