import { keccak256, parseTransaction } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import type { ChainReader } from '../core/chain.ts'
import { lookGuarded, POKE_CALL } from './guardian-look.ts'

const ACCOUNT = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const REQUEST = { chainId: 31_337, account: ACCOUNT } as const

/** A guardian before a node that mines nothing. */
function createGuardian(readDue: () => Promise<boolean>) {
  const sent: `0x${string}`[] = []
  const deps = {
    signer: privateKeyToAccount(`0x${'11'.repeat(32)}`),
    policy: {
      chainId: REQUEST.chainId,
      gas: { maxGasLimit: 1_000_000n, priorityFeeWei: 0n, maxFeePerGasWei: 10n ** 12n },
    },
    account: ACCOUNT,
    clock: { setTimer: () => () => undefined },
    chain: {
      readContract: readDue,
      getTransactionCount: async () => 7,
      getBlock: async () => ({ baseFeePerGas: 100n }),
    } as unknown as ChainReader,
    broadcaster: {
      async send(raw: `0x${string}`) {
        sent.push(raw)
        return keccak256(raw)
      },
      isKnown: async () => true,
    },
  } as const
  return { deps, sent }
}

describe('lookGuarded', () => {
  test('I30: the mark is shown the value by a transaction that does nothing else', async () => {
    const { deps, sent } = createGuardian(async () => true)
    expect(await lookGuarded(REQUEST, deps)).toEqual({ sent: keccak256(sent[0] ?? '0x') })
    expect(parseTransaction(sent[0] ?? '0x')).toMatchObject({ to: ACCOUNT.toLowerCase(), data: POKE_CALL })
  })

  test('behavior: where it makes no difference nothing is sent', async () => {
    const { deps, sent } = createGuardian(async () => false)
    expect(await lookGuarded(REQUEST, deps)).toEqual({ nothingToShow: true })
    const stale = createGuardian(async () => Promise.reject(new Error('PriceUnavailable')))
    await expect(lookGuarded(REQUEST, stale.deps)).rejects.toThrow('PriceUnavailable')
    expect([...sent, ...stale.sent]).toEqual([])
  })

  test.each([
    { chainId: 1 },
    { account: '0x6B175474E89094C44Da98b954EedeAC495271d0F' } as const,
  ])('I58: it looks at its own cage only: %o', async (other) => {
    const { deps, sent } = createGuardian(async () => true)
    expect(await lookGuarded({ ...REQUEST, ...other }, deps)).toHaveProperty('refused')
    expect(sent).toEqual([])
  })
})
