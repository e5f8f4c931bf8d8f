import { keccak256, parseTransaction } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import type { ChainReader } from '../core/chain.ts'
import { PAUSE_CALL, pauseGuarded } from './guardian-pause.ts'

const ACCOUNT = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const REQUEST = { chainId: 31_337, account: ACCOUNT } as const

/** A guardian before a node that mines nothing. */
function createGuardian(node: { isPaused?: boolean; mayPause?: boolean; losesReplies?: boolean } = {}) {
  const sent: `0x${string}`[] = []
  let baseFeePerGas = 100n
  const deps = {
    signer: privateKeyToAccount(`0x${'11'.repeat(32)}`),
    policy: { chainId: REQUEST.chainId },
    account: ACCOUNT,
    clock: { setTimer: () => () => undefined },
    chain: {
      readContract: async () => node.isPaused ?? false,
      simulate: async () => ({ calls: [{ ok: node.mayPause ?? true }] }),
      getTransactionCount: async () => 7,
      getBlock: async () => ({ baseFeePerGas }),
    } as unknown as ChainReader,
    broadcaster: {
      async send(raw: `0x${string}`) {
        sent.push(raw)
        if (node.losesReplies) throw new Error('connection reset')
        return keccak256(raw)
      },
      isKnown: async (hash: `0x${string}`) => sent.some((raw) => keccak256(raw) === hash),
    },
  } as const
  return { deps, sent, setBaseFee: (wei: bigint) => (baseFeePerGas = wei) }
}

describe('pauseGuarded', () => {
  test('default: one transaction of its own that pauses the cage and does nothing else', async () => {
    const { deps, sent } = createGuardian()
    const answer = await pauseGuarded(REQUEST, deps)
    const [raw] = sent
    expect(answer).toEqual({ sent: keccak256(raw ?? '0x') })
    expect(parseTransaction(raw ?? '0x')).toMatchObject({
      to: ACCOUNT.toLowerCase(),
      data: PAUSE_CALL,
      nonce: 7,
    })
  })

  test('I46: asked again it sends the same bytes, or ones that a node takes in their place', async () => {
    const { deps, sent, setBaseFee } = createGuardian({ losesReplies: true })
    await pauseGuarded(REQUEST, deps)
    setBaseFee(105n)
    await pauseGuarded(REQUEST, deps)
    setBaseFee(1_000n)
    await pauseGuarded(REQUEST, deps)
    const [first, again, higher] = sent.map((raw) => parseTransaction(raw).maxFeePerGas ?? 0n)
    expect(sent[1]).not.toBe(sent[2])
    expect(again).toBe(first)
    expect(higher).toBeGreaterThanOrEqual(2n * (first ?? 0n))
  })

  test.each([
    ['another chain', { ...REQUEST, chainId: 1 }, {}],
    ['another account', { ...REQUEST, account: `0x${'22'.repeat(20)}` as const }, {}],
    ['a cage that does not know it', REQUEST, { mayPause: false }],
  ])('I3: %s is refused and costs nothing', async (_, request, node) => {
    const { deps, sent } = createGuardian(node)
    expect(await pauseGuarded(request, deps)).toEqual({ refused: expect.any(String) })
    expect(sent).toEqual([])
  })

  test('I46: a cage that is paused costs nothing', async () => {
    const { deps, sent } = createGuardian({ isPaused: true })
    expect(await pauseGuarded(REQUEST, deps)).toEqual({ alreadyPaused: true })
    expect(sent).toEqual([])
  })
})
