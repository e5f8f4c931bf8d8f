import type { Address, Hex } from 'viem'
import { amountOf } from '../../core/amount.ts'
import type { ChainReader } from '../../core/chain.ts'
import type { Clock } from '../../core/clock.ts'
import { ToolError } from '../../core/errors.ts'
import { policyCageAbi } from '../../core/generated/policy-cage-abi.ts'
import { inTime } from '../../core/in-time.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import type { KnownWitness } from '../../core/loss-witness.ts'
import { readThroughput } from '../../core/receipt-deltas.ts'
import type { LossView } from '../../core/safety-view.ts'
import { EXITS } from '../policy/phases.ts'
import { findAsset, type SafetyPolicy } from '../policy/policy.ts'
import type { SafetyStore } from '../store/store.ts'
import { type BookedLot, bookLots, findMissing, foreseeLots, lowerLots } from './booked-lots.ts'
import { isFinal } from './confirmations.ts'
import type { Evidence } from './evidence.ts'
import { explainMissing } from './explain-missing.ts'
import { splitBlocks } from './log-parts.ts'
import { type BookedPledge, bookPledges, createPledgeCover } from './pledge-cover.ts'
import { askBoth, type Providers } from './second-provider.ts'

/** Where the books stand in the store. */
export const BOOKS_KEY = 'books'

/** The least that the account must still hold of each asset, and the block since which that is so. */
export interface Books {
  readonly blockNumber: string
  readonly least: readonly {
    readonly token: Address
    readonly baseUnits: string
    /** What is not there any more and waits for its explanation to be final. */
    readonly missing?: string
  }[]
  /** What must be held and owed in positions; absent while they are taken as they are found. */
  readonly lots?: readonly BookedLot[]
  /** The block since which that is so, where it is another one. */
  readonly lotsBlockNumber?: string
  /** What others may still take by what was pledged: missing by as much, it is a fill. */
  readonly pledges?: readonly BookedPledge[]
  /** What others took by events that a protocol witnesses; it blocks risk until the owner clears it. */
  readonly losses?: readonly LossView[]
  /** Transactions since that block of which the books hold what they did: that the log shows it explains nothing more. */
  readonly booked?: readonly Hex[]
}

/**
 * The durable books over what the account holds: what is gone without an action of the stack and without a withdrawal
 * of the owner is unexplained.
 */
export interface BookKeeper {
  /**
   * Hold the balances around an action against the books and take them over.
   *
   * What one provider alone explains by a withdrawal of the owner is believed once that is final; until then only exits
   * pass. Books that are not what the log says tell nothing and stay as they are.
   *
   * What others took by their pledges is a fill. What they did by events that the position's protocol witnesses is a loss
   * that blocks everything but exits until the owner clears it; any other is unexplained.
   *
   * @throws ToolError UNEXPLAINED_DELTA, UNEXPLAINED_UNITS, LOSS_NOT_CLEARED, WITHDRAWAL_NOT_FINAL, PROVIDERS_DISAGREE,
   * CHAIN_TIMEOUT, CHAIN_READ_FAILED
   */
  check(evidence: Evidence): Promise<void>
  /** What the books will be once an action was carried out, or only tried: at least this much must be there. */
  foresee(evidence: Evidence, toleranceBps: number, succeeded: boolean): Books
  /** Take over books that were foreseen of these transactions. */
  write(books: Books, transactions: readonly Hex[]): void
  /** Take the account as it is found next; what was pledged is still pledged, and no loss is cleared by it. */
  forget(): void
  /** List the explained losses that block risk. */
  losses(): readonly LossView[]
  /** Let risk pass again after them. */
  clearLosses(): void
  /** Expect no more than other books do: an action, by one of these transactions, turned out (not) to have happened. */
  lower(books: Books, transactions: readonly Hex[]): void
}

interface BookDeps extends Providers<'getContractEvents' | 'getLogs' | 'readContract'> {
  readonly witnesses: readonly KnownWitness[]
  readonly store: SafetyStore
  readonly policy: SafetyPolicy
  readonly clock: Pick<Clock, 'setTimer'>
  readonly account: Address
}

/** Create the keeper of the books over the store. */
export function createBookKeeper(deps: BookDeps): BookKeeper {
  const { store, policy } = deps
  const isIntact = () => store.isMetaIntact(BOOKS_KEY)
  const read = (): Books | undefined => {
    const kept = store.findMeta(BOOKS_KEY)?.value
    return kept === undefined ? undefined : (JSON.parse(kept) as Books)
  }
  const write = (books: Books) => {
    const text = JSON.stringify(books)
    const kept = store.findMeta(BOOKS_KEY)
    if (kept && text !== kept.value) store.writeMeta(BOOKS_KEY, text)
  }
  const ofPolicy = ({ balances }: Evidence) => balances.filter(({ token }) => findAsset(policy, token))

  return {
    async check(evidence) {
      const { state } = evidence
      // Without a reading the hooks deny anyway, and the books stay as they are.
      if (state === undefined || !isIntact()) return
      const books = read()
      const carried = new Map<Address, bigint>()
      const cover = createPledgeCover(books?.pledges ?? [])
      const readBefore = indexBefore(evidence)
      let isWaiting = false
      for (const { token, ...entry } of books?.least ?? []) {
        const booked = BigInt(entry.baseUnits) + BigInt(entry.missing ?? 0)
        const found = readBefore(token)
        // A token that does not answer is not gone; the other layers deny what touches it. Once it answers, the log is read
        // from where it was booked.
        if (found === undefined) {
          isWaiting ||= booked > 0n && findAsset(policy, token) !== undefined
          continue
        }
        const missing = booked - found
        if (missing <= 0n) continue
        const since = BigInt(books?.blockNumber ?? 0)
        const { withdrawn, believed } =
          since < state.blockNumber
            ? await readWithdrawn(deps, token, { since, to: state.blockNumber, booked: books?.booked ?? [] })
            : NONE
        const beyondLog = missing - withdrawn
        const filled = cover.take(token, beyondLog, 'wallet')
        const unexplained = beyondLog - filled
        const least = booked - withdrawn - filled
        const asset = findAsset(policy, token)
        const bps = asset?.maxRebaseLossBps ?? 0
        // What a rebase may explain stays booked, so that many small losses are held against one bound.
        if (unexplained > 0n && unexplained * 10_000n > least * BigInt(bps)) {
          throw new ToolError('UNEXPLAINED_DELTA', {
            found: amountOf(asset, token, found),
            expected: amountOf(asset, token, booked),
          })
        }
        if (missing > believed && withdrawn > believed) {
          if (!EXITS.includes(evidence.actionClass)) {
            throw new ToolError('WITHDRAWAL_NOT_FINAL', { found: amountOf(asset, token, missing - believed) })
          }
          isWaiting = true
        } else if (unexplained > 0n) carried.set(token, least)
      }
      const { before } = evidence.positions
      const isReadable = before.problem === undefined
      const losses = [
        ...(books?.losses ?? []),
        ...(isReadable && books?.lots
          ? await explainMissing(findMissing(books.lots, before.positions), cover, {
              ...deps,
              range: { fromBlock: BigInt(lotsBlockOf(books)) + 1n, toBlock: state.blockNumber },
            })
          : []),
      ]
      const blockNumber = state.blockNumber.toString()
      const lotsBlockNumber = isReadable || books?.lots === undefined ? blockNumber : lotsBlockOf(books)
      const left = cover.left(Number(state.timestampSeconds))
      const found = { ...(isReadable ? { lots: bookLots(before.positions) } : {}), losses }
      // What is not believed yet stays booked, with what pledges cover of it.
      const kept = isWaiting && books && { ...books, ...found, pledges: keepOpen(books.pledges, left) }
      const taken = () => ({
        ...books,
        ...found,
        pledges: left,
        booked: [],
        blockNumber,
        least: ofPolicy(evidence).map(({ token }) => {
          const entry = books?.least.find((known) => isAddressEqual(known.token, token))
          const least = entry && carried.get(entry.token)
          return { token, baseUnits: (least ?? readBefore(token) ?? entry?.baseUnits ?? 0n).toString() }
        }),
      })
      write(dateLots(kept || taken(), lotsBlockNumber))
      const [loss] = losses
      if (loss && !EXITS.includes(evidence.actionClass)) {
        throw new ToolError('LOSS_NOT_CLEARED', { ...loss, units: BigInt(loss.units) })
      }
    },
    foresee: (evidence, toleranceBps, succeeded) =>
      foresee(read(), ofPolicy(evidence), {
        evidence,
        policy,
        account: deps.account,
        toleranceBps,
        succeeded,
      }),
    write: (books, transactions) => write(addBooked(books, transactions)),
    forget() {
      const { pledges = [], losses = [] } = read() ?? {}
      const known = losses.length > 0 ? { losses } : {}
      store.writeMeta(BOOKS_KEY, JSON.stringify({ blockNumber: '0', least: [], pledges, ...known }))
    },
    losses: () => read()?.losses ?? [],
    clearLosses() {
      const books = read()
      if (books) write({ ...books, losses: [] })
    },
    lower({ least, lots }, transactions) {
      const books = read()
      if (books === undefined) return
      write({
        ...addBooked(books, transactions),
        ...(books.lots && lots ? { lots: lowerLots(books.lots, lots) } : {}),
        least: books.least.map((entry) => {
          const other = least.find(({ token }) => isAddressEqual(token, entry.token))
          return other && BigInt(other.baseUnits) < BigInt(entry.baseUnits) ? other : entry
        }),
      })
    },
  }
}

/** The block since which lots are what they are booked as. */
const lotsBlockOf = ({ blockNumber, lotsBlockNumber = blockNumber }: Books): string => lotsBlockNumber

/** Note since which block the lots of books are what they are. */
const dateLots = ({ lotsBlockNumber: _, ...books }: Books, lotsBlockNumber: string): Books =>
  lotsBlockNumber === books.blockNumber ? books : { ...books, lotsBlockNumber }

/** What is still pledged while the wallet stays as it is booked. */
const keepOpen = (booked: readonly BookedPledge[] = [], left: readonly BookedPledge[]) => [
  ...booked.filter(({ isHeld }) => !isHeld),
  ...left.filter(({ isHeld }) => isHeld),
]

/** Note of transactions that the books hold what they did. */
const addBooked = (books: Books, transactions: readonly Hex[]): Books => ({
  ...books,
  booked: [...new Set([...(books.booked ?? []), ...transactions])],
})

interface Foreseen {
  readonly evidence: Evidence
  readonly policy: SafetyPolicy
  readonly account: Address
  readonly toleranceBps: number
  readonly succeeded: boolean
}

/** Foresee the least that is there after an action, over the books as they are and the assets of the policy. */
function foresee(
  booked: Books | undefined,
  assets: Evidence['balances'],
  { evidence, policy, account, toleranceBps, succeeded }: Foreseen,
): Books {
  const tolerated = (delta: bigint) => (delta * BigInt(toleranceBps) + 9_999n) / 10_000n
  const throughputOf = readThroughput({ logs: evidence.simulation?.calls[0]?.logs ?? [] })
  const readBefore = indexBefore(evidence)
  const bookedOf = new Map(booked?.least.map((entry) => [entry.token.toLowerCase(), entry]))
  /** What is booked and not there, where only an exit passes. */
  const waitingFor = (kept: Books['least'][number] | undefined, token: Address, before: bigint) => {
    if (kept === undefined || findAsset(policy, token)?.maxRebaseLossBps !== undefined) return 0n
    const missing = BigInt(kept.baseUnits) + BigInt(kept.missing ?? 0) - before
    return missing > 0n ? missing : 0n
  }
  const least = assets.map(({ token, before, after }) => {
    const kept = bookedOf.get(token.toLowerCase())
    // A token that does not answer is not gone.
    if (kept && readBefore(token) === undefined) return kept
    const [delta, through] = [after > before ? after - before : before - after, throughputOf(token, account)]
    const amount = succeeded ? after - tolerated(delta > through ? delta : through) : before
    const missing = waitingFor(kept, token, before)
    return {
      token,
      baseUnits: (amount < 0n ? 0n : amount).toString(),
      ...(missing > 0n ? { missing: missing.toString() } : {}),
    }
  })
  // The log is read again from where it explains what is missing.
  const isWaiting = least.some(
    ({ token, baseUnits, missing }) =>
      missing !== undefined || (baseUnits !== '0' && readBefore(token) === undefined),
  )
  const blockNumber = (evidence.state?.blockNumber ?? 0n).toString()
  const { before, after } = evidence.positions
  const isReadable = before.problem === undefined && after.problem === undefined
  const { leaves } = evidence.decoded
  const made = succeeded ? leaves.flatMap(({ pledges = [] }) => pledges) : []
  // What is taken out of a position that cannot be read is taken as it is found once it can.
  const touched = succeeded ? leaves.flatMap(({ positions }) => positions) : []
  const unread = booked?.lots?.filter(
    (lot) => !touched.some(({ protocol, id }) => protocol === lot.protocol && id === lot.key),
  )
  const books = {
    ...booked,
    blockNumber: isWaiting ? (booked?.blockNumber ?? blockNumber) : blockNumber,
    least,
    pledges: [...(booked?.pledges ?? []), ...bookPledges(made)],
    ...(isReadable
      ? { lots: foreseeLots(before.positions, (succeeded ? after : before).positions, toleranceBps) }
      : unread && { lots: unread }),
  }
  return dateLots(books, isReadable || booked?.lots === undefined ? blockNumber : lotsBlockOf(booked))
}

/** Index what was there of each token before the action. */
function indexBefore({ balances, state }: Evidence): (token: Address) => bigint | undefined {
  const before = new Map(balances.map(({ token }, index) => [token.toLowerCase(), state?.balances[index]]))
  return (token) => before.get(token.toLowerCase())
}

/** What the owner took out: by the log, and how much of it may be believed. */
interface Withdrawals {
  readonly withdrawn: bigint
  readonly believed: bigint
}

const NONE: Withdrawals = { withdrawn: 0n, believed: 0n }

/**
 * What the owner took out since a block, by the cage's own log and beside what is booked; it is read only when something
 * is missing.
 */
async function readWithdrawn(
  { chain, secondProvider, clock, policy, account }: BookDeps,
  token: Address,
  { since, to, booked }: { readonly since: bigint; readonly to: bigint; readonly booked: readonly Hex[] },
): Promise<Withdrawals> {
  const read = async (provider: Pick<ChainReader, 'getContractEvents'>) => {
    const found: { readonly amount: bigint; readonly blockNumber: bigint }[] = []
    const range = { fromBlock: since + 1n, toBlock: to }
    for (const part of splitBlocks(range, policy.logs.maxBlocks)) {
      const events = await inTime(
        clock,
        provider.getContractEvents({
          address: account,
          abi: policyCageAbi,
          eventName: 'Withdrawn',
          args: { token },
          strict: true,
          ...part,
        }),
        'the withdrawals',
      )
      const others = events.filter(({ transactionHash }) => !booked.includes(transactionHash))
      found.push(...others.map(({ args, blockNumber }) => ({ amount: args.amount, blockNumber })))
    }
    return found
  }
  const withdrawals = await askBoth(`the withdrawals of ${token}`, { chain, secondProvider }, read)
  const sum = (entries: typeof withdrawals) => entries.reduce((total, { amount }) => total + amount, 0n)
  const withdrawn = sum(withdrawals)
  if (secondProvider !== undefined) return { withdrawn, believed: withdrawn }
  return {
    withdrawn,
    believed: sum(withdrawals.filter(({ blockNumber }) => isFinal(blockNumber, to))),
  }
}
