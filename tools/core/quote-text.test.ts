import { expect, test } from 'vitest'
import { quoteText } from './quote-text.ts'

test.each([
  ['not yet', 'not yet'],
  ['  not\n\tyet\r\n', 'not yet'],
  ['', ''],
  ['a'.repeat(1_000), 'a'.repeat(1_000)],
  [`no ${'a'.repeat(1_000)}`, 'no …'],
  [`${'.'.repeat(999)}🙂`, `${'.'.repeat(999)}…`],
])('default: %j is quoted in one line, cut before a word and not within a character', (text, quoted) => {
  expect(quoteText(text)).toBe(quoted)
})
