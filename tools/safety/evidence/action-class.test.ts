import fc from 'fast-check'
import { type Address, getAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { NATIVE_TOKEN } from '../../core/address-book.ts'
import { type DecodedCall, NO_EFFECT } from '../../core/call-decoder.ts'
import type { LotChange } from '../../core/lot-changes.ts'
import type { LotKind } from '../../core/position.ts'
import { buildAsset, buildPolicy } from '../fixtures/build-policy.ts'
import { ACTION_CLASSES, type ActionClass, allowedClasses, EXITS, PHASES } from '../policy/phases.ts'
import { type ActionEffects, deriveActionClass } from './action-class.ts'

const at = (digit: string) => getAddress(`0x${digit.repeat(40)}`)
const [ACCOUNT, OWNER, OUTSIDER, RECIPIENT] = [at('a'), at('b'), at('e'), at('f')]
const [USDC, DAI, WETH, NATIVE, WBTC] = [at('1'), at('2'), at('3'), NATIVE_TOKEN, at('5')]
const asset = (token: Address, exposure: string, isStable = false) =>
  buildAsset({ token, exposure, isStable })
const POLICY = buildPolicy({
  owner: OWNER,
  recipients: [RECIPIENT],
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
  /** Units by which lots grow or shrink: what, of which token, by how much. */
  readonly lots?: readonly (readonly [LotKind, Address, bigint])[]
}

const HELD = 1_000_000n
const OWED = HELD / 2n
const LENT = `0x${'00'.repeat(32)}` as const

/** A base unit of anything is a base unit of USDC. */
const PRICES: ActionEffects['prices'] = {
  of() {
    const price = { answer: 10n ** 12n, decimals: 0 }
    return { lowest: price, highest: price }
  },
}

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
    outflows: deltas.flatMap(([token, delta]) => (delta < 0n ? [{ token, amountBaseUnits: -delta }] : [])),
    allowanceGrows: parts.some(({ grants }) => grants === true),
    lots: changeLots(parts.flatMap((part) => part.lots ?? [])),
    prices: PRICES,
  }
  return deriveActionClass(effects)
}

/** Sum what parts do to lots, of which all but those of WBTC hold or owe something before. */
function changeLots(changes: NonNullable<Part['lots']>): readonly LotChange[] {
  const lots = Map.groupBy(changes, ([kind, token]) => `${kind} ${token}`)
  return [...lots.values()].flatMap((steps): LotChange[] => {
    const [[kind, token]] = steps as [(typeof steps)[number]]
    const delta = steps.reduce((sum, [, , units]) => sum + units, 0n)
    const held = token === WBTC ? 0n : kind === 'owed' ? OWED : HELD
    const side = (units: bigint) => ({
      units,
      legs: units === 0n ? [] : [{ token, amount: kind === 'owed' ? -units : units }],
    })
    const lot = { protocol: 'lender', key: LENT, place: LENT, lot: 0, kind }
    return delta === 0n ? [] : [{ ...lot, before: side(held), after: side(held + delta) }]
  })
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
const BUY_DELTAS = BUY.deltas ?? []
const APPROVE: Part = { grants: true }
const PAY: Part = { leaf: { recipients: [OUTSIDER] }, deltas: [[USDC, -1n]] }

const move = (token: Address, kind: LotKind, units: bigint, paid: bigint): Part => ({
  deltas: [[token, paid]],
  lots: [[kind, token, units]],
})
const supply = (token: Address, amount: bigint) => move(token, 'held', amount, -amount)
const withdraw = (token: Address, amount: bigint) => move(token, 'held', -amount, amount)
const borrow = (token: Address, amount: bigint) => move(token, 'owed', amount, amount)
const repay = (token: Address, amount: bigint, paid = amount) => move(token, 'owed', -amount, -paid)
const shrink = (protocol: string, id: string): Part => ({
  leaf: { positions: [{ protocol, contract: OUTSIDER, id, change: 'decrease' }] },
})
const leave = (token: Address, amount: bigint): Part => ({
  lots: [
    ['held', token, -amount],
    ['leaving', token, amount],
  ],
})
const claim = (token: Address, amount: bigint) => move(token, 'leaving', -amount, amount)
/** A position's lots: what one of them gives up, of which token, another takes over. */
const shift = (from: Address, less: bigint, to: Address, more: bigint): Part => ({
  lots: [
    ['held', from, -less],
    ['held', to, more],
  ],
})
const giveAway = (token: Address, amount: bigint): Part => ({ lots: [['held', token, -amount]] })
const pledge = (paid: Address, received: Address, to = ACCOUNT, amount = 1_000n): Part => ({
  leaf: {
    pledges: [
      {
        legs: [
          { token: paid, amount: -amount },
          { token: received, amount },
        ],
        spender: OUTSIDER,
        to,
        untilSeconds: 9_999,
      },
    ],
  },
})

/** An allowance by a recorded message: taken for nothing. */
const ALLOW_LATER: Part = {
  leaf: {
    pledges: [
      { legs: [{ token: USDC, amount: -1_000n }], spender: OUTSIDER, to: ACCOUNT, untilSeconds: 9_999 },
    ],
  },
}

/** The same, which says that it gets nothing. */
const NOTHING_BACK: Part = {
  leaf: {
    pledges: [
      {
        legs: [
          { token: WETH, amount: -1_000n },
          { token: USDC, amount: 0n },
        ],
        spender: OUTSIDER,
        to: ACCOUNT,
        untilSeconds: 9_999,
      },
    ],
  },
}

const held = (part: Part): Part => ({
  leaf: { ...part.leaf, pledges: (part.leaf?.pledges ?? []).map((of) => ({ ...of, isHeld: true })) },
})

describe('single effects', () => {
  test.each<[string, ActionClass, readonly Part[]]>([
    ['nothing', 'close-position', [{}]],
    ['a payment', 'new-position', [PAY]],
    [
      'a payment to an approved recipient',
      'new-position',
      [{ leaf: { recipients: [RECIPIENT] }, deltas: [[USDC, -1n]] }],
    ],
    ['an allowance', 'increase-position', [APPROVE]],
    ['a purchase', 'increase-position', [BUY]],
    ['a shift', 'rebalance', [exchange(WETH, WBTC)]],
    ['wrapping', 'rebalance', [exchange(NATIVE, WETH)]],
    ['unwrapping', 'decrease-position', [exchange(WETH, NATIVE)]],
    ['the native coin for something else', 'rebalance', [exchange(WBTC, NATIVE)]],
    ['a reward in a stable asset', 'decrease-position', [{ deltas: [[USDC, 1_000n]] }]],
    ['a reward in another asset', 'increase-position', [{ deltas: [[WETH, 1_000n]] }]],
    ['one stable asset for another', 'rebalance', [exchange(USDC, DAI)]],
    ['a sale', 'decrease-position', [exchange(WBTC, USDC)]],
    ['a sale of all', 'close-position', [exchange(WBTC, USDC, HELD)]],
    ['a position opened', 'new-position', [position('open', 'new', -5n)]],
    ['a position grown', 'increase-position', [position('increase', '7', -5n)]],
    ['a position shrunk', 'decrease-position', [position('decrease', '7', 0n)]],
    ['fees collected', 'decrease-position', [position('collect', '7', 5n)]],
    ['a position closed in steps', 'close-position', CLOSE],
    ['supplying', 'increase-position', [supply(USDC, 5n)]],
    ['supplying what carries exposure', 'increase-position', [supply(WETH, 5n)]],
    ['supplying for the first time', 'new-position', [supply(WBTC, 5n)]],
    ['borrowing', 'increase-position', [borrow(USDC, 5n)]],
    ['borrowing what carries exposure', 'increase-position', [borrow(WETH, 5n)]],
    ['borrowing for the first time', 'new-position', [borrow(WBTC, 5n)]],
    ['withdrawing', 'decrease-position', [withdraw(WETH, 5n)]],
    ['withdrawing all', 'close-position', [withdraw(USDC, HELD)]],
    [
      'withdrawing all, which the bytes call less',
      'close-position',
      [withdraw(USDC, HELD), shrink('lender', LENT)],
    ],
    [
      'withdrawing all, while the bytes shrink the same of another protocol',
      'decrease-position',
      [withdraw(USDC, HELD), shrink('p', LENT)],
    ],
    ['what no lot shows', 'decrease-position', [withdraw(USDC, HELD), shrink('p', '7')]],
    ['repaying', 'decrease-position', [repay(USDC, 5n)]],
    ['repaying what carries exposure', 'decrease-position', [repay(WETH, 5n)]],
    ['repaying all', 'close-position', [repay(USDC, OWED)]],
    ['repaying out of collateral', 'decrease-position', [withdraw(WETH, 9n), repay(USDC, 50_000n, 50_005n)]],
    ['paying for more than a debt', 'increase-position', [withdraw(WETH, 9n), repay(USDC, 50_000n, 50_009n)]],
    ['repaying more than is owed', 'increase-position', [repay(USDC, 5n), { deltas: BUY_DELTAS }]],
    ['starting to leave', 'decrease-position', [leave(WETH, 5n)]],
    ['starting to leave with all', 'close-position', [leave(WETH, HELD)]],
    ['claiming what has left', 'close-position', [claim(WETH, 5n)]],
    ['a lot that goes to another', 'new-position', [giveAway(WETH, 5n)]],
    ['pledging to buy', 'increase-position', [pledge(USDC, WETH)]],
    ['pledging to sell', 'decrease-position', [pledge(WETH, USDC)]],
    [
      'a lot of which a tenth goes to another',
      'new-position',
      [giveAway(WETH, 1_000n), move(WETH, 'held', 0n, 900n)],
    ],
    [
      'a lot of which a hundredth is lost',
      'decrease-position',
      [giveAway(WETH, 1_000n), move(WETH, 'held', 0n, 990n)],
    ],
    [
      'a lot that another of its position takes over',
      'decrease-position',
      [shift(WETH, 1_000n, USDC, 1_000n)],
    ],
    ['a lot that takes over more than is given up', 'increase-position', [shift(WETH, 1_000n, USDC, 1_100n)]],
    [
      'a lot that is paid for beside one that falls',
      'increase-position',
      [shift(WETH, 1_000n, USDC, 1_000n), { deltas: [[USDC, -1_000n]] }],
    ],
    ['pledging what is held to buy', 'increase-position', [held(pledge(USDC, WETH))]],
    ['pledging what is held to sell', 'decrease-position', [held(pledge(WETH, USDC))]],
    ['pledging the proceeds to another', 'new-position', [pledge(WETH, USDC, OUTSIDER)]],
    ['pledging for nothing', 'increase-position', [ALLOW_LATER]],
    ['pledging for at least nothing', 'increase-position', [NOTHING_BACK]],
    ['a debt that falls while as much of its asset comes', 'increase-position', [repay(WETH, 5n, -5n)]],
    ['unwrapping what a lot pays out', 'decrease-position', [withdraw(WETH, 1_000n), exchange(WETH, NATIVE)]],
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
    ['a withdrawal that repays', 'decrease-position', [withdraw(WETH, 9n), repay(USDC, 5n)]],
    ['a purchase with what is withdrawn', 'increase-position', [withdraw(USDC, 1_000n), BUY]],
    ['a debt beside a withdrawal', 'increase-position', [withdraw(WETH, 9n), borrow(USDC, 5n)]],
    ['more than a lot paid out', 'increase-position', [withdraw(WETH, 5n), { deltas: [[WETH, 3n]] }]],
    [
      'a purchase that a pledge sells again',
      'increase-position',
      [{ deltas: BUY_DELTAS }, pledge(WETH, USDC)],
    ],
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

describe('lots', () => {
  test('I27: what one position gives up no other of its protocol takes over', () => {
    const change = (key: typeof LENT, before: bigint, after: bigint): LotChange => {
      const side = (units: bigint) => ({ units, legs: [{ token: WETH, amount: units }] })
      return {
        protocol: 'lender',
        key,
        place: LENT,
        lot: 0,
        kind: 'held',
        before: side(before),
        after: side(after),
      }
    }
    const classOfLots = (grown: typeof LENT) =>
      deriveActionClass({
        policy: POLICY,
        account: ACCOUNT,
        leaves: [],
        balances: [],
        outflows: [],
        allowanceGrows: false,
        lots: [change(LENT, 9n, 4n), change(grown, 0n, 5n)].map((lot, index) => ({ ...lot, lot: index })),
        prices: PRICES,
      })
    expect(classOfLots(LENT)).toBe('decrease-position')
    expect(classOfLots(`0x${'01'.repeat(32)}`)).toBe('new-position')
  })

  const token = fc.constantFrom(USDC, WETH)
  const amount = fc.bigInt({ min: 1n, max: 10_000n })
  const shrinking = fc.constantFrom(withdraw, repay, leave, claim)
  const growing = fc.constantFrom(supply, borrow)
  const act = (kind: typeof shrinking | typeof growing) =>
    fc.tuple(kind, token, amount).map(([of, ...drawn]) => of(...drawn))
  const drawn = { seed: 64, numRuns: 1_000 }
  /** Exits are all as mild as each other; what comes earlier among the rest is stricter. */
  const strictness = (parts: readonly Part[]) => {
    const found = classOf(...parts)
    return EXITS.includes(found) ? 0 : ACTION_CLASSES.length - ACTION_CLASSES.indexOf(found)
  }

  test('I27: where nothing goes to another for good and neither exposure nor debt grows, it is an exit', () => {
    fc.assert(
      fc.property(fc.array(act(shrinking), { minLength: 1, maxLength: 5 }), (parts) => {
        expect(EXITS).toContain(classOf(...parts))
      }),
      drawn,
    )
  })

  test('I27: supplying is no exit and borrowing no rebalance, whatever else shrinks', () => {
    // What grows and shrinks in one lot is judged by what comes of it, so the acts have lots of their own.
    fc.assert(
      fc.property(growing, shrinking, amount, amount, token, (grow, shrink, more, less, grown) => {
        const other = grown === USDC ? WETH : USDC
        const acts = [grow(grown, more), shrink(other, less)]
        expect(['new-position', 'increase-position']).toContain(classOf(...acts))
      }),
      drawn,
    )
  })

  test('I27: a lot that ends with more is no milder, and neither is a pledge beside it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<LotKind>('held', 'owed'),
        token,
        fc.bigInt({ min: -10_000n, max: 10_000n }),
        amount,
        fc.array(fc.tuple(shrinking, amount), { maxLength: 3 }),
        (kind, of, units, more, shrunk) => {
          const others = shrunk.map(([shrink, less]) => shrink(of === USDC ? WETH : USDC, less))
          const ends = (delta: bigint) => [...others, move(of, kind, delta, kind === 'owed' ? delta : -delta)]
          expect(strictness(ends(units + more))).toBeGreaterThanOrEqual(strictness(ends(units)))
          for (const pledged of [pledge(USDC, WETH), pledge(WETH, USDC), pledge(WETH, USDC, OUTSIDER)]) {
            expect(strictness([...ends(units), pledged])).toBeGreaterThanOrEqual(strictness(ends(units)))
          }
        },
      ),
      drawn,
    )
  })
})
