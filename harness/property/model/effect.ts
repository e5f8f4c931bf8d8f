import { type Address, isAddressEqual } from 'viem'
import type { RiskTier } from '../../../tools/core/tool-def.ts'
import type { ActionClass } from '../../../tools/safety/policy/phases.ts'
import type { CageEffect } from './cage-model.ts'
import type { Facts } from './facts.ts'
import type { Intent, ModelCall } from './intent.ts'
import { exactly, type Interval } from './interval.ts'
import { type Denial, deny, type Verdict } from './verdict.ts'

/** An amount of a token. */
export interface TokenAmount {
  readonly token: string
  readonly amount: Interval
}

/** What a command does, as far as the layers judge it. */
export interface Effect {
  /** Its class; several when what it does depends on what only the market knows, or when it does not succeed. */
  readonly classes: readonly ActionClass[]
  readonly riskTier: RiskTier
  /** What the tool that plans it may say. */
  readonly plan: { readonly broken: boolean | undefined; readonly denials: readonly Verdict[] }
  readonly outflows: readonly TokenAmount[]
  readonly growth: readonly TokenAmount[]
  /** Tokens that come in. */
  readonly inflows: readonly string[]
  /** What the lists of the cage and the allow-list say, in this order. */
  readonly lists: { readonly cage: readonly Denial[]; readonly allowlist: readonly Denial[] }
  /** Undefined for a signature, which the cage never sees. */
  readonly cage: CageEffect | undefined
  /** Whether carrying it out would fail; undefined when nobody can tell. */
  readonly reverts: boolean | undefined
  /** Whether it came to something else than it promised. */
  readonly drifts: boolean
  readonly toleranceBps: bigint
  readonly untilSeconds?: number
  /** The quote that a permit of it promises. */
  readonly promised?: Facts['quote']
}

/** What an effect depends on besides the world: who may get what. */
export interface Lists {
  readonly account: Address
  readonly owner: Address
  readonly nativeSymbol: string
  readonly wrappedSymbol: string
  readonly cageAssets: readonly { readonly token: string; readonly isBase: boolean }[]
  readonly cageRecipients: readonly Address[]
  readonly recipients: readonly Address[]
  readonly spenders: readonly Address[]
}

/** Allowances from here on are unlimited. */
const UNLIMITED = 2n ** 255n
const UNLIMITED_PERMIT2 = 2n ** 159n
/** What may remain of a closed position, in basis points. */
const CLOSED_REMAINDER_BPS = 10n

const NONE = { broken: false, denials: [] } as const

/** Say what a command does, before or after it was promised. */
export function deriveEffect(intent: Intent, facts: Facts, lists: Lists): Effect {
  switch (intent.kind) {
    case 'modelCalls':
      return deriveModelCalls(intent.modelCalls, intent, facts, lists)
    case 'swap':
      return deriveSwap(intent, facts, lists)
    case 'authority':
      return deriveAuthority(intent, lists)
    case 'revoke':
      return { ...idle(true), classes: ['close-position'] }
    case 'liquidity':
      return deriveLiquidity(intent)
    case 'malformed':
      return {
        ...idle(false),
        classes: ['read-only'],
        plan: { broken: true, denials: [deny('schema', 'INVALID_PARAMS')] },
      }
  }
}

const emptyCage = (onlyRevokes: boolean): CageEffect => ({
  out: new Map(),
  in: new Map(),
  paid: new Map(),
  onlyRevokes,
})

const idle = (onlyRevokes: boolean): Omit<Effect, 'classes'> => ({
  riskTier: 'layer1',
  plan: NONE,
  outflows: [],
  growth: [],
  inflows: [],
  lists: { cage: [], allowlist: [] },
  cage: emptyCage(onlyRevokes),
  reverts: false,
  drifts: false,
  toleranceBps: 0n,
})

const has = (list: readonly Address[], address: Address) =>
  list.some((known) => isAddressEqual(known, address))

function deriveModelCalls(
  modelCalls: readonly ModelCall[],
  { delegates, isRaw }: { readonly delegates: boolean; readonly isRaw: boolean },
  facts: Facts,
  lists: Lists,
): Effect {
  const { account, owner, nativeSymbol, wrappedSymbol } = lists
  const cageToken = (token: string) => (token === nativeSymbol ? wrappedSymbol : token)
  const isAsset = (token: string) => lists.cageAssets.some((asset) => asset.token === cageToken(token))
  const outflows: TokenAmount[] = []
  const growth: TokenAmount[] = []
  const cageDenials: Denial[] = []
  const allowlist: Denial[] = delegates ? [deny('allowlist-guard', 'AUTHORITY_NOT_ALLOWED')] : []
  const out = new Map<string, bigint>()
  const into = new Map<string, bigint>()
  const paid = new Map<string, bigint>()
  const spentOf = new Map<string, bigint>()
  const add = (map: Map<string, bigint>, token: string, amount: bigint) =>
    map.set(token, (map.get(token) ?? 0n) + amount)
  const planDenials: Denial[] = []
  let sendsAway = false
  let grants = false
  for (const modelCall of modelCalls) {
    if (modelCall.kind === 'foreign') {
      cageDenials.push(deny('policy-cage', 'CAGE_TARGET_NOT_ALLOWED'))
      continue
    }
    if (!isRaw && modelCall.amount === 0n) planDenials.push(deny('tool', 'ZERO_AMOUNT'))
    switch (modelCall.kind) {
      case 'transfer': {
        if (!isRaw && (isAddressEqual(modelCall.to, account) || BigInt(modelCall.to) === 0n)) {
          planDenials.push(deny('schema', 'INVALID_PARAMS'))
        }
        outflows.push({ token: modelCall.token, amount: exactly(modelCall.amount) })
        add(spentOf, modelCall.token, modelCall.amount)
        if (!isAddressEqual(modelCall.to, owner) && !isAddressEqual(modelCall.to, account)) sendsAway = true
        if (!isAsset(modelCall.token)) cageDenials.push(deny('policy-cage', 'CAGE_TARGET_NOT_ALLOWED'))
        if (!has(lists.cageRecipients, modelCall.to))
          cageDenials.push(deny('policy-cage', 'CAGE_RECIPIENT_NOT_ALLOWED'))
        if (!has(lists.recipients, modelCall.to))
          allowlist.push(deny('allowlist-guard', 'RECIPIENT_NOT_ALLOWED'))
        add(out, cageToken(modelCall.token), modelCall.amount)
        add(paid, cageToken(modelCall.token), modelCall.amount)
        break
      }
      case 'approve': {
        const before = facts.allowance ?? 0n
        const isUnlimited = modelCall.amount >= UNLIMITED
        if (!isRaw && isUnlimited) planDenials.push(deny('tool', 'UNLIMITED_APPROVAL'))
        if (!isAsset(modelCall.token)) cageDenials.push(deny('policy-cage', 'CAGE_TARGET_NOT_ALLOWED'))
        if (isUnlimited) cageDenials.push(deny('policy-cage', 'CAGE_REJECTED'))
        if (modelCall.amount > 0n && !has(lists.spenders, modelCall.spender)) {
          cageDenials.push(deny('policy-cage', 'CAGE_SPENDER_NOT_ALLOWED'))
        }
        if (modelCall.amount > before) {
          growth.push({ token: modelCall.token, amount: exactly(modelCall.amount - before) })
          grants = true
        }
        break
      }
      case 'wrap':
      case 'unwrap': {
        const [from, to] =
          modelCall.kind === 'wrap' ? [nativeSymbol, wrappedSymbol] : [wrappedSymbol, nativeSymbol]
        outflows.push({ token: from, amount: exactly(modelCall.amount) })
        add(spentOf, from, modelCall.amount)
        add(spentOf, to, -modelCall.amount)
        break
      }
    }
  }
  const reverts = [...spentOf].some(([token, amount]) => amount > (facts.balances.get(token) ?? 0n))
  const isMoved = outflows.some(({ amount }) => amount.most > 0n)
  const wraps = modelCalls.some(({ kind }) => kind === 'wrap' || kind === 'unwrap')
  const classes: ActionClass[] = sendsAway
    ? ['new-position']
    : grants
      ? ['increase-position']
      : wraps && isMoved
        ? reverts
          ? ['rebalance', 'close-position']
          : ['rebalance']
        : ['close-position']
  return {
    ...idle(false),
    classes:
      cageDenials.length > 0 && !sendsAway
        ? [...new Set([...classes, 'close-position' as const, 'increase-position' as const])]
        : classes,
    plan: { broken: planDenials.length > 0, denials: planDenials },
    outflows,
    growth,
    inflows: wraps ? [nativeSymbol, wrappedSymbol] : [],
    lists: { cage: cageDenials, allowlist },
    cage: { out, in: into, paid, onlyRevokes: false },
    reverts,
  }
}

function deriveSwap(intent: Extract<Intent, { kind: 'swap' }>, facts: Facts, lists: Lists): Effect {
  const { path, promised, exact } = intent
  const [tokenIn, tokenOut] = [path[0] as string, path.at(-1) as string]
  const toleranceBps = BigInt(intent.slippageBps)
  const base = { ...idle(false), riskTier: 'layer2' as const, toleranceBps }
  const planned = (code: Verdict[], broken: boolean | undefined = true): Effect['plan'] => ({
    broken,
    denials: code,
  })
  if (intent.amount === 0n) {
    const denials = [deny('tool', 'ZERO_AMOUNT'), deny('tool', 'QUOTE_FAILED')]
    return { ...base, classes: ['close-position'], plan: planned(denials) }
  }
  if (tokenIn === tokenOut) {
    return { ...base, classes: ['close-position'], plan: planned([deny('tool', 'SAME_TOKEN')]) }
  }
  const now = facts.quote
  const first = promised ?? now
  if (first === undefined) {
    const denials = [deny('tool', 'QUOTE_FAILED'), deny('tool', 'POOL_NOT_FOUND')]
    return { ...base, classes: ['close-position'], plan: planned(denials) }
  }
  const mostIn = exact === 'input' ? first.amountIn : (first.amountIn * (10_000n + toleranceBps)) / 10_000n
  const held = facts.balances.get(tokenIn) ?? 0n
  const isLimitBroken =
    now === undefined ||
    (exact === 'input'
      ? now.amountOut * 10_000n < first.amountOut * (10_000n - toleranceBps)
      : now.amountIn > mostIn)
  const reverts = isLimitBroken || (now !== undefined && now.amountIn > held)
  const drift = (was: bigint, is: bigint) => (is > was ? is - was : was - is) * 10_000n > toleranceBps * was
  const drifts =
    now !== undefined &&
    (exact === 'input' ? drift(first.amountOut, now.amountOut) : drift(first.amountIn, now.amountIn))
  const isAsset = (token: string) => lists.cageAssets.some((asset) => asset.token === token)
  const exposureOf = (token: string) =>
    (facts.balances.get(token) ?? 0n) +
    (token === lists.wrappedSymbol ? (facts.balances.get(lists.nativeSymbol) ?? 0n) : 0n)
  const isStable = (token: string) => lists.cageAssets.some((asset) => asset.token === token && asset.isBase)
  const amountIn = now?.amountIn ?? first.amountIn
  const remains = exposureOf(tokenIn) - amountIn
  const closes = remains * 10_000n <= exposureOf(tokenIn) * CLOSED_REMAINDER_BPS
  const effective: ActionClass = isStable(tokenIn)
    ? isStable(tokenOut)
      ? 'rebalance'
      : exposureOf(tokenOut) === 0n
        ? 'new-position'
        : 'increase-position'
    : isStable(tokenOut)
      ? closes
        ? 'close-position'
        : 'decrease-position'
      : 'rebalance'
  return {
    ...base,
    // One that fails leaves its approval behind.
    classes: [effective, 'increase-position'],
    outflows: [{ token: tokenIn, amount: exactly(mostIn > amountIn ? mostIn : amountIn) }],
    inflows: [tokenOut],
    lists: {
      cage: isAsset(tokenIn) ? [] : [deny('policy-cage', 'CAGE_TARGET_NOT_ALLOWED')],
      allowlist: isAsset(tokenIn) && isAsset(tokenOut) ? [] : [deny('allowlist-guard', 'TOKEN_NOT_ALLOWED')],
    },
    cage: {
      out: new Map([[tokenIn, amountIn]]),
      in: new Map([[tokenOut, now?.amountOut ?? first.amountOut]]),
      paid: new Map(),
      onlyRevokes: false,
    },
    reverts,
    drifts,
    promised: first,
  }
}

function deriveAuthority(intent: Extract<Intent, { kind: 'authority' }>, lists: Lists): Effect {
  const { token, amount, spender, via } = intent
  const isListed = has(lists.spenders, spender)
  const isAsset = lists.cageAssets.some((asset) => asset.token === token)
  const plan: Effect['plan'] =
    amount === 0n
      ? { broken: true, denials: [deny('tool', 'ZERO_AMOUNT')] }
      : amount >= UNLIMITED_PERMIT2
        ? { broken: true, denials: [deny('tool', 'UNLIMITED_APPROVAL'), deny('schema', 'INVALID_PARAMS')] }
        : NONE
  const allowlist = [
    ...(isListed ? [] : [deny('allowlist-guard', 'SPENDER_NOT_ALLOWED')]),
    ...(isAsset ? [] : [deny('allowlist-guard', 'TOKEN_NOT_ALLOWED')]),
  ]
  const cage = [
    ...(isAsset ? [] : [deny('policy-cage', 'CAGE_ASSET_NOT_ALLOWED')]),
    ...(isListed ? [] : [deny('policy-cage', 'CAGE_SPENDER_NOT_ALLOWED')]),
  ]
  return {
    ...idle(false),
    classes: ['increase-position'],
    plan,
    growth: [{ token, amount: exactly(amount) }],
    lists: { cage: via === 'signature' ? [] : cage, allowlist },
    cage: via === 'signature' ? undefined : emptyCage(false),
    untilSeconds: intent.untilSeconds,
  }
}

/** What the tools of positions say when a position is not there, not the account's, not empty, or too small. */
const POSITION_PROBLEMS = (
  [
    'ZERO_AMOUNT',
    'SAME_TOKEN',
    'INVALID_RANGE',
    'POOL_NOT_FOUND',
    'POSITION_NOT_FOUND',
    'POSITION_NOT_OWNED',
    'POSITION_NOT_EMPTY',
    'INSUFFICIENT_LIQUIDITY',
  ] as const
).map((code) => deny('tool', code))

function deriveLiquidity({ change, amounts }: Extract<Intent, { kind: 'liquidity' }>): Effect {
  const grows = change === 'open' || change === 'increase'
  const actionClass = (
    {
      open: 'new-position',
      increase: 'increase-position',
      decrease: 'decrease-position',
      collect: 'decrease-position',
      close: 'close-position',
    } as const
  )[change]
  return {
    ...idle(false),
    riskTier: 'layer2',
    classes: [actionClass],
    plan: { broken: undefined, denials: [...POSITION_PROBLEMS, deny('schema', 'INVALID_PARAMS')] },
    outflows: amounts.map(({ token, amount }) => ({ token, amount: { least: 0n, most: amount } })),
    inflows: [],
    cage: { ...emptyCage(false), liquidity: grows ? 'grows' : 'shrinks' },
    reverts: grows ? undefined : false,
    toleranceBps: 50n,
  }
}
