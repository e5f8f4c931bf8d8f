import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { quoteWord } from './program.ts'

test.each([
  'a',
  'a b ü',
  '$HOME `id` "x" \\n !',
  "it's",
  "of\ntwo 'lines' \\ and $HOME",
])('behavior: a shell reads back what was quoted: %j', (word) => {
  const quoted = quoteWord(word)
  expect(quoted).not.toContain('\n')
  expect(execFileSync('bash', ['-c', `printf %s ${quoted}`], { encoding: 'utf8' })).toBe(word)
})
