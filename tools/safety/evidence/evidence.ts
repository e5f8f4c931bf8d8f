import type { Address, Hex } from 'viem'
import type { AddressBook } from '../../core/address-book.ts'
import type {
  ChainReader,
  Simulation,
  SimulationEnvironment,
  StateReading,
  WatchQuery,
} from '../../core/chain.ts'
import type { OperatorRoute, OwnAccount } from '../../core/contract-account.ts'
import type { DecoderIndex } from '../../core/decoder-index.ts'
import { describeCause } from '../../core/describe-cause.ts'
import { findToolError } from '../../core/errors.ts'
import type { Interfaces } from '../../core/interfaces.ts'
import type { CallRoute, TransactionPlan } from '../../core/plan.ts'
import type { ActionClass } from '../policy/phases.ts'
import { findAsset, type SafetyPolicy } from '../policy/policy.ts'
import type { ClockReading } from '../store/clocks.ts'
import { type BalanceChange, deriveActionClass } from './action-class.ts'
import { type CageLimits, LIMIT_VIEWS, listLimitViews, readCageLimits } from './cage-limits.ts'
import { explainCallFailure } from './cage-rejection.ts'
import { type DecodedPlan, decodeCalls } from './decode-calls.ts'
import { carryByOperator } from './encode-cage-execute.ts'
import {
  type AllowanceGrowth,
  type GrossOutflow,
  listApprovals,
  sumConsumed,
  sumGrowth,
  sumOutflows,
} from './gross-outflows.ts'
import { type GuardianDemand, liftHotLane, readGuardianDemand } from './hot-lane.ts'
import { type AllowancePair, isSamePair, type LiveAllowance, listAllowancePairs } from './live-allowances.ts'
import { type OperatorEvidence, readOperatorAct, watchOperator } from './operator-effects.ts'
import { asForeign, type OwnAccountEvidence, prepareOwnReading, readOwnAccount } from './own-account.ts'
import { type FoundImplementation, findPinned, listPinned, readPinned, readSlots } from './pinned-code.ts'
import { type PositionOwner, readPositionOwners } from './position-owners.ts'
import { listPositionViews, type PositionsAround, readPositionsAround } from './read-positions.ts'
import {
  askBoth,
  assertSameDemand,
  assertSameHead,
  assertSameSimulation,
  type Providers,
  type SecondProvider,
} from './second-provider.ts'
import type { SignedEvidence } from './signature-evidence.ts'
import { askReaders, listUnlisted, showUnlisted, type UnlistedQuery } from './unlisted-lots.ts'
import { createPriceTable, listFeeds, type PriceTable } from './valuation.ts'

/** Everything that the layers judge by, gathered at one head in one round of requests. */
export interface Evidence {
  readonly decoded: DecodedPlan
  /** What a signature authorises; undefined for a transaction. */
  readonly signed?: SignedEvidence
  /** Undefined when the node did not answer the simulation; `simulationProblem` says why. */
  readonly simulation: Simulation | undefined
  readonly simulationProblem?: string
  /** Why the simulated action fails, for people. */
  readonly revertReason?: string
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
  /** What of the cage's limits is used with the action; undefined where the cage does not say. */
  readonly cageLimits?: CageLimits | undefined
  /** What an act of the owner's account changes of what decides for it; undefined for every other action. */
  readonly ownAccount?: OwnAccountEvidence
  /** What the account holds and owes in protocols, around the action. */
  readonly positions: PositionsAround
  readonly balances: readonly BalanceChange[]
  /** Assets of the policy that gave no balance before the action or after it: nobody saw whether they changed. */
  readonly unreadAssets: readonly Address[]
  readonly outflows: readonly GrossOutflow[]
  readonly allowanceGrowth: readonly AllowanceGrowth[]
  /** Every allowance that the policy lets the account grant, also those that another signer granted. */
  readonly liveAllowances: readonly LiveAllowance[]
  readonly actionClass: ActionClass
  readonly prices: PriceTable
  /** What an act of the operator's own account does; undefined for every other. */
  readonly operatorAct?: OperatorEvidence
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

/** What evidence is gathered on. */
interface EvidenceInput {
  readonly plan: TransactionPlan<CallRoute>
  readonly permitId: Hex
  readonly deadlineSeconds: bigint
  readonly head: Head
  readonly environment: SimulationEnvironment
  /** How the calls are made when not by the operator through the cage. */
  readonly carrier?: { readonly from: Address; readonly to: Address; readonly data: Hex }
  /** The guardian's signature, once there is one: then the very bytes that are sent are simulated. */
  readonly guardianSignature?: Hex
}

/** What evidence is gathered with. */
interface EvidenceDeps {
  readonly chain: ChainReader
  readonly book: AddressBook
  readonly account: Address
  readonly operator: Address
  readonly route?: OperatorRoute
  /** The owner's account, where it acts for itself. */
  readonly ownAccount?: OwnAccount
  /** Whether the operator is a contract, for which others pay; with a route it is one. */
  readonly isRelayed?: boolean
  readonly policy: SafetyPolicy
  readonly decoders: DecoderIndex
  /** Says why calls fail. */
  readonly interfaces: Pick<Interfaces, 'explainRevert'>
  readonly wallMs: number
  /** Allowances that were granted, whatever the policy lists now. */
  readonly granted: readonly AllowancePair[]
  /** A second provider, when there is one. */
  readonly secondProvider: SecondProvider | undefined
}

/** Decode a plan, and say what of the chain's state is to be read around it. */
function prepareReading(plan: TransactionPlan<CallRoute>, deps: EvidenceDeps) {
  const { policy, account, operator, ownAccount } = deps
  const own = prepareOwnReading(plan.route, ownAccount, policy)
  const makers = { cage: account, owner: account, op: operator, account: ownAccount?.address ?? account }
  const read = decodeCalls(plan.calls, deps.decoders, makers[plan.route])
  const decoded = plan.route === 'account' ? asForeign(read) : read
  const tokens = collectTokens(policy, plan, decoded)
  const approvals = listApprovals(decoded.leaves)
  const pinned = findPinned(policy, [
    ...decoded.calls.map(({ to }) => to),
    ...decoded.leaves.flatMap((leaf) => leaf.tokens),
  ])
  const assets = pinned.targets.filter((target) => findAsset(policy, target))
  const { pairs, granted } = listAllowancePairs(policy, deps.granted)
  const isOperators = plan.route === 'op'
  const operators = isOperators ? watchOperator(operator, tokens, pairs) : { balances: [], allowances: [] }
  const around = {
    balances: [...tokens.map((token) => ({ token, account })), ...operators.balances],
    allowances: [
      ...[...approvals, ...pairs].map(({ token, spender }) => ({ token, owner: account, spender })),
      ...operators.allowances,
    ],
  }
  // What measures most comes last: of the gas it may take as much as is left.
  const views = [...own.views, ...listPositionViews(policy, account)]
  const limits = listLimitViews(account)
  const watch: WatchQuery = {
    ...around,
    // Whether it is paused an act of the operator is judged by before it.
    views: isOperators ? [...limits, ...views] : views,
    codeHashes: [...listPinned(pinned), ...own.listed],
    feeds: listFeeds(policy),
    decimals: assets,
    behind: { ...around, views: [...limits, ...views], codeHashes: [], feeds: [] },
  }
  const expected = isOperators ? around.allowances.length : approvals.length + granted
  const limitsBefore = isOperators ? LIMIT_VIEWS : 0
  return { decoded, tokens, approvals, pinned, assets, pairs, own, watch, expected, limitsBefore }
}

/** What is read around an action, and whose readers it is asked of as well. */
interface Reading extends ReturnType<typeof prepareReading> {
  readonly unlisted: readonly UnlistedQuery[]
}

/** What is known of an action once it was simulated. */
interface Simulated {
  readonly simulation: Simulation
  readonly guardianDemand?: GuardianDemand
  /** What was read around it. */
  readonly watch: WatchQuery
  readonly unlisted: readonly UnlistedQuery[]
}

/**
 * Simulate a call with what is watched around it. Most allowances are nothing and stay so: what nobody granted is read
 * behind the call alone, and once more before it as well where something of it is left. Of positions the cage's list shows
 * what a plan states; where it does not, their readers are asked.
 */
async function simulateWatched(
  provider: ChainReader,
  call: Parameters<ChainReader['simulate']>[0][number],
  prepared: ReturnType<typeof prepareReading>,
  {
    expectation,
    policy,
    ...at
  }: Pick<TransactionPlan<CallRoute>, 'expectation'> & {
    readonly account: Address
    readonly environment: SimulationEnvironment
    readonly policy: SafetyPolicy
  },
): Promise<Simulated> {
  const { watch, expected } = prepared
  const simulate = (query: WatchQuery) => simulatePastHotLane(provider, call, query, at)
  const few = { ...watch, allowances: watch.allowances.slice(0, expected) }
  const first = await simulate(few)
  const { allowances } = first.simulation.after
  const isNothing = watch.allowances.every((_, index) => index < expected || allowances[index] === 0n)
  const found = isNothing ? first : await simulate(watch)
  // Positions are read from many words, and most plans state none.
  const isShown = expectation.positions.length === 0 || found.simulation.calls[0]?.ok !== true
  if (isShown) return { ...found, watch, unlisted: [] }
  const { positions } = readViews({ ...prepared, unlisted: [] }, found.simulation, policy)
  const unlisted = listUnlisted(expectation, positions, policy, at.account)
  if (unlisted.length === 0) return { ...found, watch, unlisted }
  const asking = askReaders(watch, unlisted)
  const { allowances: read } = isNothing ? few : watch
  return { ...(await simulate({ ...asking, allowances: read })), watch: asking, unlisted }
}

/** Simulate a call; where the cage asks for its guardian's signature, as if that were there, with what it asks to sign. */
async function simulatePastHotLane(
  provider: ChainReader,
  call: Parameters<ChainReader['simulate']>[0][number],
  watch: WatchQuery,
  { account, environment }: { readonly account: Address; readonly environment: SimulationEnvironment },
): Promise<{ readonly simulation: Simulation; readonly guardianDemand?: GuardianDemand }> {
  const asked = await provider.simulate([call], watch, environment)
  const [first] = asked.calls
  const guardianDemand = first && !first.ok ? readGuardianDemand(first.returnData) : undefined
  if (guardianDemand === undefined) return { simulation: asked }
  const lifted = { ...environment, ...liftHotLane(account) }
  return { simulation: await provider.simulate([call], watch, lifted), guardianDemand }
}

const NOT_SIMULATED = { simulation: undefined, guardianDemand: undefined, unlisted: [] } as const

/** Gather the evidence on a plan: decode the bytes, simulate them through the cage, read state around them. */
export async function gatherEvidence(input: EvidenceInput, deps: EvidenceDeps): Promise<Evidence> {
  const { chain, account, operator, policy } = deps
  const { plan, head } = input
  const prepared = prepareReading(plan, deps)
  const { decoded, pinned, assets, watch } = prepared
  const carrier = input.carrier ?? { from: operator, ...carryByOperator(input, account) }
  const isRelayed = input.carrier === undefined && (deps.isRelayed ?? deps.route !== undefined)
  const call = { ...carrier, valueWei: 0n, isRelayed }
  const { expectation } = plan
  const { environment } = input
  const simulate = (provider: ChainReader) =>
    simulateWatched(provider, call, prepared, { account, environment, policy, expectation })
  const [simulated, seen, nonce, operatorNonce, slots, positionOwners] = await Promise.all([
    simulate(chain)
      .then((found) => ({ ...NOT_SIMULATED, problem: undefined, ...found }))
      .catch((cause: unknown) => {
        throwWhenNodeFails(cause)
        return { ...NOT_SIMULATED, watch, problem: describeCause(cause) }
      }),
    deps.secondProvider && askSecondProvider(deps.secondProvider, simulate),
    readAccountNonce(deps),
    readOperatorNonce(deps),
    readSlots(deps, pinned.proxies),
    readPositionOwners(decoded.leaves, deps),
  ])
  const { simulation } = simulated
  if (seen && simulation) {
    const answer = seen.read()
    assertSameHead(head, answer.head)
    assertSameSimulation(simulated.watch, simulation, answer.answer.simulation)
    assertSameDemand(simulated.guardianDemand, answer.answer.guardianDemand)
  }
  const clocks = { wallMs: deps.wallMs, chainSeconds: Number(head.timestamp) }
  const prices = createPriceTable(policy, simulation?.before.feeds ?? [], clocks.chainSeconds)
  const effects = readEffects({ ...prepared, ...simulated }, prices, deps)
  return {
    decoded,
    simulation,
    ...(simulated.problem === undefined ? {} : { simulationProblem: simulated.problem }),
    ...(simulated.guardianDemand ? { guardianDemand: simulated.guardianDemand } : {}),
    ...explainFailure(plan, simulation, deps),
    state: simulation?.before,
    ...readPinned(pinned, slots, simulation?.before.codeHashes),
    decimals: assets.map((token, index) => ({ token, found: simulation?.before.decimals[index] })),
    positionOwners,
    ...effects,
    ...readOperatorAct({ ...input, watch, simulation, positions: effects.positions }, deps),
    prices,
    nonce,
    operatorNonce,
    headBaseFeeWei: head.baseFeePerGas ?? 0n,
    clocks,
  }
}

function explainFailure(
  { route }: Pick<TransactionPlan<CallRoute>, 'route'>,
  simulation: Simulation | undefined,
  { interfaces }: Pick<EvidenceDeps, 'interfaces'>,
): Pick<Evidence, 'revertReason'> {
  const [call] = simulation?.calls ?? []
  if (call === undefined || call.ok) return {}
  const explain = route === 'op' ? interfaces.explainRevert : explainCallFailure
  return { revertReason: explain(call.returnData, interfaces) }
}

/** What of the evidence the simulation shows. */
type Effects = Pick<
  Evidence,
  | 'cageLimits'
  | 'positions'
  | 'balances'
  | 'unreadAssets'
  | 'outflows'
  | 'allowanceGrowth'
  | 'liveAllowances'
  | 'actionClass'
  | 'ownAccount'
>

/** Read what an action changes; what reverts, or was not simulated, changes nothing. */
function readEffects(
  reading: Reading & { readonly simulation: Simulation | undefined },
  prices: PriceTable,
  { policy, account, ownAccount }: Pick<EvidenceDeps, 'policy' | 'account' | 'ownAccount'>,
): Effects {
  const { decoded, tokens, approvals, pairs, pinned, own, simulation } = reading
  const succeeded = simulation?.calls[0]?.ok === true
  const { balances, unreadAssets } = readBalances(tokens, simulation, policy)
  const logs = succeeded ? (simulation.calls[0]?.logs ?? []) : []
  const allowances = approvals.map((_, index) => ({
    before: simulation?.before.allowances[index],
    after: succeeded ? simulation.after.allowances[index] : undefined,
  }))
  const consumed = sumConsumed(approvals, allowances)
  const outflows = sumOutflows(account, tokens, decoded, balances, logs, consumed)
  const allowanceGrowth = sumGrowth(approvals, allowances)
  const { before, after, positions } = readViews(reading, simulation, policy)
  return {
    cageLimits: readCageLimits(simulation?.after.views ?? []),
    ...(own.views.length === 0
      ? {}
      : {
          ownAccount: readOwnAccount(
            own,
            {
              before,
              after,
              codeHashes: simulation?.before.codeHashes.slice(listPinned(pinned).length) ?? [],
            },
            ownAccount,
          ),
        }),
    positions,
    balances,
    unreadAssets,
    outflows,
    allowanceGrowth,
    liveAllowances: simulation
      ? pairs.map((pair, index) => {
          // What the action itself approves, or takes back, is read around it in any case.
          const own = approvals.findIndex((approval) => isSamePair(approval, pair))
          const at = own < 0 ? approvals.length + index : own
          const after = simulation.after.allowances[at]
          const isRead = at < simulation.before.allowances.length
          // What is nothing behind the call takes nothing from anybody, whatever it was.
          const before = isRead ? simulation.before.allowances[at] : after === 0n ? after : undefined
          return { ...pair, before, after: succeeded ? after : before }
        })
      : [],
    actionClass: deriveActionClass({
      policy,
      account,
      leaves: decoded.leaves,
      balances,
      outflows,
      allowanceGrows: allowanceGrowth.length > 0,
      lots: positions.changes,
      shown: positions.shown,
      prices,
    }),
  }
}

/** Read what views answered around an action: those of the owner's account, and positions. */
function readViews(
  { own, limitsBefore, unlisted }: Reading,
  simulation: Simulation | undefined,
  policy: SafetyPolicy,
) {
  const isDone = simulation?.calls[0]?.ok === true
  const before = simulation?.before.views.slice(limitsBefore) ?? []
  const after = isDone ? simulation.after.views.slice(LIMIT_VIEWS) : before
  const [ofOwn, listed] = [own.views.length, own.views.length + unlisted.length]
  const positions = readPositionsAround(policy, { before: before.slice(listed), after: after.slice(listed) })
  const answers = { before: before.slice(ofOwn, listed), after: after.slice(ofOwn, listed) }
  return {
    before: before.slice(0, ofOwn),
    after: after.slice(0, ofOwn),
    positions:
      unlisted.length === 0 ? positions : { ...positions, shown: showUnlisted(positions, unlisted, answers) },
  }
}

/** Read balances around an action; what gave no answer at one of both moments is not seen to change. */
function readBalances(
  tokens: readonly Address[],
  simulation: Simulation | undefined,
  policy: SafetyPolicy,
): Pick<Evidence, 'balances' | 'unreadAssets'> {
  const succeeded = simulation?.calls[0]?.ok === true
  const read = tokens.map((token, index) => {
    const before = simulation?.before.balances[index]
    return { token, before, after: succeeded ? simulation.after.balances[index] : before }
  })
  const isUnread = ({ before, after }: (typeof read)[number]) => before === undefined || after === undefined
  return {
    balances: read.map(({ token, before, after }) => {
      const known = before ?? after ?? 0n
      return { token, before: known, after: before === undefined ? known : (after ?? known) }
    }),
    unreadAssets: simulation
      ? read.filter(isUnread).flatMap(({ token }) => (findAsset(policy, token) ? [token] : []))
      : [],
  }
}

/** Read the operator's own nonce when it is a contract; zero otherwise. @throws ToolError PROVIDERS_DISAGREE */
export const readOperatorNonce = async (
  deps: Providers<'readContract'> & { readonly route?: Pick<OperatorRoute, 'readNonce'> },
): Promise<bigint> => (deps.route ? askBoth("the operator's own nonce", deps, deps.route.readNonce) : 0n)

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

/** What the nonce of the account that sends is read with. */
export interface AccountNonceDeps extends Providers<'getTransactionCount'> {
  readonly operator: Address
  readonly route?: Pick<OperatorRoute, 'sender'>
}

/** Read the nonce of the account that sends. @throws ToolError PROVIDERS_DISAGREE */
export const readAccountNonce = (deps: AccountNonceDeps): Promise<number> =>
  askBoth('the nonce', deps, (provider) =>
    provider.getTransactionCount({ address: deps.route?.sender ?? deps.operator }),
  )

function collectTokens(
  policy: SafetyPolicy,
  plan: TransactionPlan<CallRoute>,
  decoded: DecodedPlan,
): Address[] {
  const tokens = new Map<string, Address>()
  const add = (token: Address) => {
    const key = token.toLowerCase()
    if (!tokens.has(key)) tokens.set(key, token)
  }
  for (const asset of policy.assets) add(asset.token)
  for (const delta of plan.expectation.assets) add(delta.token)
  for (const leaf of decoded.leaves) for (const token of leaf.tokens) add(token)
  return [...tokens.values()]
}

/** What the node refuses the hooks judge; that it hangs is told as it is. */
export function throwWhenNodeFails(cause: unknown): void {
  const known = findToolError(cause)
  if (known?.code === 'CHAIN_TIMEOUT' || known?.code === 'WRONG_CHAIN') throw known
}
