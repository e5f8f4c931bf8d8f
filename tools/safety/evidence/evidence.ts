import { type Address, getAddress, type Hex, isAddressEqual, pad, slice, zeroAddress } from 'viem'
import { type AddressBook, NATIVE_TOKEN } from '../../core/address-book.ts'
import type { DecodedApproval } from '../../core/call-decoder.ts'
import type {
  ChainLog,
  ChainReader,
  Simulation,
  SimulationEnvironment,
  StateQuery,
  StateReading,
} from '../../core/chain.ts'
import type { DecoderIndex } from '../../core/decoder-index.ts'
import { findToolError } from '../../core/errors.ts'
import type { CallRoute, TransactionPlan } from '../../core/plan.ts'
import type { ActionClass } from '../policy/phases.ts'
import { findAsset, type ImplementationPin, type SafetyPolicy } from '../policy/policy.ts'
import type { ClockReading } from '../store/clocks.ts'
import { type BalanceChange, deriveActionClass } from './action-class.ts'
import { type DecodedPlan, decodeCalls } from './decode-calls.ts'
import { encodeCageExecute } from './encode-cage-execute.ts'
import { type GuardianDemand, liftHotLane, readGuardianDemand } from './hot-lane.ts'
import { type AllowancePair, type LiveAllowance, listAllowancePairs } from './live-allowances.ts'
import type { OperatorRoute } from './operator-route.ts'
import { type PositionOwner, readPositionOwners } from './position-owners.ts'
import {
  askBoth,
  assertSameHead,
  assertSameSimulation,
  type Providers,
  type SecondProvider,
} from './second-provider.ts'
import type { SignedEvidence } from './signature-evidence.ts'
import { createPriceTable, listFeeds, type PriceTable } from './valuation.ts'

/** Most of one token that the action can take out of the account: the largest of decoded, simulated and approved. */
export interface GrossOutflow {
  readonly token: Address
  readonly amountBaseUnits: bigint
}

/** Growth of one allowance through the action. */
export interface AllowanceGrowth {
  readonly token: Address
  readonly spender: Address
  readonly growthBaseUnits: bigint
}

/** The implementation behind a proxy, as found. */
export interface FoundImplementation {
  readonly proxy: Address
  readonly expected: ImplementationPin
  readonly address: Address
  /** Code hash of the expected implementation. */
  readonly codeHash: Hex | undefined
}

/** Everything that the layers judge by, gathered at one head in one round of requests. */
export interface Evidence {
  readonly decoded: DecodedPlan
  /** What a signature authorises; undefined for a transaction. */
  readonly signed?: SignedEvidence
  /** Undefined when the node did not answer the simulation; `simulationProblem` says why. */
  readonly simulation: Simulation | undefined
  readonly simulationProblem?: string
  /** Set when the cage asks for the guardian's signature; the simulation shows the action as if it had it. */
  readonly guardianDemand?: GuardianDemand
  readonly state: StateReading | undefined
  /** Contracts that the action calls or whose tokens it touches, with the hashes of their code. */
  readonly targets: readonly Address[]
  readonly codeHashes: readonly Hex[]
  /** What the touched assets of the policy say of their decimals. */
  readonly decimals: readonly { readonly token: Address; readonly found: bigint | undefined }[]
  /** What the touched proxies of the policy point to now. */
  readonly implementations: readonly FoundImplementation[]
  /** Whose the positions are that the action changes. */
  readonly positionOwners: readonly PositionOwner[]
  readonly balances: readonly BalanceChange[]
  readonly outflows: readonly GrossOutflow[]
  readonly allowanceGrowth: readonly AllowanceGrowth[]
  /** Every allowance that the policy lets the account grant, whoever granted it. */
  readonly liveAllowances: readonly LiveAllowance[]
  readonly actionClass: ActionClass
  readonly prices: PriceTable
  /** Whether the cage is paused; read for a signature alone, since a transaction shows it. */
  readonly isPaused?: boolean
  readonly nonce: number
  /** The operator's own nonce when it is a contract; zero otherwise. */
  readonly operatorNonce: bigint
  readonly headBaseFeeWei: bigint
  readonly clocks: ClockReading
}

/** The part of the head block that decisions use. */
export interface Head {
  readonly timestamp: bigint
  readonly baseFeePerGas: bigint | null
  readonly miner: Address | null
  readonly hash: Hex | null
}

/** Topic of ERC-20 and ERC-721 `Transfer`. */
const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** Gather the evidence on a plan: decode the bytes, simulate them through the cage, read state around them. */
export async function gatherEvidence(
  input: {
    readonly plan: TransactionPlan<CallRoute>
    readonly permitId: Hex
    readonly deadlineSeconds: bigint
    readonly head: Head
    readonly environment: SimulationEnvironment
    /** How the calls are made when not by the operator through the cage. */
    readonly carrier?: { readonly from: Address; readonly to: Address; readonly data: Hex }
    /** The guardian's signature, once there is one: then the very bytes that are sent are simulated. */
    readonly guardianSignature?: Hex
  },
  deps: {
    readonly chain: ChainReader
    readonly book: AddressBook
    readonly account: Address
    readonly operator: Address
    readonly route?: OperatorRoute
    /** Whether the operator is a contract, for which others pay; with a route it is one. */
    readonly isRelayed?: boolean
    readonly policy: SafetyPolicy
    readonly decoders: DecoderIndex
    readonly wallMs: number
    /** Allowances that were granted, whatever the policy lists now. */
    readonly granted: readonly AllowancePair[]
    /** A second provider, when there is one. */
    readonly secondProvider: SecondProvider | undefined
  },
): Promise<Evidence> {
  const { chain, account, operator, policy } = deps
  const { plan } = input
  const decoded = decodeCalls(plan.calls, deps.decoders, account)
  const tokens = collectTokens(policy, plan, decoded)
  const approvals = decoded.leaves.flatMap((leaf) => leaf.approvals)
  const { targets, proxies } = findPinned(policy, [
    ...decoded.calls.map(({ to }) => to),
    ...decoded.leaves.flatMap((leaf) => leaf.tokens),
  ])
  const assets = targets.filter((target) => findAsset(policy, target))
  const pairs = listAllowancePairs(policy, deps.granted)
  const watch: StateQuery = {
    balances: tokens.map((token) => ({ token, account })),
    allowances: [...approvals, ...pairs].map(({ token, spender }) => ({ token, owner: account, spender })),
    codeHashes: listPinned({ targets, proxies }),
    feeds: listFeeds(policy),
    decimals: assets,
  }
  const carrier = input.carrier ?? {
    from: operator,
    to: account,
    data: encodeCageExecute(plan.calls, input.deadlineSeconds, input.permitId, input.guardianSignature),
  }
  const { head } = input
  const isRelayed = input.carrier === undefined && (deps.isRelayed ?? deps.route !== undefined)
  const simulate = async (provider: ChainReader) => {
    const call = { ...carrier, valueWei: 0n, isRelayed }
    const asked = await provider.simulate([call], watch, input.environment)
    const [first] = asked.calls
    const guardianDemand = first && !first.ok ? readGuardianDemand(first.returnData) : undefined
    if (guardianDemand === undefined) return { simulation: asked }
    const environment = { ...input.environment, ...liftHotLane(account) }
    return { simulation: await provider.simulate([call], watch, environment), guardianDemand }
  }
  const [simulated, seen, nonce, operatorNonce, slots, positionOwners] = await Promise.all([
    simulate(chain)
      .then((found) => ({ problem: undefined, guardianDemand: undefined, ...found }))
      .catch((cause: unknown) => {
        throwWhenNodeFails(cause)
        return { simulation: undefined, guardianDemand: undefined, problem: describe(cause) }
      }),
    deps.secondProvider && askSecondProvider(deps.secondProvider, simulate),
    readAccountNonce(deps),
    deps.route?.readNonce() ?? 0n,
    readSlots(deps, proxies),
    readPositionOwners(decoded.leaves, deps),
  ])
  const { simulation } = simulated
  if (seen && simulation) {
    const answer = seen.read()
    assertSameHead(head, answer.head)
    assertSameSimulation(watch, simulation, answer.answer.simulation)
  }
  const clocks = { wallMs: deps.wallMs, chainSeconds: Number(head.timestamp) }
  const succeeded = simulation?.calls[0]?.ok === true
  const balances = tokens.map((token, index) => {
    const before = simulation?.before.balances[index] ?? 0n
    return { token, before, after: succeeded ? (simulation.after.balances[index] ?? 0n) : before }
  })
  const logs = succeeded ? (simulation.calls[0]?.logs ?? []) : []
  const allowances = approvals.map((_, index) => ({
    before: simulation?.before.allowances[index],
    after: succeeded ? simulation.after.allowances[index] : undefined,
  }))
  const consumed = sumConsumed(approvals, allowances)
  const outflows = sumOutflows(account, tokens, decoded, balances, logs, consumed)
  const allowanceGrowth = approvals.flatMap(({ token, spender, amountBaseUnits, keeper }, index) => {
    const { before, after } = allowances[index] as (typeof allowances)[number]
    // What another contract keeps is no allowance of the token: what was decoded counts in full.
    const growth =
      keeper !== undefined || before === undefined || after === undefined
        ? amountBaseUnits
        : after > before
          ? after - before
          : 0n
    return growth > 0n ? [{ token, spender, growthBaseUnits: growth }] : []
  })
  return {
    decoded,
    simulation,
    ...(simulated.problem === undefined ? {} : { simulationProblem: simulated.problem }),
    ...(simulated.guardianDemand ? { guardianDemand: simulated.guardianDemand } : {}),
    state: simulation?.before,
    ...readPinned({ targets, proxies }, slots, simulation?.before.codeHashes),
    decimals: assets.map((token, index) => ({ token, found: simulation?.before.decimals[index] })),
    positionOwners,
    balances,
    outflows,
    allowanceGrowth,
    liveAllowances: simulation
      ? pairs.map((pair, index) => {
          const at = approvals.length + index
          const before = simulation.before.allowances[at]
          return { ...pair, before, after: succeeded ? simulation.after.allowances[at] : before }
        })
      : [],
    actionClass: deriveActionClass({
      policy,
      account,
      leaves: decoded.leaves,
      balances,
      outflows,
      allowanceGrows: allowanceGrowth.length > 0,
    }),
    prices: createPriceTable(policy, simulation?.before.feeds ?? [], clocks.chainSeconds),
    nonce,
    operatorNonce,
    headBaseFeeWei: head.baseFeePerGas ?? 0n,
    clocks,
  }
}

/** What a second provider says of its head and of something else; a failure shows when it is read. */
export async function askSecondProvider<T>(
  secondProvider: SecondProvider,
  ask: (provider: ChainReader) => Promise<T>,
): Promise<{ read(): { readonly head: Head; readonly answer: T } }> {
  const [asked] = await Promise.allSettled([Promise.all([secondProvider.getBlock(), ask(secondProvider)])])
  return {
    read() {
      if (asked.status === 'rejected') throw asked.reason
      const [head, answer] = asked.value
      return { head, answer }
    },
  }
}

/** What of the touched addresses is pinned to code: themselves, and what is behind those that are proxies. */
interface Pinned {
  readonly targets: readonly Address[]
  readonly proxies: readonly Pick<FoundImplementation, 'proxy' | 'expected'>[]
}

/** Find what of the addresses that an action touches is pinned. */
export function findPinned(policy: SafetyPolicy, touched: readonly Address[]): Pinned {
  const targets = [
    ...new Set(touched.filter((address) => address !== NATIVE_TOKEN).map((address) => getAddress(address))),
  ]
  const proxies = targets.flatMap((proxy) => {
    const pin = policy.targets.find((rule) => isAddressEqual(rule.address, proxy))?.implementation
    return pin ? [{ proxy, expected: pin }] : []
  })
  return { targets, proxies }
}

/** The addresses whose code hashes have to be read, for {@link readPinned}. */
export const listPinned = ({ targets, proxies }: Pinned): readonly Address[] => [
  ...targets,
  ...proxies.map(({ expected }) => expected.address),
]

/** Read the nonce of the account that sends. */
export const readAccountNonce = (
  deps: Providers<'getTransactionCount'> & {
    readonly operator: Address
    readonly route?: Pick<OperatorRoute, 'sender'>
  },
): Promise<number> =>
  askBoth('the nonce', deps, (provider) =>
    provider.getTransactionCount({ address: deps.route?.sender ?? deps.operator }),
  )

/** Read where proxies point to. */
export const readSlots = (
  providers: Providers<'getStorageAt'>,
  proxies: Pinned['proxies'],
): Promise<readonly (Hex | undefined)[]> =>
  Promise.all(
    proxies.map(({ proxy, expected }) =>
      askBoth(`the implementation of ${proxy}`, providers, (provider) =>
        provider.getStorageAt({ address: proxy, slot: expected.slot }),
      ),
    ),
  )

/** Put together what was found of the code that is pinned. */
export const readPinned = (
  { targets, proxies }: Pinned,
  slots: readonly (Hex | undefined)[],
  codeHashes: readonly Hex[] | undefined,
): Pick<Evidence, 'targets' | 'codeHashes' | 'implementations'> => ({
  targets,
  codeHashes: codeHashes?.slice(0, targets.length) ?? [],
  implementations: proxies.map((proxy, index) => ({
    ...proxy,
    address: readAddress(slots[index]),
    codeHash: codeHashes?.[targets.length + index],
  })),
})

/** Read the address in a storage word; what is no word is no address. */
const readAddress = (word: Hex | undefined): Address =>
  word === undefined ? zeroAddress : getAddress(slice(pad(word), 12))

function collectTokens(
  policy: SafetyPolicy,
  plan: TransactionPlan<CallRoute>,
  decoded: DecodedPlan,
): Address[] {
  const tokens: Address[] = []
  const add = (token: Address) => {
    if (!tokens.some((known) => isAddressEqual(known, token))) tokens.push(token)
  }
  for (const asset of policy.assets) add(asset.token)
  for (const delta of plan.expectation.assets) add(delta.token)
  for (const leaf of decoded.leaves) for (const token of leaf.tokens) add(token)
  return tokens
}

/**
 * Sum what a plan approves and does not leave as an allowance: whoever got it may have taken it, whatever a node shows of
 * balances and events.
 */
function sumConsumed(
  approvals: readonly DecodedApproval[],
  allowances: readonly { readonly after: bigint | undefined }[],
): GrossOutflow[] {
  const granted = new Map<string, { readonly token: Address; amount: bigint; readonly left: bigint }>()
  for (const [index, { token, spender, amountBaseUnits, keeper }] of approvals.entries()) {
    const left = allowances[index]?.after
    // What another contract keeps, and what is left over of what was not simulated, counts as growth in full.
    if (keeper !== undefined || left === undefined) continue
    const key = `${token} ${spender}`.toLowerCase()
    const entry = granted.get(key)
    if (entry) entry.amount += amountBaseUnits
    else granted.set(key, { token, amount: amountBaseUnits, left })
  }
  return [...granted.values()].flatMap(({ token, amount, left }) =>
    amount > left ? [{ token, amountBaseUnits: amount - left }] : [],
  )
}

function sumOutflows(
  account: Address,
  tokens: readonly Address[],
  decoded: DecodedPlan,
  balances: readonly BalanceChange[],
  logs: readonly ChainLog[],
  consumed: readonly GrossOutflow[],
): GrossOutflow[] {
  const fromTopic = `0x${account.slice(2).toLowerCase().padStart(64, '0')}`
  return tokens.flatMap((token, index) => {
    let stated = 0n
    for (const leaf of decoded.leaves) {
      for (const outflow of leaf.outflows) {
        if (isAddressEqual(outflow.token, token)) stated += outflow.amountBaseUnits
      }
    }
    let logged = 0n
    if (token !== NATIVE_TOKEN) {
      for (const log of logs) {
        if (log.topics.length !== 3 || log.topics[0] !== TRANSFER_TOPIC || log.topics[1] !== fromTopic)
          continue
        if (isAddressEqual(log.address, token)) logged += BigInt(log.data)
      }
    }
    const balance = balances[index]
    const fallen = balance && balance.after < balance.before ? balance.before - balance.after : 0n
    const approved = consumed.reduce(
      (sum, entry) => (isAddressEqual(entry.token, token) ? sum + entry.amountBaseUnits : sum),
      0n,
    )
    const amountBaseUnits = [stated, logged, fallen, approved].reduce((a, b) => (a > b ? a : b))
    return amountBaseUnits > 0n ? [{ token, amountBaseUnits }] : []
  })
}

/** What the node refuses the hooks judge; that it hangs is told as it is. */
export function throwWhenNodeFails(cause: unknown): void {
  const known = findToolError(cause)
  if (known?.code === 'CHAIN_TIMEOUT' || known?.code === 'WRONG_CHAIN') throw known
}

const describe = (cause: unknown) =>
  cause instanceof Error
    ? ((cause as { shortMessage?: string }).shortMessage ?? cause.message)
    : String(cause)
