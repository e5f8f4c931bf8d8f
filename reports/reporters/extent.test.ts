import { expect, test } from 'vitest'
import { createPassedRecord } from '../../harness/record/fixtures/fixture-record.ts'
import { makeVisible } from '../text/make-visible.ts'
import { REPORTERS } from './index.ts'

const record = createPassedRecord()
const { provenance } = record
const options = { paths: ['scenarios/scripted/halt'], shard: '1/4' }
const part = { ...record, provenance: { ...provenance, options } }

// What is wrong is all that annotations say.
const { annotations: _, ...saying } = REPORTERS

test.each(Object.values(saying))('behavior: $name says of a part that it is one', ({ render }) => {
  const plain = (text: string) => text.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(code))
  expect(plain(render(part, { columns: 200 }))).toContain('scenarios/scripted/halt')
  expect(plain(render(record))).not.toContain('scenarios/scripted/halt')
})

test('behavior: a long list is cut, and no character of it acts', () => {
  const paths = Array.from({ length: 1_000 }, (_, index) => `\u001b[2J${index}`)
  const text = REPORTERS.console.render({ ...record, provenance: { ...provenance, options: { paths } } })
  expect(text).toContain('more characters')
  expect(makeVisible(text)).toBe(text)
})
