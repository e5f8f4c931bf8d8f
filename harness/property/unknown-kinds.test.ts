import * as fc from 'fast-check'
import { zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import type { Json } from '../../tools/core/json.ts'
import { DEV_KINDS } from '../dev-kinds.ts'
import { EMBEDDED_BOOK } from '../world/embedded-book.ts'
import { drawAction } from './commands/actions.ts'
import { drawConfiguration } from './commands/configuration.ts'
import { UNDRAWN_KINDS } from './commands/kind-draws.ts'
import { buildParams } from './differential/build-calls.ts'
import { serves } from './model/profile-model.ts'
import { readCommand } from './model/read-command.ts'

const [configuration] = fc.sample(drawConfiguration(['full']), { numRuns: 1, seed: 1 })
if (configuration === undefined) throw new Error('no configuration was drawn')

const read = (action: string, protocol?: string) =>
  readCommand({ kind: 'preview', action, params: { venue: { protocol } } as Json, claims: [] } as never, {
    book: EMBEDDED_BOOK,
    cage: zeroAddress,
    nowSeconds: 0,
  })

test('behavior: every action kind is drawn, has a category and means something to the model', () => {
  for (const { kind, venues } of DEV_KINDS) {
    expect(() => serves({ profile: 'full' }, kind)).not.toThrow()
    for (const { protocol } of venues) expect(() => read(kind, protocol)).not.toThrow()
    if (!UNDRAWN_KINDS.has(kind)) {
      expect(fc.sample(drawAction(kind, configuration), 1), kind).toMatchObject([{ kind }])
    }
  }
})

test('error: an action kind that is new is named, and never taken for another one', () => {
  expect(() => drawAction('lend', configuration)).toThrow('"lend" cannot be drawn')
  expect(() => serves({ profile: 'trader' }, 'lend')).toThrow('nothing of action kind "lend"')
  expect(() => read('lend')).toThrow('nothing of action kind "lend"')
  const drawn = { kind: 'lend', tokenIn: 'USDC', tokenOut: 'WETH', cents: 1, account: 'cage' }
  expect(() => buildParams(drawn as never, { cage: zeroAddress, positions: [] } as never)).toThrow(
    '"lend" cannot be drawn',
  )
})
