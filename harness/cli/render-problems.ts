import { formatCount } from '../../reports/text/format-count.ts'
import { makeVisible } from '../../reports/text/make-visible.ts'
import type { Problem } from '../scenario/parse-scenario.ts'
import type { CliIo } from './io.ts'

/** Render what is wrong with scenario files: place, message, source line and way out. */
export function renderProblems(problems: readonly Problem[], colors: CliIo['colors']): string {
  const blocks = problems.map(({ path, line, column, message, frame, hint }) => {
    const lines = [`${path}:${line}:${column} ${message}`, ...(frame === '' ? [] : [frame]), `  do: ${hint}`]
    return `${colors.red('error')} ${makeVisible(lines.join('\n'))}`
  })
  const files = new Set(problems.map(({ path }) => path)).size
  return [
    ...blocks,
    `${formatCount(problems.length, 'problem')} in ${formatCount(files, 'file')}; nothing was run`,
  ].join('\n\n')
}
