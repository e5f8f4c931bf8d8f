import { isAddressEqual } from '../../../../tools/core/is-address-equal.ts'
import type { ActionClass } from '../../../../tools/safety/policy/phases.ts'
import type { Intent } from '../../../vocabulary/intent.ts'
import { exactly } from '../../../vocabulary/interval.ts'
import type { ModelCall, ProvideCall, TradeCall } from '../../../vocabulary/model-call.ts'
import type { TokenAmount } from '../../../vocabulary/terms.ts'
import type { CallFact, Facts } from '../facts/facts.ts'
import { type Denial, deny } from '../verdict.ts'
import { classOfTrade } from './class-of-trade.ts'
import { countGrowth } from './count-growth.ts'
import { type Effect, has, idle, type Lists, mayRefuse } from './effect.ts'
import { lacksAllowance } from './lacks-allowance.ts'

/** Allowances from here on are unlimited. */
const UNLIMITED = 2n ** 255n

/** Classes, the strictest first. */
const STRICTEST: readonly ActionClass[] = [
  'new-position',
  'increase-position',
  'rebalance',
  'decrease-position',
  'close-position',
]

/** Tolerance that the plan of hand-made trades states. */
const RAW_TOLERANCE_BPS = 100n

type Amounts = readonly (readonly [token: string, amount: bigint])[]

/** What one call adds to what all of them do. */
interface Share {
  readonly class: ActionClass
  readonly outflows: readonly TokenAmount[]
  readonly inflows: readonly string[]
  /** What the balances lose, and what they gain, as negative numbers. */
  readonly spent: Amounts
  /** What goes to an approved recipient, what goes for something else, and what comes, as the cage counts them. */
  readonly paid: Amounts
  readonly given: Amounts
  readonly got: Amounts
  readonly plan: readonly Denial[]
  readonly cage: readonly Denial[]
  readonly allowlist: readonly Denial[]
}

const NOTHING: Share = {
  class: 'close-position',
  ...{ outflows: [], inflows: [], spent: [], paid: [], given: [], got: [] },
  ...{ plan: [], cage: [], allowlist: [] },
}

const when = (broken: boolean, ...denials: readonly Denial[]) => (broken ? denials : [])

/** Say what calls do together: they are judged as one, by the strictest of them. */
export function deriveCalls(
  { calls, delegates, isRaw, riskTier, refusals = [] }: Extract<Intent, { kind: 'calls' }>,
  facts: Facts,
  lists: Lists,
): Effect {
  const shares = calls.map((call, index) => deriveShare(call, facts.calls[index] ?? {}, isRaw, facts, lists))
  const all = <Name extends keyof Omit<Share, 'class'>>(name: Name) =>
    shares.flatMap((share) => share[name] as readonly Share[Name][number][])
  const paid = addUp(all('paid'))
  const denials = all('plan')
  const growth = countGrowth(calls, facts)
  const provides = calls.some(({ kind }) => kind === 'provide')
  const trades = calls.some(({ kind }) => kind === 'trade')
  const fails = calls.some((call, index) => call.kind === 'trade' && facts.calls[index]?.quote === undefined)
  const isShort = isOverdrawn(all('spent'), facts) || lacksAllowance(calls, facts)
  const reverts = fails || isShort || (provides ? undefined : false)
  const did = [
    ...shares.map((share) => share.class),
    ...(growth.length > 0 ? (['increase-position'] as const) : []),
  ]
  const actionClass = STRICTEST.find((name) => did.includes(name)) ?? 'close-position'
  return {
    ...idle(false),
    ...(riskTier === undefined ? {} : { riskTier }),
    classes: [
      ...classesOf(actionClass, reverts === true, all('cage').length > 0),
      // Where it fails half-way, its approvals are what is left of it.
      ...(trades && actionClass !== 'increase-position' ? (['increase-position'] as const) : []),
    ],
    plan:
      denials.length === 0 && refusals.length > 0
        ? mayRefuse(refusals)
        : { broken: denials.length > 0, denials },
    outflows: all('outflows'),
    growth,
    inflows: all('inflows'),
    lists: {
      cage: all('cage'),
      allowlist: [...when(delegates, deny('allowlist-guard', 'AUTHORITY_NOT_ALLOWED')), ...all('allowlist')],
    },
    cage: {
      out: addUp([...all('paid'), ...all('given')]),
      in: addUp(all('got')),
      paid,
      onlyRevokes: false,
      ...(provides ? { liquidity: 'grows' as const } : {}),
    },
    reverts,
    toleranceBps: trades || provides ? RAW_TOLERANCE_BPS : 0n,
  }
}

/** Whether a call would spend more than there is when its turn comes. */
function isOverdrawn(spent: Amounts, { balances }: Facts): boolean {
  const left = new Map(balances)
  return spent.some(([token, amount]) => {
    const rest = (left.get(token) ?? 0n) - amount
    left.set(token, rest)
    return rest < 0n
  })
}

/** The class that is certain first; what fails, or what the cage refuses, is seen to do less. */
function classesOf(actionClass: ActionClass, reverts: boolean, isRefused: boolean): readonly ActionClass[] {
  const own: readonly ActionClass[] =
    actionClass === 'rebalance' && reverts ? ['rebalance', 'close-position'] : [actionClass]
  return isRefused && actionClass !== 'new-position'
    ? [...new Set<ActionClass>([...own, 'close-position', 'increase-position'])]
    : own
}

function deriveShare(call: ModelCall, fact: CallFact, isRaw: boolean, facts: Facts, lists: Lists): Share {
  if (call.kind === 'foreign') {
    return { ...NOTHING, cage: [deny('policy-cage', 'CAGE_TARGET_NOT_ALLOWED')] }
  }
  if (call.kind === 'provide') return deriveProvision(call, fact, lists)
  const plan = when(!isRaw && call.amount === 0n, deny('tool', 'ZERO_AMOUNT'))
  switch (call.kind) {
    case 'transfer':
      return deriveTransfer(call, plan, isRaw, lists)
    case 'approve':
      return deriveApproval(call, plan, isRaw, lists)
    case 'trade':
      return deriveTradeCall(call, fact, facts, lists)
    case 'convert': {
      const { from, to, amount } = call
      // Unwrapping takes the coin out of a contract.
      const actionClass = to === lists.nativeSymbol ? 'decrease-position' : 'rebalance'
      return {
        ...NOTHING,
        class: amount > 0n ? actionClass : 'close-position',
        outflows: [{ token: from, amount: exactly(amount) }],
        inflows: [from, to],
        spent: [
          [from, amount],
          [to, -amount],
        ],
        plan,
      }
    }
  }
}

function deriveTransfer(
  { token, to, amount }: Extract<ModelCall, { kind: 'transfer' }>,
  plan: readonly Denial[],
  isRaw: boolean,
  lists: Lists,
): Share {
  const { account, owner } = lists
  const isOwn = isAddressEqual(to, account)
  return {
    ...NOTHING,
    class: isOwn || isAddressEqual(to, owner) ? 'close-position' : 'new-position',
    outflows: [{ token, amount: exactly(amount) }],
    spent: [[token, amount]],
    paid: [[cageToken(token, lists), amount]],
    plan: [...plan, ...when(!isRaw && (isOwn || BigInt(to) === 0n), deny('schema', 'INVALID_PARAMS'))],
    cage: [
      ...when(!isAsset(token, lists), deny('policy-cage', 'CAGE_TARGET_NOT_ALLOWED')),
      ...when(!has(lists.cageRecipients, to), deny('policy-cage', 'CAGE_RECIPIENT_NOT_ALLOWED')),
    ],
    allowlist: when(!has(lists.recipients, to), deny('allowlist-guard', 'RECIPIENT_NOT_ALLOWED')),
  }
}

function deriveApproval(
  { token, spender, amount }: Extract<ModelCall, { kind: 'approve' }>,
  plan: readonly Denial[],
  isRaw: boolean,
  lists: Lists,
): Share {
  const isUnlimited = amount >= UNLIMITED
  return {
    ...NOTHING,
    plan: [...plan, ...when(!isRaw && isUnlimited, deny('tool', 'UNLIMITED_APPROVAL'))],
    cage: [
      ...when(!isAsset(token, lists), deny('policy-cage', 'CAGE_TARGET_NOT_ALLOWED')),
      ...when(isUnlimited, deny('policy-cage', 'CAGE_REJECTED')),
      ...when(amount > 0n && !has(lists.spenders, spender), deny('policy-cage', 'CAGE_SPENDER_NOT_ALLOWED')),
    ],
  }
}

function deriveTradeCall(
  { path, amount }: TradeCall,
  { quote }: CallFact,
  facts: Facts,
  lists: Lists,
): Share {
  const [tokenIn, tokenOut] = [path[0] as string, path.at(-1) as string]
  const received = quote?.amountOut ?? 0n
  const areAssets = isAsset(tokenIn, lists) && isAsset(tokenOut, lists)
  return {
    ...NOTHING,
    // What gives nothing is no exchange, and is refused by its market.
    class: amount > 0n ? classOfTrade(tokenIn, tokenOut, amount, facts, lists) : 'close-position',
    outflows: [{ token: tokenIn, amount: exactly(amount) }],
    inflows: [tokenOut],
    spent: [
      [tokenIn, amount],
      [tokenOut, -received],
    ],
    given: [[cageToken(tokenIn, lists), amount]],
    got: [[cageToken(tokenOut, lists), received]],
    allowlist: when(!areAssets, deny('allowlist-guard', 'TOKEN_NOT_ALLOWED')),
  }
}

/** What goes into a position is its owner's. */
function deriveProvision({ gives }: ProvideCall, { owner }: CallFact, { account }: Lists): Share {
  const isOwn = owner !== undefined && isAddressEqual(owner, account)
  return {
    ...NOTHING,
    class: 'increase-position',
    outflows: gives.map(({ token, amount }) => ({ token, amount: { least: 0n, most: amount.most } })),
    allowlist: when(!isOwn, deny('allowlist-guard', 'BENEFICIARY_NOT_ALLOWED')),
  }
}

/** Native coins are wrapped ones to the cage. */
const cageToken = (token: string, { nativeSymbol, wrappedSymbol }: Lists): string =>
  token === nativeSymbol ? wrappedSymbol : token

const isAsset = (token: string, lists: Lists): boolean =>
  lists.cageAssets.some((asset) => asset.token === cageToken(token, lists))

function addUp(amounts: Amounts): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const [token, amount] of amounts) sums.set(token, (sums.get(token) ?? 0n) + amount)
  return sums
}
