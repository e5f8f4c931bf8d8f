import { keccak256, parseTransaction } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { PAUSE_CALL } from '../evidence/encode-cage-execute.ts'
import { buildChain } from '../fixtures/build-chain.ts'
import { PAUSE_GAS, pauseGuarded } from './guardian-pause.ts'

const ACCOUNT = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const CEILING_WEI = 500_000_000_000n
const REQUEST = { chainId: 31_337, account: ACCOUNT } as const

/** How a node may behave that says nothing. */
type Mute = 'silent' | 'hung'

/** A guardian before a node that mines nothing. */
function createGuardian(
  node: { isPaused?: boolean | Mute; losesReplies?: boolean; nonce?: number | Mute } = {},
) {
  const sent: `0x${string}`[] = []
  const due: (() => void)[] = []
  let isHanging = false
  const answer = async <T>(said: T | Mute): Promise<T> => {
    if (said === 'silent') throw new Error('connection refused')
    if (said !== 'hung') return said
    isHanging = true
    return new Promise(() => {})
  }
  const deps = {
    signer: privateKeyToAccount(`0x${'11'.repeat(32)}`),
    policy: {
      chainId: REQUEST.chainId,
      gas: { maxGasLimit: 1_000_000n, priorityFeeWei: 0n, maxFeePerGasWei: CEILING_WEI },
    },
    pauses: {},
    account: ACCOUNT,
    clock: {
      setTimer(delayMs: number, callback: () => void) {
        if (delayMs >= 600_000) due.push(callback)
        // What hangs, hangs for longer than anybody waits.
        else if (isHanging) queueMicrotask(callback)
        isHanging = false
        return () => undefined
      },
    },
    chain: buildChain({
      readContract: async () => answer(node.isPaused ?? false),
      getTransactionCount: async () => answer(node.nonce ?? 7),
    }),
    broadcaster: {
      async send(raw: `0x${string}`) {
        sent.push(raw)
        if (node.losesReplies) throw new Error('connection reset')
        return keccak256(raw)
      },
      isKnown: async (hash: `0x${string}`) => sent.some((raw) => keccak256(raw) === hash),
    },
  } as const
  return { deps, sent, elapse: () => due.shift()?.() }
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

  test('I55: no node sets the price, and it stays below the ceiling', async () => {
    const { deps, sent } = createGuardian()
    await pauseGuarded(REQUEST, deps)
    const { maxFeePerGas, maxPriorityFeePerGas, gas } = parseTransaction(sent[0] ?? '0x')
    expect([maxFeePerGas, maxPriorityFeePerGas]).toEqual([CEILING_WEI - 1n, CEILING_WEI - 1n])
    expect(gas).toBe(PAUSE_GAS)
  })

  test('I46: asked again before it is mined it sends the same bytes', async () => {
    const { deps, sent } = createGuardian({ losesReplies: true })
    await pauseGuarded(REQUEST, deps)
    await pauseGuarded(REQUEST, deps)
    expect(sent).toHaveLength(2)
    expect(sent[1]).toBe(sent[0])
  })

  test('I47: the cage is the same in whatever letters its address is written', async () => {
    const { deps, sent } = createGuardian()
    const account = ACCOUNT.toLowerCase() as typeof ACCOUNT
    expect(await pauseGuarded({ ...REQUEST, account }, deps)).toEqual({ sent: expect.any(String) })
    expect(sent).toHaveLength(1)
  })

  test.each([
    ['another chain', { ...REQUEST, chainId: 1 }],
    ['another account', { ...REQUEST, account: `0x${'22'.repeat(20)}` as const }],
  ])('I3: %s is refused and costs nothing', async (_, request) => {
    const { deps, sent } = createGuardian()
    expect(await pauseGuarded(request, deps)).toEqual({ refused: expect.any(String) })
    expect(sent).toEqual([])
  })

  test('I55 I56: one node that says it is paused does not keep the pause from being sent', async () => {
    const { deps, sent, elapse } = createGuardian({ isPaused: true })
    expect(await pauseGuarded(REQUEST, deps)).toEqual({ sent: keccak256(sent[0] ?? '0x') })
    // What it paused itself it need not pause again, for a while.
    expect(await pauseGuarded(REQUEST, deps)).toEqual({ alreadyPaused: true })
    expect(sent).toHaveLength(1)
    elapse()
    await pauseGuarded(REQUEST, deps)
    expect(sent).toHaveLength(2)
  })

  test('I55: what it believes of its last pause the time for an earlier one does not end', async () => {
    const node: { isPaused?: boolean; nonce?: number } = {}
    const { deps, sent, elapse } = createGuardian(node)
    await pauseGuarded(REQUEST, deps)
    // Its owner unpaused it since.
    node.nonce = 8
    await pauseGuarded(REQUEST, deps)
    node.isPaused = true
    elapse()
    expect(await pauseGuarded(REQUEST, deps)).toEqual({ alreadyPaused: true })
    expect(sent).toHaveLength(2)
    elapse()
    await pauseGuarded(REQUEST, deps)
    expect(sent).toHaveLength(3)
  })

  test.each<Mute>(['silent', 'hung'])('I55 I56: a node that is %s has paused nothing', async (isPaused) => {
    const node: { isPaused?: Mute } = {}
    const { deps, sent } = createGuardian(node)
    await pauseGuarded(REQUEST, deps)
    node.isPaused = isPaused
    expect(await pauseGuarded(REQUEST, deps)).toHaveProperty('sent')
    expect(sent).toHaveLength(2)
  })

  test.each<Mute>([
    'silent',
    'hung',
  ])('I56: with a node that is %s about the nonce it goes on from its own last transaction', async (nonce) => {
    const node: { nonce?: Mute } = {}
    const { deps, sent } = createGuardian(node)
    await pauseGuarded(REQUEST, deps)
    node.nonce = nonce
    await pauseGuarded(REQUEST, deps)
    expect(sent.map((raw) => parseTransaction(raw).nonce)).toEqual([7, 8])
  })

  test('I36: without any nonce it sends nothing, and says so', async () => {
    const { deps, sent } = createGuardian({ nonce: 'silent' })
    await expect(pauseGuarded(REQUEST, deps)).rejects.toThrow('connection refused')
    expect(sent).toEqual([])
  })
})
