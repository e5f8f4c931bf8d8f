import { expect, test } from 'vitest'
import type { Safety } from '../../safety/safety.ts'
import { openDoor } from '../fixtures/open-door.ts'
import { createEmergencyHalt } from './emergency-halt.ts'

test.each([
  ['a reason', { reason: 'it drains' }, 'it drains'],
  ['a reason that is too long', { reason: `${'x'.repeat(499)}😀` }, `${'x'.repeat(499)}\ufffd`],
  ['an empty one', { reason: '' }, 'no reason was given'],
  ['none', {}, 'no reason was given'],
  ['one that is no text', { reason: 5 }, 'no reason was given'],
  ['no arguments', null, 'no reason was given'],
  ['more beside it', { reason: 'it drains', severity: 'high' }, 'it drains'],
])('behavior: %s halts', async (_, given, told) => {
  const reasons: string[] = []
  const safety = {
    async halt(reason: string) {
      reasons.push(reason)
      return {}
    },
    seal: async () => true,
  } as unknown as Safety
  const tool = createEmergencyHalt(safety, openDoor().door)
  await tool.execute('1', tool.prepareArguments(given))
  await tool.execute('2', given)
  expect(reasons).toEqual([told, told])
})
