import fc from 'fast-check'
import { type Address, getAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { type DecodedCall, NO_EFFECT } from '../../core/call-decoder.ts'
import { buildAsset, buildPolicy } from '../fixtures/build-policy.ts'
import { ACTION_CLASSES, type ActionClass, allowedClasses, PHASES } from '../policy/phases.ts'
import { type ActionEffects, deriveActionClass } from './action-class.ts'

const at = (digit: string) => getAddress(`0x${digit.repeat(40)}`)
const [ACCOUNT, OWNER, OUTSIDER] = [at('a'), at('b'), at('e')]
const [USDC, DAI, WETH, NATIVE, WBTC] = [at('1'), at('2'), at('3'), at('4'), at('5')]
const asset = (token: Address, exposure: string, isStable = false) =>
  buildAsset({ token, exposure, isStable })
const POLICY = buildPolicy({
  owner: OWNER,
  assets: [
    asset(USDC, 'USDC', true),
    asset(DAI, 'DAI', true),
    asset(WETH, 'ETH'),
    asset(NATIVE, 'ETH'),
    asset(WBTC, 'WBTC'),
  ],
})

/** One effect of a plan: what a call says, and what it moves. */
interface Part {
  readonly leaf?: Partial<DecodedCall>
  readonly deltas?: readonly (readonly [Address, bigint])[]
  readonly grants?: boolean
}

const HELD = 1_000_000n

const classOf = (...parts: readonly Part[]): ActionClass => {
  const deltas = parts.flatMap((part) => part.deltas ?? [])
  const effects: ActionEffects = {
    policy: POLICY,
    account: ACCOUNT,
    leaves: parts.map(({ leaf }) => ({ ...NO_EFFECT, functionName: 'f', ...leaf })),
    balances: POLICY.assets.map(({ token }) => ({
      token,
      before: HELD,
      after: deltas.reduce((sum, [of, delta]) => (of === token ? sum + delta : sum), HELD),
    })),
    outflows: deltas.flatMap(([token, delta]) => (delta < 0n ? [{ token }] : [])),
    allowanceGrows: parts.some(({ grants }) => grants === true),
  }
  return deriveActionClass(effects)
}

const exchange = (paid: Address, received: Address, amount = 1_000n): Part => ({
  leaf: {
    outflows: [{ token: paid, amountBaseUnits: amount }],
    inflows: [received],
    recipients: [ACCOUNT],
  },
  deltas: [
    [paid, -amount],
    [received, amount],
  ],
})
const position = (
  change: 'open' | 'increase' | 'decrease' | 'collect' | 'close',
  id: string,
  amount: bigint,
): Part => ({
  leaf: { positions: [{ protocol: 'p', contract: OUTSIDER, id, change }] },
  deltas: [
    [USDC, amount],
    [WETH, amount],
  ],
})
const CLOSE = [position('decrease', '7', 0n), position('collect', '7', 500n), position('close', '7', 0n)]
const BUY = exchange(USDC, WETH)
const APPROVE: Part = { grants: true }
const PAY: Part = { leaf: { recipients: [OUTSIDER] }, deltas: [[USDC, -1n]] }

describe('single effects', () => {
  test.each<[string, ActionClass, readonly Part[]]>([
    ['nothing', 'close-position', [{}]],
    ['a payment', 'new-position', [PAY]],
    ['an allowance', 'increase-position', [APPROVE]],
    ['a purchase', 'increase-position', [BUY]],
    ['a shift', 'rebalance', [exchange(WETH, WBTC)]],
    ['wrapping', 'rebalance', [exchange(NATIVE, WETH)]],
    ['one stable asset for another', 'rebalance', [exchange(USDC, DAI)]],
    ['a sale', 'decrease-position', [exchange(WBTC, USDC)]],
    ['a sale of all', 'close-position', [exchange(WBTC, USDC, HELD)]],
    ['a position opened', 'new-position', [position('open', 'new', -5n)]],
    ['a position grown', 'increase-position', [position('increase', '7', -5n)]],
    ['a position shrunk', 'decrease-position', [position('decrease', '7', 0n)]],
    ['fees collected', 'decrease-position', [position('collect', '7', 5n)]],
    ['a position closed in steps', 'close-position', CLOSE],
  ])('I27: %s', (_, expected, parts) => {
    expect(classOf(...parts)).toBe(expected)
  })
})

describe('bundles', () => {
  test.each<[string, ActionClass, readonly Part[]]>([
    ['a purchase beside a closed position', 'increase-position', [...CLOSE, BUY]],
    ['a purchase beside one unit of liquidity', 'increase-position', [position('decrease', '7', 0n), BUY]],
    ['an allowance behind an exit', 'increase-position', [...CLOSE, APPROVE]],
    ['a payment behind an exit', 'new-position', [...CLOSE, PAY]],
    ['one position closed, another grown', 'increase-position', [...CLOSE, position('increase', '8', -5n)]],
    ['a part sold behind an exit', 'decrease-position', [...CLOSE, exchange(WETH, USDC, 500n)]],
    ['all sold behind an exit', 'close-position', [...CLOSE, exchange(WBTC, USDC, HELD)]],
    ['one position closed, another shrunk', 'decrease-position', [...CLOSE, position('decrease', '8', 0n)]],
    ['a purchase that a sale nets', 'increase-position', [BUY, exchange(WETH, USDC, 2_000n)]],
    ['a purchase that no call tells', 'increase-position', [...CLOSE, { deltas: BUY.deltas ?? [] }]],
  ])('I60: %s', (_, expected, parts) => {
    expect(classOf(...parts)).toBe(expected)
  })

  const token = fc.constantFrom(USDC, DAI, WETH, NATIVE, WBTC)
  const amount = fc.bigInt({ min: 1n, max: 10_000n })
  // What shrinks one thing in several steps is judged by what remains of it, so each part shrinks a thing of its own.
  const part: fc.Arbitrary<Part> = fc.oneof(
    fc
      .tuple(token, token, amount)
      .filter(([paid, received]) => paid !== received)
      .map((drawn) => exchange(...drawn)),
    fc
      .tuple(fc.constantFrom('open', 'increase', 'decrease', 'collect', 'close'), fc.nat(9), amount)
      .map(([change, id, size]) =>
        position(change, `${change} ${id}`, change === 'open' || change === 'increase' ? -size : size),
      ),
    fc.constantFrom(APPROVE, PAY, {}),
  )
  const strictness = (parts: readonly Part[]) => -ACTION_CLASSES.indexOf(classOf(...parts))

  test('I60: a bundle is never milder than one of its parts', () => {
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
        for (const one of parts) expect(strictness(parts)).toBeGreaterThanOrEqual(strictness([one]))
      }),
      { seed: 60, numRuns: 2_000 },
    )
  })

  test('I26: an action class that comes earlier is allowed in no more phases', () => {
    const allowing = (actionClass: ActionClass) =>
      [...PHASES, undefined].filter((phase) => allowedClasses(phase).includes(actionClass)).length
    const counts = ACTION_CLASSES.map(allowing)
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
  })
})
