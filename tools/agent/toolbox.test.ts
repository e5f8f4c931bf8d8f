import { expect, test } from 'vitest'
import type { Tool } from '../core/tool-def.ts'
import { resolveTools } from '../profiles/resolve-tools.ts'
import type { ActionKind } from './action-kind.ts'
import { assertKindOnChain } from './resolve-action.ts'
import { createToolbox } from './toolbox.ts'

const define = (name: string, category: string, supportedChains: readonly number[], capability = 'write') =>
  ({ name, category, capability, supportedChains }) as unknown as Tool
const CATALOGUE = [
  define('look', 'trading', [1, 10], 'read'),
  define('swap', 'trading', [1]),
  define('deposit', 'vault', [1, 10]),
  define('pay', 'wallet', [10]),
]
const PROFILE = resolveTools(
  { name: 'p', sets: [{ categories: ['trading', 'vault'], tier: 'all' }] },
  CATALOGUE,
  {
    chainId: 10,
  },
)
const toolbox = createToolbox(PROFILE, { assertPinned: () => undefined })
const kind = (name: string, write: string) => ({ kind: name, venues: [{ write }] }) as unknown as ActionKind

test('default', () => {
  expect(toolbox.has('look')).toBe(true)
  expect(toolbox.find('look', ['read'])).toBe(CATALOGUE[0])
})

test.each([
  'swap',
  'deposit',
])('error: CHAIN_NOT_SUPPORTED for %s, which is missing for the chain alone', (name) => {
  expect(() => toolbox.find(name, ['write'])).toThrow(
    expect.objectContaining({ code: 'CHAIN_NOT_SUPPORTED' }),
  )
})

test('error: TOOL_NOT_AVAILABLE for what nobody declared or nobody knows', () => {
  for (const name of ['pay', 'lok']) {
    expect(() => toolbox.find(name, ['write'])).toThrow(
      expect.objectContaining({ code: 'TOOL_NOT_AVAILABLE' }),
    )
  }
})

test('error: CHAIN_NOT_SUPPORTED for a kind whose venues are missing for the chain alone', () => {
  const kinds = [kind('swap', 'swap'), kind('pay', 'pay'), kind('both', 'deposit')]
  const assert =
    (name: string, actions: readonly ActionKind[] = []) =>
    () =>
      assertKindOnChain(name, { kinds, actions, profile: PROFILE })
  expect(assert('swap')).toThrow(expect.objectContaining({ code: 'CHAIN_NOT_SUPPORTED' }))
  expect(assert('pay')).not.toThrow()
  expect(assert('none')).not.toThrow()
  expect(assert('both', [kind('both', 'look')])).not.toThrow()
})
