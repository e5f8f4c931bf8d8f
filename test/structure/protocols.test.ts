import { expect, test } from 'vitest'
import { TESTBEDS } from '../../harness/protocols/generated/testbeds.ts'
import { ALL_PROTOCOLS } from '../../tools/profiles/generated/registry.ts'

test.each(ALL_PROTOCOLS)('behavior: $id goes by the name of its folder, and has a title', ({
  id,
  base,
  title,
}) => {
  expect(base.id).toBe(id)
  expect(title).not.toBe('')
})

test.each(
  ALL_PROTOCOLS.filter(({ base }) => Object.keys(base.addresses).length > 0),
)('behavior: $id, which has contracts of its own, has a testbed that deploys them', ({ id }) => {
  expect(Object.keys(TESTBEDS)).toContain(id)
})
