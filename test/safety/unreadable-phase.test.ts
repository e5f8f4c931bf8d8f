import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenEnvironment, openEnvironment } from './open-environment.ts'

let environment: OpenEnvironment
beforeAll(async () => {
  environment = await openEnvironment()
})
afterAll(() => environment?.close())

const SWAP = {
  kind: 'swap',
  params: {
    tokenIn: 'USDC',
    tokenOut: 'WETH',
    amountInBaseUnits: '1000000',
    slippageBps: 50,
    venue: { protocol: 'uniswap-v3', feeTier: 500 },
  },
}

/** Taking an allowance back reduces what can be lost. */
const exitFor = (spender: string) => ({ kind: 'revoke-allowance', params: { token: 'USDC', spender } })

test.each([
  ['thriving', undefined],
  ['thrivin', 'PHASE_UNKNOWN'],
  ['thriving ', 'PHASE_UNKNOWN'],
  ['constructor', 'PHASE_UNKNOWN'],
  ['__proto__', 'PHASE_UNKNOWN'],
  ['', 'PHASE_UNKNOWN'],
])('I28: in the phase %j only exits are allowed, unless it is one that there is', async (phase, code) => {
  const stage = await environment.open()
  try {
    stage.session.store.writeMeta('phase', JSON.stringify({ phase, epoch: 1, sinceWallMs: 0 }))
    const { error } = await stage.agent.call('preview_action', SWAP)
    expect([error?.layer, error?.code]).toEqual(code === undefined ? [undefined, undefined] : ['phase', code])
    const exit = await stage.agent.call(
      'preview_action',
      exitFor(stage.book.protocols.permit2?.permit2 ?? ''),
    )
    expect(exit.error).toBeUndefined()
  } finally {
    await stage.close()
  }
})
