import type { Address, Hex, TransactionReceipt } from 'viem'
import type { CommitReport } from '../../tools/agent/committed.ts'
import type { AddressBook } from '../../tools/core/address-book.ts'
import type { ToolError } from '../../tools/core/errors.ts'
import type { AssayEvent } from '../../tools/core/events.ts'
import { isAddressEqual } from '../../tools/core/is-address-equal.ts'
import type { Json } from '../../tools/core/json.ts'
import { keccak256 } from '../../tools/core/keccak256.ts'
import type { LotChange } from '../../tools/core/lot-changes.ts'
import type { AssetDelta } from '../../tools/core/outcome.ts'
import type { JudgedPlan } from '../../tools/safety/permit/assess-action.ts'
import type { RecordHookVerdict, RecordOutcome } from '../record/record.ts'
import { createAllowanceWatch, type SeenAllowance } from './allowance-watch.ts'
import type { Contradiction } from './contradiction.ts'
import {
  describeGrowth,
  type GrownAllowance,
  isSameAllowance,
  type JudgedAllowances,
  judgeAllowances,
  listToldAllowances,
  listUntoldGrowth,
} from './judge-allowances.ts'
import { judgeOtherAccounts } from './judge-other-accounts.ts'
import { judgeOutcomes } from './judge-outcomes.ts'
import { type Labels, labelTokens } from './labels.ts'
import type { MovedByOthers } from './moved-by-others.ts'
import type { BalanceSheet, Holdings, Oracle, WatchedAllowance } from './oracle.ts'
import { comparePositions, type PositionsSeen, withoutLots } from './positions-seen.ts'
import { type ToldOutcome, toldOf } from './told-outcome.ts'

/** What one action of the agent came to, as the harness saw it. */
export interface Observation {
  /** Set when the agent got an error. */
  readonly error?: ToolError
  /** What the agent was told. */
  readonly details?: Json
  readonly hooks: readonly RecordHookVerdict[]
  readonly events: readonly AssayEvent[]
  /** Set where nobody looked at the chain: that nothing is observed says nothing then. */
  readonly isUnobserved?: true
  /** Changes that the oracle read from the chain, of the cage alone. */
  readonly observed: readonly AssetDelta[]
  /** Tokens of which nobody can tell whether the cage's balance changed: they gave no answer before or after. */
  readonly unread?: readonly Address[]
  /** The commit, or the last one of several that happened together. */
  readonly report?: CommitReport
  /** Every commit of which a report came, in their order; missing where none did. */
  readonly reports?: readonly CommitReport[]
  /** Commits that were carried out. */
  readonly commits: number
  readonly outcome?: RecordOutcome
  /** Where the three accounts of a write contradict each other. */
  readonly contradictions: readonly Contradiction[]
}

/** Something that was read of the cage. */
export interface Look {
  /** Whether it shows what an action began with. */
  readonly isBefore: boolean
  readonly holdings: Holdings
  /** What spenders may take of the cage. */
  readonly allowances: readonly SeenAllowance[]
}

/** What the agent did, and what was read of the chain around it. */
export interface Acts {
  readonly judged: readonly JudgedPlan[]
  readonly sent: readonly Hex[]
  readonly looks: readonly Look[]
  /** What became of transactions of the blocks that were looked at. */
  readonly receipts: readonly TransactionReceipt[]
}

const createActs = () => ({
  judged: [] as JudgedPlan[],
  sent: [] as Hex[],
  looks: [] as Look[],
  receipts: [] as TransactionReceipt[],
})

/** What was read of the chain at a head. */
interface Reading extends Pick<Look, 'holdings' | 'allowances'> {
  readonly headSeconds: bigint
  /** Allowances that were asked for, and what they are. */
  readonly asked: readonly WatchedAllowance[]
  readonly answers: readonly bigint[]
  readonly receipts: readonly TransactionReceipt[]
}

/** Watches the chain around actions and collects what they came to. */
export interface Observer {
  readonly oracle: Oracle
  readonly onEvent: (event: AssayEvent) => void
  readonly onCommitted: (report: CommitReport) => void
  readonly onJudging: (judged: JudgedPlan) => void
  /** Sees every transaction of the agent as it goes to a node, signed. */
  readonly onSending: (signed: Hex) => void
  /** Reads what a block came to while the agent goes on: it is what is seen, unless there is a later one in the end. */
  readonly onMined: () => void
  /** What the agent did and what was read of the chain since this was asked last, observed or not. */
  takeActs(): Acts
  /** Everything that was emitted since this was asked last, observed or not. */
  takeEvents(): readonly AssayEvent[]
  /** Forget what was read of the chain: something else than the agent changed it. */
  invalidate(): void
  /** Tell what the cage has and what spenders may take of it, read again only if the chain may have changed since. */
  readState(): Promise<Pick<Look, 'holdings' | 'allowances'>>
  /**
   * Do something and observe what it came to; `mayChange` is set where others than the agent act, who may tell what they
   * did to the cage.
   */
  observe(
    action: () => Promise<{ error?: ToolError; details?: Json; told?: ToldOutcome }>,
    options?: { readonly mayChange: boolean },
  ): Promise<Observation>
}

/** What came of something that is not looked at by itself, or not by the chain. */
export const unobserved = (answer: Pick<Observation, 'error' | 'details'>): Observation => ({
  ...answer,
  ...{ hooks: [], events: [], observed: [], contradictions: [], commits: 0 },
  isUnobserved: true,
})

/** What the chain shows of an action. */
interface Seen extends BalanceChanges {
  readonly positions: PositionsSeen
  readonly allowances: JudgedAllowances
  /** Allowances that grew although nothing was told of them. */
  readonly grown: readonly GrownAllowance[]
}

/** What the stack told while something was observed. */
interface Told {
  readonly events: AssayEvent[]
  readonly reports: CommitReport[]
  readonly plans: JudgedPlan['plan'][]
}

const createTold = (): Told => ({ events: [], reports: [], plans: [] })

const NOTHING = { assets: [], allowances: [], positions: [] }
const NONE_MOVED: MovedByOthers = { assets: [], lots: [], isWhole: true }

/** Create an observer of the cage's balances. */
export function createObserver(deps: {
  readonly oracle: Oracle
  readonly book: AddressBook
  readonly cage: Address
  /** The last block before anything was done. */
  readonly firstBlock: bigint
  /** When the latest block is, in unix seconds; without a new one no balance can have changed. */
  readonly headSeconds: () => bigint
}): Observer {
  const { oracle, cage } = deps
  const labels = labelTokens(deps.book)
  let seen: (Pick<Look, 'holdings' | 'allowances'> & { readonly headSeconds: bigint }) | undefined
  let ahead: { readonly reading: Promise<Reading | undefined>; isStale: boolean } | undefined
  let told = createTold()
  let untaken: AssayEvent[] = []
  let acts = createActs()
  let isObserving = false
  let lookedSeconds: bigint | undefined
  const granted = createAllowanceWatch(oracle, cage, deps.firstBlock)
  const sent = new Set<Hex>()
  /** What the agent told to have sent for no permit, as what a halt sends, and whether it ever carried one out. */
  const withoutPermit = new Set<string>()
  let hasHalted = false
  const hashesSent = () => [...sent].map((signed) => keccak256(signed))
  const listSentByHalt = (): ReadonlySet<Hex> =>
    new Set(hasHalted ? hashesSent().filter((hash) => withoutPermit.has(hash)) : [])
  /** Leave out the allowances that a halt announced: it lets be taken what it sells. */
  const withoutHalt = async (grown: readonly GrownAllowance[]) => {
    const hashes = [...listSentByHalt()]
    if (grown.length === 0 || hashes.length === 0) return grown
    const receipts = await Promise.all(hashes.map((hash) => oracle.findReceipt(hash)))
    const announced = oracle.listApprovals(
      cage,
      receipts.flatMap((receipt) => receipt?.logs ?? []),
    )
    return grown.filter((one) => !announced.some((other) => isSameAllowance(one, other)))
  }
  /** Whether anything that the agent ever sent is in a block behind one, but for some: it may have waited for long. */
  const hasMinedSince = async (blockNumber: bigint, except: ReadonlySet<Hex>) => {
    const hashes = hashesSent().filter((hash) => !except.has(hash))
    const receipts = await Promise.all(hashes.map((hash) => oracle.findReceipt(hash)))
    return receipts.some((receipt) => receipt !== undefined && receipt.blockNumber > blockNumber)
  }
  const read = async (asked: readonly WatchedAllowance[], isAfterBlock: boolean): Promise<Reading> => {
    const headSeconds = deps.headSeconds()
    const isLater = headSeconds !== lookedSeconds
    const mined = isLater && isAfterBlock ? oracle.readReceipts(granted.nextBlock()) : undefined
    const reading = oracle.readHoldings(cage, asked, granted.list())
    const followed = granted.follow(
      reading.then(({ known, holdings }) => ({ known, blockNumber: holdings.blockNumber })),
      mined?.then((receipts) => receipts.flatMap(({ logs }) => logs)) ?? (isLater ? 'search' : undefined),
    )
    const [{ holdings, allowances: answers }, allowances, receipts = []] = await Promise.all([
      reading,
      followed,
      mined,
    ])
    lookedSeconds = headSeconds
    return { headSeconds, holdings, allowances, asked, answers, receipts }
  }
  const note = ({ headSeconds, holdings, allowances, receipts }: Reading, isBefore: boolean) => {
    acts.looks.push({ isBefore, holdings, allowances })
    acts.receipts.push(...receipts)
    return { headSeconds, holdings, allowances }
  }
  const lookBefore = async () => note(await read([], false), true)
  /** Look at what an action came to, and at the allowances that were told of. */
  const lookAfter = async (watched: readonly WatchedAllowance[]) => {
    const early = ahead?.isStale ? undefined : await ahead?.reading
    const headSeconds = deps.headSeconds()
    // What was read last may be older than the action.
    if (seen?.headSeconds === headSeconds) {
      return { last: seen, receipts: [], allowances: await oracle.readAllowances(watched) }
    }
    const reading = early?.headSeconds === headSeconds ? early : await read(watched, true)
    const { asked, answers, receipts } = reading
    const found = watched.map((one) => answers[asked.findIndex((other) => isSameAllowance(one, other))])
    const isAnswered = (all: typeof found): all is bigint[] => !all.includes(undefined)
    return {
      last: note(reading, false),
      receipts,
      allowances: isAnswered(found) ? found : await oracle.readAllowances(watched),
    }
  }
  return {
    oracle,
    async readState() {
      const last = seen?.headSeconds === deps.headSeconds() ? seen : note(await read([], false), false)
      seen ??= last
      return last
    },
    onEvent(event) {
      if (event.kind === 'tx:sent' && event.permit_id === undefined) withoutPermit.add(event.hash)
      hasHalted ||= event.kind === 'halt:carried-out'
      told.events.push(event)
      untaken.push(event)
    },
    takeEvents() {
      const taken = untaken
      untaken = []
      return taken
    },
    onCommitted(report) {
      told.reports.push(report)
    },
    onJudging(judged) {
      acts.judged.push(judged)
      told.plans.push(judged.plan)
    },
    onSending(signed) {
      acts.sent.push(signed)
      sent.add(signed)
    },
    onMined() {
      if (!isObserving || ahead) return
      const promised = told.plans.map(({ expectation }) => ({ expected: expectation, actual: NOTHING }))
      // What cannot be read is read again in the end, and is told then.
      const reading = read(listToldAllowances(promised), true).catch(() => undefined)
      ahead = { reading, isStale: false }
    },
    takeActs() {
      const taken = acts
      acts = createActs()
      return taken
    },
    invalidate() {
      seen = undefined
      if (ahead) ahead.isStale = true
    },
    async observe(action, options) {
      // What happens together is observed as one.
      if (isObserving) {
        const { told: _, ...answer } = await action()
        return unobserved(answer)
      }
      isObserving = true
      told = createTold()
      ahead = undefined
      seen ??= await lookBefore()
      const { holdings: before, allowances: allowedBefore } = seen
      const known = granted.list()
      const { told: byOthers, ...answer } = await action().finally(async () => {
        isObserving = false
        // One reading at a time.
        await ahead?.reading
      })
      const others = byOthers ? [byOthers] : []
      const promised = told.reports.map(({ expectedOutcome: expected, actualOutcome: actual }) => ({
        expected,
        actual,
      }))
      const watched = listToldAllowances([...promised, ...others])
      const { last, receipts, allowances } = await lookAfter(watched)
      const { reports, lies } = await readReports(oracle, told.reports, receipts)
      const elsewhere = await Promise.all(
        reports
          .filter(({ receipt }) => receipt.status === 'success')
          .map((report) => judgeOtherAccounts(report, oracle, cage, labels)),
      )
      const outcomes = [...reports.map(toldOf), ...others]
      seen = last
      const { holdings: after } = last
      const changes = compare(oracle.watch, cage, before, after)
      const positions = comparePositions(before.positions, after.positions)
      const halts = told.events.some(({ kind }) => kind === 'halt:carried-out')
      const grown = await withoutHalt(listUntoldGrowth(allowedBefore, known, last.allowances, watched))
      const found = {
        ...changes,
        ...{ positions, grown, allowances: judgeAllowances(outcomes, watched, allowances, halts) },
      }
      const isChanged =
        changes.observed.length + changes.turned.length + positions.moved.length + grown.length > 0
      const isUntold = outcomes.length === 0 && isChanged
      const ofHalt = listSentByHalt()
      const mayChange =
        options?.mayChange === true || (isUntold && (await hasMinedSince(before.blockNumber, ofHalt)))
      // What others tell of themselves is held against the chain as well.
      const isShared = options?.mayChange === true && reports.length > 0 && others.length === 0
      const own = new Set(
        isShared ? [...hashesSent(), ...reports.map(({ receipt }) => receipt.transactionHash)] : [],
      )
      const ofOthers =
        isShared || (ofHalt.size > 0 && isChanged)
          ? await oracle.readMovedByOthers(cage, {
              behindBlock: before.blockNumber,
              isOthers: (hash) => ofHalt.has(hash) || (isShared && !own.has(hash)),
              hasPositions:
                positions.moved.length > 0 || outcomes.some(({ expected }) => expected.positions.length > 0),
            })
          : NONE_MOVED
      const concluded = conclude(
        { events: told.events, reports, lies: [...lies, ...elsewhere.flat()] },
        outcomes,
        found,
        {
          cage,
          labels,
          mayChange,
          ofOthers,
          // What stood around what a halt did long ago nobody can tell.
          isBlind: ofHalt.size > 0 && !ofOthers.isWhole,
        },
      )
      return { ...answer, ...concluded }
    },
  }
}

/** What changed of an account's balances. */
interface BalanceChanges {
  readonly observed: readonly AssetDelta[]
  /** Tokens that gave no answer before or after. */
  readonly unread: readonly Address[]
  /** Those of them that gave one before or after. */
  readonly turned: readonly Address[]
}

/** Compare what an account has before and after. */
function compare(
  watch: Oracle['watch'],
  account: Address,
  { balances: before }: BalanceSheet,
  { balances: after }: BalanceSheet,
): BalanceChanges {
  const own = watch.flatMap(({ token, account: watched }, index) =>
    isAddressEqual(watched, account) ? [{ token, was: before[index], is: after[index] }] : [],
  )
  const unread = own.filter(({ was, is }) => was === undefined || is === undefined)
  return {
    observed: own.flatMap(({ token, was, is }) =>
      was === undefined || is === undefined || was === is
        ? []
        : [{ token, account, deltaBaseUnits: is - was }],
    ),
    unread: unread.map(({ token }) => token),
    turned: unread.flatMap(({ token, was, is }) => (was === is ? [] : [token])),
  }
}

/** What was reported, by the harness' own receipts, and what each of them contradicts by itself. */
interface Verified {
  readonly reports: readonly CommitReport[]
  readonly lies: readonly Contradiction[]
}

/** Put the chain's receipts in the place of those that the stack was shown; what is not known is asked for. */
async function readReports(
  { findReceipt }: Pick<Oracle, 'findReceipt'>,
  told: readonly CommitReport[],
  known: readonly TransactionReceipt[],
): Promise<Verified> {
  const receipts = await Promise.all(told.map(({ receipt }) => findReceipt(receipt.transactionHash, known)))
  return {
    reports: told.map((report, at) => ({ ...report, receipt: receipts[at] ?? report.receipt })),
    lies: told.flatMap(({ tool, receipt }, at): Contradiction[] => {
      const status = receipts[at]?.status ?? 'in no block'
      if (status === 'success') return []
      const [expected, found] = [`${status} (observed)`, `carried out (reported by ${tool})`]
      return [{ law: 'oracle.actual-is-observed', subject: receipt.transactionHash, expected, found }]
    }),
  }
}

/** Conclude what was told and seen. */
function conclude(
  { events, reports, lies }: Pick<Told, 'events'> & Verified,
  outcomes: readonly ToldOutcome[],
  seen: Seen,
  {
    cage,
    labels,
    mayChange,
    ofOthers,
    isBlind,
  }: {
    readonly cage: Address
    readonly labels: Labels
    readonly mayChange: boolean
    /** What others than those who told of it changed of its balances and positions. */
    readonly ofOthers: MovedByOthers
    readonly isBlind: boolean
  },
): Omit<Observation, 'error' | 'details'> {
  const report = reports.at(-1)
  const [first, ...others] = outcomes
  const byTold = {
    ...seen,
    observed: without(seen.observed, ofOthers.assets),
    positions: { ...seen.positions, moved: withoutLots(seen.positions.moved, ofOthers.lots) },
  }
  const judged = first && judgeOutcomes([first, ...others], byTold, cage, labels)
  const mustStay = judged === undefined && !mayChange
  const { observed, unread, turned, grown } = seen
  const describeGrown = (law: string) => grown.map((pair) => describeGrowth(law, pair, labels))
  const unsaid = judged ? describeGrown('oracle.observed-within-tolerance') : []
  const unexplained = mustStay
    ? [
        ...byTold.observed.map((delta) => describeUnexplained(delta, labels)),
        ...turned.map((token) => describeTurned(token, labels)),
        ...byTold.positions.moved.map(describeMoved),
        ...describeGrown('oracle.only-commits-change-allowances'),
      ]
    : unsaid
  return {
    hooks: events.flatMap(toVerdict),
    events,
    observed,
    ...(unread.length > 0 ? { unread } : {}),
    contradictions: [...lies, ...(isBlind ? [] : [...(judged?.contradictions ?? []), ...unexplained])],
    commits: reports.length,
    ...(report ? { report, reports } : {}),
    ...(judged ? { outcome: judged.outcome } : {}),
  }
}

/** Take changes out of others. */
function without(deltas: readonly AssetDelta[], out: readonly AssetDelta[]): readonly AssetDelta[] {
  const left = new Map<string, AssetDelta>()
  const add = (delta: AssetDelta, amount: bigint) => {
    const key = delta.token.toLowerCase()
    const deltaBaseUnits = (left.get(key)?.deltaBaseUnits ?? 0n) + amount
    left.set(key, { ...delta, deltaBaseUnits })
  }
  for (const delta of deltas) add(delta, delta.deltaBaseUnits)
  for (const delta of out) add(delta, -delta.deltaBaseUnits)
  return [...left.values()].filter(({ deltaBaseUnits }) => deltaBaseUnits !== 0n)
}

const describeUnexplained = ({ token, deltaBaseUnits }: AssetDelta, labels: Labels): Contradiction => ({
  law: 'oracle.only-commits-change-balances',
  subject: labels(token).symbol,
  expected: '0',
  found: deltaBaseUnits.toString(),
})

const describeTurned = (token: Address, labels: Labels): Contradiction => ({
  law: 'oracle.only-commits-change-balances',
  subject: labels(token).symbol,
  expected: 'an answer of the token before and after, or never',
  found: 'one of the two',
})

const describeMoved = ({ protocol, key, kind, before, after }: LotChange): Contradiction => ({
  law: 'oracle.only-commits-change-positions',
  subject: `${kind} in ${protocol} under ${key}`,
  expected: '0',
  found: (after.units - before.units).toString(),
})

const toVerdict = (event: AssayEvent): RecordHookVerdict[] => {
  if (event.kind !== 'hook:verdict') return []
  const { hook, stage, verdict, code, figures } = event
  return [{ hook, stage, verdict, ...(code ? { code } : {}), ...(figures ? { figures } : {}) }]
}
