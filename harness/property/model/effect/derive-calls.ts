import { isAddressEqual } from 'viem'
import type { ActionClass } from '../../../../tools/safety/policy/phases.ts'
import type { Intent, TokenAmount } from '../../../vocabulary/intent.ts'
import { exactly } from '../../../vocabulary/interval.ts'
import type { ModelCall } from '../../../vocabulary/model-call.ts'
import type { Facts } from '../facts/facts.ts'
import { type Denial, deny } from '../verdict.ts'
import { type Effect, has, idle, type Lists } from './effect.ts'

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

/** What one call adds to what all of them do. */
interface Share {
  readonly class: ActionClass
  readonly outflows: readonly TokenAmount[]
  readonly growth: readonly TokenAmount[]
  readonly inflows: readonly string[]
  /** What the balances lose, and what they gain, as negative numbers. */
  readonly spent: readonly (readonly [token: string, amount: bigint])[]
  /** What goes to an approved recipient, as the cage counts it. */
  readonly paid: readonly (readonly [token: string, amount: bigint])[]
  readonly plan: readonly Denial[]
  readonly cage: readonly Denial[]
  readonly allowlist: readonly Denial[]
}

const NOTHING: Share = {
  class: 'close-position',
  ...{ outflows: [], growth: [], inflows: [], spent: [], paid: [], plan: [], cage: [], allowlist: [] },
}

const when = (broken: boolean, ...denials: readonly Denial[]) => (broken ? denials : [])

/** Say what calls do together: they are judged as one, by the strictest of them. */
export function deriveCalls(
  { calls, delegates, isRaw }: Extract<Intent, { kind: 'calls' }>,
  facts: Facts,
  lists: Lists,
): Effect {
  const shares = calls.map((call) => deriveShare(call, isRaw, facts, lists))
  const all = <Name extends keyof Omit<Share, 'class'>>(name: Name) =>
    shares.flatMap((share) => share[name] as readonly Share[Name][number][])
  const spent = addUp(all('spent'))
  const paid = addUp(all('paid'))
  const reverts = [...spent].some(([token, amount]) => amount > (facts.balances.get(token) ?? 0n))
  const actionClass = STRICTEST.find((name) => shares.some((share) => share.class === name))
  const classes = classesOf(actionClass ?? 'close-position', reverts, all('cage').length > 0)
  return {
    ...idle(false),
    classes,
    plan: { broken: all('plan').length > 0, denials: all('plan') },
    outflows: all('outflows'),
    growth: all('growth'),
    inflows: all('inflows'),
    lists: {
      cage: all('cage'),
      allowlist: [...when(delegates, deny('allowlist-guard', 'AUTHORITY_NOT_ALLOWED')), ...all('allowlist')],
    },
    cage: { out: paid, in: new Map(), paid, onlyRevokes: false },
    reverts,
  }
}

/** The class that is certain first; what fails, or what the cage refuses, is seen to do less. */
function classesOf(actionClass: ActionClass, reverts: boolean, isRefused: boolean): readonly ActionClass[] {
  const own: readonly ActionClass[] =
    actionClass === 'rebalance' && reverts ? ['rebalance', 'close-position'] : [actionClass]
  return isRefused && actionClass !== 'new-position'
    ? [...new Set<ActionClass>([...own, 'close-position', 'increase-position'])]
    : own
}

function deriveShare(call: ModelCall, isRaw: boolean, facts: Facts, lists: Lists): Share {
  if (call.kind === 'foreign') {
    return { ...NOTHING, cage: [deny('policy-cage', 'CAGE_TARGET_NOT_ALLOWED')] }
  }
  const plan = when(!isRaw && call.amount === 0n, deny('tool', 'ZERO_AMOUNT'))
  switch (call.kind) {
    case 'transfer':
      return deriveTransfer(call, plan, isRaw, lists)
    case 'approve':
      return deriveApproval(call, plan, isRaw, facts, lists)
    case 'convert': {
      const { from, to, amount } = call
      return {
        ...NOTHING,
        class: amount > 0n ? 'rebalance' : 'close-position',
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
  facts: Facts,
  lists: Lists,
): Share {
  const before = facts.allowance ?? 0n
  const isUnlimited = amount >= UNLIMITED
  const grows = amount > before
  return {
    ...NOTHING,
    class: grows ? 'increase-position' : 'close-position',
    growth: grows ? [{ token, amount: exactly(amount - before) }] : [],
    plan: [...plan, ...when(!isRaw && isUnlimited, deny('tool', 'UNLIMITED_APPROVAL'))],
    cage: [
      ...when(!isAsset(token, lists), deny('policy-cage', 'CAGE_TARGET_NOT_ALLOWED')),
      ...when(isUnlimited, deny('policy-cage', 'CAGE_REJECTED')),
      ...when(amount > 0n && !has(lists.spenders, spender), deny('policy-cage', 'CAGE_SPENDER_NOT_ALLOWED')),
    ],
  }
}

/** Native coins are wrapped ones to the cage. */
const cageToken = (token: string, { nativeSymbol, wrappedSymbol }: Lists): string =>
  token === nativeSymbol ? wrappedSymbol : token

const isAsset = (token: string, lists: Lists): boolean =>
  lists.cageAssets.some((asset) => asset.token === cageToken(token, lists))

function addUp(amounts: readonly (readonly [string, bigint])[]): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const [token, amount] of amounts) sums.set(token, (sums.get(token) ?? 0n) + amount)
  return sums
}
