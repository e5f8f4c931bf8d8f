import { type Address, type Hex, numberToHex, pad, parseAbi, toEventSelector } from 'viem'
import { NATIVE_TOKEN } from '../../core/address-book.ts'
import type { ChainLog, Simulation, SimulationEnvironment, StateQuery } from '../../core/chain.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import type { Expectation } from '../../core/outcome.ts'
import type { Call, CallRoute, TransactionPlan } from '../../core/plan.ts'
import type { Leg, Position } from '../../core/position.ts'
import { findAsset, type SafetyPolicy } from '../policy/policy.ts'
import { readIsPaused } from './cage-limits.ts'
import type { AllowancePair } from './live-allowances.ts'
import type { PositionsAround } from './read-positions.ts'
import { ROUNDING_BASE_UNITS } from './sum-repaid.ts'

/** Something that a call of the operator's own account changes beyond its gas. */
export interface OperatorEffect {
  /** Of what: a balance, an allowance, units, or a contract that tells of it. */
  readonly subject: string
  readonly found: string
}

/** What a call of the operator's own account is judged by, beyond what every action is. */
export interface OperatorEvidence {
  /** All that it changes of the account and of the operator but gas and stated receipts; what nobody could read is among it. */
  readonly effects: readonly OperatorEffect[]
  /** Whether the cage is paused before it; undefined where the cage does not say. */
  readonly isPaused: boolean | undefined
}

/** Events by which tokens and registries tell that something moves, or that somebody is given authority over it. */
const MOVES: ReadonlySet<Hex> = new Set(
  parseAbi([
    'event Transfer(address indexed from, address indexed to, uint256 value)',
    'event Approval(address indexed owner, address indexed spender, uint256 value)',
    'event ApprovalForAll(address indexed owner, address indexed operator, bool approved)',
    'event TransferSingle(address indexed by, address indexed from, address indexed to, uint256 id, uint256 value)',
    'event TransferBatch(address indexed by, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
    'event AuthorizedOperator(address indexed operator, address indexed holder)',
    'event OperatorSet(address indexed owner, address indexed operator, bool approved)',
    'event DelegateChanged(address indexed delegator, address indexed from, address indexed to)',
    'event SetDelegate(address indexed delegator, bytes32 indexed id, address indexed delegate)',
    'event BorrowAllowanceDelegated(address indexed from, address indexed to, address indexed asset, uint256 amount)',
    'event SetAuthorization(address indexed caller, address indexed authorizer, address indexed authorized, bool isAuthorized)',
    'event Approval(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration)',
    'event Lockdown(address indexed owner, address token, address spender)',
    'event NonceInvalidation(address indexed owner, address indexed token, address indexed spender, uint48 newNonce, uint48 oldNonce)',
    'event UnorderedNonceInvalidation(address indexed owner, uint256 word, uint256 mask)',
    'event OwnershipTransferred(address indexed previous, address indexed next)',
    'event RoleGranted(bytes32 indexed role, address indexed account, address indexed sender)',
  ]).map((event) => toEventSelector(event)),
)

const TRANSFER = toEventSelector('Transfer(address,address,uint256)')

/** List what is watched of the operator's own account: as much as of the account that holds the funds. */
export const watchOperator = (
  operator: Address,
  tokens: readonly Address[],
  pairs: readonly AllowancePair[],
): Pick<StateQuery, 'balances' | 'allowances'> => ({
  balances: tokens.map((token) => ({ token, account: operator })),
  allowances: pairs.map(({ token, spender }) => ({ token, owner: operator, spender })),
})

/** What a call of the operator was simulated with. */
interface OperatorCall {
  readonly call: Call
  readonly account: Address
  readonly operator: Address
  readonly policy: SafetyPolicy
  /** What the plan says that the account receives. */
  readonly received: Expectation['assets']
  readonly watch: Pick<StateQuery, 'balances' | 'allowances'>
  /** Most that a unit of gas costs in the simulation. */
  readonly maxFeePerGasWei: bigint
}

/** What the plan says that an account receives of a token: one payment of others to the agent's account, or nothing. */
const receiptOf = ({ received, account }: OperatorCall, token: Address, holder: Address): bigint =>
  received.find(
    (delta) =>
      isAddressEqual(delta.token, token) &&
      [delta.account, holder].every((one) => isAddressEqual(one, account)),
  )?.deltaBaseUnits ?? 0n

/**
 * List all that a call of the operator's own account changes of the account and the operator but gas and the payments of
 * others that the plan states, to the unit; nothing of it is netted, and what reverts changes nothing.
 *
 * What cannot be read may have changed. A call to the account itself is its own code, which is known: there it may not.
 */
function listOperatorEffects(
  operatorCall: OperatorCall,
  simulation: Simulation | undefined,
  positions: PositionsAround,
): readonly OperatorEffect[] {
  const simulated = simulation?.calls[0]
  if (simulation === undefined || simulated?.ok !== true) return []
  const { call, account, watch, policy } = operatorCall
  const isOwnCode = isAddressEqual(call.to, account)
  const compare = (subject: string, before: bigint | undefined, after: bigint | undefined, most = 0n) => {
    if (before === undefined || after === undefined) {
      const isUnread = before !== after || !isOwnCode
      return isUnread ? [{ subject, found: 'it cannot be read' }] : []
    }
    const isCost = after <= before && before - after <= most
    return isCost ? [] : [{ subject, found: `from ${before} to ${after}` }]
  }
  const nameOf = (token: Address) => findAsset(policy, token)?.symbol ?? token
  const { before, after } = simulation
  const gasWei = simulated.gasUsed * operatorCall.maxFeePerGasWei
  return [
    ...watch.balances.flatMap(({ token, account: holder }, index) => {
      const [was, is] = [before.balances[index], after.balances[index]]
      const received = receiptOf(operatorCall, token, holder)
      if (received > 0n && was !== undefined && is === was + received) return []
      const pays = token === NATIVE_TOKEN && isAddressEqual(holder, operatorCall.operator)
      const subject = `the ${nameOf(token)} of ${holder}`
      return compare(subject, was, is, pays ? gasWei : 0n)
    }),
    ...watch.allowances.flatMap(({ token, owner, spender }, index) =>
      compare(
        `what ${spender} may take of the ${nameOf(token)} of ${owner}`,
        before.allowances[index],
        after.allowances[index],
      ),
    ),
    ...listPositionEffects(positions, isOwnCode),
    ...simulated.logs.flatMap((log) => listLogEffects(log, operatorCall)),
  ]
}

function listPositionEffects(
  { before, after, changes }: PositionsAround,
  isOwnCode: boolean,
): readonly OperatorEffect[] {
  const problem = before.problem ?? after.problem
  if (problem !== undefined && !isOwnCode) return [{ subject: 'positions', found: problem }]
  const moved = changes.map(({ protocol, key, kind, before: was, after: is }) => ({
    subject: `units that are ${kind} in ${protocol} under ${key}`,
    found: `from ${was.units} to ${is.units}`,
  }))
  return [...moved, ...listWorthEffects(before.positions, after.positions)]
}

/**
 * As many units can come to less, as shares of a vault do once what it lent is given up: token by token, beyond the
 * rounding of what it lends in. Both readings are of one block, so that no interest lies between them.
 */
const listWorthEffects = (
  before: readonly Position[],
  after: readonly Position[],
): readonly OperatorEffect[] =>
  before.flatMap(({ protocol, key, lots }) => {
    const left = after.find((position) => position.protocol === protocol && position.key === key)?.lots ?? []
    return lots.flatMap(({ units, legs }, index) => {
      const now = left[index]
      if (now?.units !== units) return []
      return [...new Set(legs.map(({ token }) => token))].flatMap((token) => {
        const [was, is] = [sumOf(legs, token), sumOf(now.legs, token)]
        const subject = `what units in ${protocol} under ${key} come to in ${token}`
        return is + ROUNDING_BASE_UNITS < was ? [{ subject, found: `from ${was} to ${is}` }] : []
      })
    })
  })

const sumOf = (legs: readonly Leg[], token: Address): bigint =>
  legs.reduce((sum, leg) => (isAddressEqual(leg.token, token) ? sum + leg.amount : sum), 0n)

/**
 * The called contract may name who calls it; whatever else tells of the account or of the operator, and whatever those
 * tell themselves, is an effect on them.
 */
function listLogEffects(log: ChainLog, operatorCall: OperatorCall): readonly OperatorEffect[] {
  const { call, account, operator } = operatorCall
  if (isStatedReceipt(log, operatorCall)) return []
  const told = [...log.topics, log.data].join('').toLowerCase()
  const names = [account, operator].some((own) => told.includes(own.slice(2).toLowerCase()))
  const isBy = (address: Address) => isAddressEqual(log.address, address)
  const [topic] = log.topics
  const isOfTarget = isBy(call.to) && !isBy(operator)
  const isSpill = isOfTarget
    ? names && topic !== undefined && MOVES.has(topic)
    : names || isBy(account) || isBy(operator)
  return isSpill
    ? [{ subject: `what ${log.address} keeps`, found: `it tells of it by ${topic ?? 'a log'}` }]
    : []
}

/** Whether a token tells of the one payment to the account that the plan states, by somebody who is neither account nor operator. */
function isStatedReceipt(log: ChainLog, operatorCall: OperatorCall): boolean {
  const { account, operator } = operatorCall
  const [topic, from, to] = log.topics
  if (topic !== TRANSFER || log.topics.length !== 3 || from === undefined || to === undefined) return false
  const isOf = (word: Hex, address: Address) => word.toLowerCase() === pad(address).toLowerCase()
  const received = receiptOf(operatorCall, log.address, account)
  return (
    received > 0n &&
    isOf(to, account) &&
    ![account, operator].some((own) => isOf(from, own)) &&
    log.data.toLowerCase() === numberToHex(received, { size: 32 })
  )
}

/** Read what an act of the operator's own account does beyond what every action is judged by. */
export function readOperatorAct(
  act: {
    readonly plan: Pick<TransactionPlan<CallRoute>, 'route' | 'calls' | 'expectation'>
    readonly environment: SimulationEnvironment
    readonly watch: Pick<StateQuery, 'balances' | 'allowances'>
    readonly simulation: Simulation | undefined
    readonly positions: PositionsAround
  },
  deps: Pick<OperatorCall, 'account' | 'operator' | 'policy'>,
): { readonly operatorAct?: OperatorEvidence } {
  const { plan, environment, watch, simulation, positions } = act
  const [call] = plan.calls
  if (plan.route !== 'op' || call === undefined) return {}
  const { maxFeePerGasWei = 0n } = environment
  const received = plan.expectation.assets
  const operatorCall = { ...deps, call, received, watch, maxFeePerGasWei }
  return {
    operatorAct: {
      effects: listOperatorEffects(operatorCall, simulation, positions),
      isPaused: readIsPaused(simulation?.before.views ?? []),
    },
  }
}
