import { type Hex, keccak256, parseTransaction } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { PAUSE_CALL } from '../evidence/encode-cage-execute.ts'
import { buildChain } from '../fixtures/build-chain.ts'
import { LOOK_EVERY_MS, lookGuarded, lookRegularly, POKE_CALL } from './guardian-look.ts'
import { pauseGuarded } from './guardian-pause.ts'

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
    chain: buildChain({
      readContract: readDue,
      getTransactionCount: async () => 7,
      getBlock: async () => ({ baseFeePerGas: 100n }),
    }),
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

  test('behavior: no node sets the price of a look', async () => {
    const { deps, sent } = createGuardian(async () => true)
    const chain = buildChain({ ...deps.chain, getBlock: async () => ({ baseFeePerGas: 10n ** 18n }) })
    await lookGuarded(REQUEST, { ...deps, chain })
    const { maxFeePerGas } = parseTransaction(sent[0] ?? '0x')
    expect(maxFeePerGas).toBeLessThan(deps.policy.gas.maxFeePerGasWei)
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

/** A node that mines nothing, and replaces what waits as nodes do: by what offers a tenth more of both fees. */
function createPool(balanceWei: bigint) {
  const waiting = new Map<number, { readonly data: Hex; readonly feeWei: bigint; readonly tipWei: bigint }>()
  return {
    waiting,
    broadcaster: {
      async send(raw: Hex) {
        const {
          nonce = 0,
          gas = 0n,
          data = '0x',
          maxFeePerGas: feeWei = 0n,
          maxPriorityFeePerGas: tipWei = 0n,
        } = parseTransaction(raw)
        if (gas * feeWei > balanceWei) throw new Error('insufficient funds')
        const before = waiting.get(nonce)
        const isRaise = (now: bigint, was: bigint) => now * 100n >= was * 110n
        if (before && !(isRaise(feeWei, before.feeWei) && isRaise(tipWei, before.tipWei))) {
          throw new Error('replacement transaction underpriced')
        }
        waiting.set(nonce, { data, feeWei, tipWei })
        return keccak256(raw)
      },
      isKnown: async () => false,
    },
  }
}

describe('a look that waits', () => {
  const CEILING_WEI = 500_000_000_000n
  const LOOK_WEI = 2_000_000n * CEILING_WEI

  test.each([
    ['pay for all', CEILING_WEI, 1_000_000_000n, LOOK_WEI],
    ['pay for an eighth', CEILING_WEI, 1_000_000_000n, LOOK_WEI / 8n],
    ['pay for a little', CEILING_WEI, 1_000_000_000n, LOOK_WEI / 64n],
    ['tip as much as it offers', CEILING_WEI, CEILING_WEI, LOOK_WEI],
    ['offer next to nothing', 1_001n, 0n, LOOK_WEI],
  ])('I47 I56: a pause takes its place where the account can %s', async (_, maxFeePerGasWei, tip, balanceWei) => {
    const { deps } = createGuardian(async () => true)
    const { waiting, broadcaster } = createPool(balanceWei)
    const gas = { ...deps.policy.gas, priorityFeeWei: tip, maxFeePerGasWei }
    const around = { ...deps, broadcaster, policy: { ...deps.policy, gas }, pauses: {} }
    await lookGuarded(REQUEST, around)
    expect(waiting.get(7)?.data).toBe(POKE_CALL)
    await expect(pauseGuarded(REQUEST, around)).resolves.toHaveProperty('sent')
    expect([...waiting].map(([nonce, { data }]) => [nonce, data])).toEqual([[7, PAUSE_CALL]])
  })
})

describe('lookRegularly', () => {
  /** A guardian whose looks are counted, and whose timers fire when the test says so. */
  function createWatch(readDue: () => Promise<boolean>) {
    const timers: { delayMs: number; callback: () => void }[] = []
    let looks = 0
    const guardian = createGuardian(() => {
      looks += 1
      return readDue()
    })
    const clock = {
      setTimer(delayMs: number, callback: () => void) {
        const timer = { delayMs, callback }
        timers.push(timer)
        return () => void timers.splice(timers.indexOf(timer), 1)
      },
    }
    const isWaiting = () => timers.some(({ delayMs }) => delayMs === LOOK_EVERY_MS)
    const fire = async () => {
      await expect.poll(isWaiting).toBe(true)
      for (const { callback } of timers.splice(0)) callback()
    }
    return {
      stop: lookRegularly({ ...guardian.deps, clock }),
      sent: guardian.sent,
      timers,
      isWaiting,
      fire,
      looks: () => looks,
    }
  }

  test('I30: it looks at once and again and again, whatever a look came to', async () => {
    const answers = [false, undefined, true]
    const watch = createWatch(async () => answers[watch.looks() - 1] ?? Promise.reject(new Error('stale')))
    await watch.fire()
    await watch.fire()
    await expect.poll(() => watch.sent.length).toBe(1)
    expect(watch.looks()).toBe(3)
  })

  test('behavior: stopped, it looks no more', async () => {
    const watch = createWatch(async () => false)
    await watch.fire()
    await expect.poll(watch.isWaiting).toBe(true)
    watch.stop()
    expect(watch.timers).toEqual([])
    const early = createWatch(async () => false)
    early.stop()
    await expect.poll(() => [early.looks(), early.timers.length]).toEqual([1, 0])
  })
})
