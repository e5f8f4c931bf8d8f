import { expect, test } from 'vitest'
import type { Tool } from '../../core/tool-def.ts'
import type { ResolvedProfile } from '../../profiles/resolve-tools.ts'
import { narrowTools } from './narrow.ts'

const profileOf = (tools: readonly { name: string; capability: string }[]): ResolvedProfile => ({
  name: 'trader',
  tools: tools as unknown as Tool[],
  mayAct: true,
  missing: [],
})

const LOOK = { name: 'look', capability: 'read' }
const SWAP = { name: 'swap', capability: 'write' }
const NAMES = { path: 'a/b', parent: 'a' }

test('default: what reads is its own, what changes anything the session above has as well', () => {
  const own = profileOf([LOOK, SWAP])
  expect(narrowTools(own, profileOf([SWAP]), undefined, NAMES)).toEqual({ ...own })
})

test('behavior: one that is left nothing that changes anything may not act', () => {
  for (const [above, asked] of [
    [[LOOK], undefined],
    [[LOOK, SWAP], ['look']],
  ] as const) {
    expect(narrowTools(profileOf([LOOK, SWAP]), profileOf(above), asked, NAMES)).toMatchObject({
      tools: [LOOK],
      mayAct: false,
      missing: [{ tool: SWAP, reason: { kind: 'parent' } }],
    })
  }
})
