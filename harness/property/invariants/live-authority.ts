import type { Address } from 'viem'
import { formatUsdc, USDC_DECIMALS } from '../../../tools/core/amount.ts'
import { EXITS } from '../../../tools/safety/policy/phases.ts'
import type { LedgerEntry } from '../../../tools/safety/store/ledger-rows.ts'
import type { Stage } from '../../stage/stage.ts'
import type { Executed } from './follow-executed.ts'
import { followLimit } from './follow-limit.ts'
import type { Law, LawMoment } from './law.ts'
import { readLeftUsdc } from './read-left-usdc.ts'

const DAY_SECONDS = 86_400
const ALWAYS = { wallMs: -1, chainSeconds: -1 }

/** What each spender may take at least of the token in which limits count, in USDC base units, from a moment on. */
interface Seen {
  readonly fromSeconds: number
  readonly amounts: ReadonlyMap<Address, bigint>
}

const NOTHING: ReadonlyMap<Address, bigint> = new Map()

/**
 * What spenders may take all along the window, which no entry of it granted, fits the limit with all that the window holds,
 * each time that an action spends and is no exit. It is of the token in which limits count; what nobody saw is taken for
 * nothing.
 */
export const LIVE_AUTHORITY: Law = {
  name: 'law.live-authority',
  invariants: ['I7', 'I62'],
  watch() {
    const readPerDay = followLimit('perDayUsdc')
    let seen: readonly Seen[] = [{ fromSeconds: 0, amounts: NOTHING }]
    return async (moment) => {
      const { stage, headSeconds } = moment
      const perDayUsdc = readPerDay(stage)
      const blocks = await moment.blocks()
      const [first] = blocks
      if (first === undefined) return undefined
      const several = blocks.flatMap(({ transactions }) => transactions).length > 1
      const isHidden = several && (await stage.oracle.findApprovals(stage.cage, first.number)).length > 0
      seen = [
        ...seen,
        { fromSeconds: Number(headSeconds), amounts: isHidden ? NOTHING : await readAllowances(stage) },
      ]
      const [one] = await moment.executed()
      if (several || one === undefined || !(await isRisk(one, moment))) return undefined
      const { store } = stage.session
      const last = store.findLedgerEntry(one.permitId)
      if (last === undefined) return undefined
      const startSeconds = last.chainSeconds - DAY_SECONDS
      const spent = store
        .ledgerAfter(ALWAYS)
        .filter((entry) => isHeld(entry, last, startSeconds))
        .reduce((sum, { amountUsdc }) => sum + amountUsdc, 0n)
      const live = sumStanding(seen, startSeconds)
      if (spent + live <= perDayUsdc) return undefined
      return {
        expected: `at most ${formatUsdc(perDayUsdc)} spent in 24 hours and still to be taken`,
        found: `${formatUsdc(spent)} and ${formatUsdc(live)}`,
      }
    }
  },
}

/** Whether an action of the cage is no exit and moved more than gas. */
async function isRisk(one: Executed, moment: LawMoment): Promise<boolean> {
  const { plan, result } = one.report?.body ?? {}
  const { actionClass } = (result ?? {}) as { readonly actionClass?: (typeof EXITS)[number] }
  if (plan?.route !== 'cage' || actionClass === undefined || EXITS.includes(actionClass)) return false
  return (await readLeftUsdc(one, moment)) > 0n
}

const isHeld = (entry: LedgerEntry, last: LedgerEntry, startSeconds: number) =>
  entry.chainSeconds <= last.chainSeconds &&
  (entry.chainSeconds > startSeconds || (entry.untilSeconds ?? -1) >= last.chainSeconds)

async function readAllowances({ session, oracle, cage }: Stage): Promise<Seen['amounts']> {
  const { assets, spenders } = session.policy
  const numeraire = assets.find(({ isNumeraire }) => isNumeraire)
  if (numeraire === undefined) return NOTHING
  const { token, decimals } = numeraire
  const amounts = await oracle.tryAllowances(spenders.map((spender) => ({ token, owner: cage, spender })))
  return new Map(
    spenders.map((spender, at) => [
      spender,
      ((amounts[at] ?? 0n) * 10n ** BigInt(USDC_DECIMALS)) / 10n ** BigInt(decimals),
    ]),
  )
}

/** Sum what could be taken at every moment since one, that one included. */
function sumStanding(seen: readonly Seen[], startSeconds: number): bigint {
  const since = seen.findLastIndex(({ fromSeconds }) => fromSeconds <= startSeconds)
  const [first, ...later] = seen.slice(since)
  return [...(first?.amounts ?? [])].reduce((sum, [spender, amount]) => {
    const all = [amount, ...later.map(({ amounts }) => amounts.get(spender) ?? 0n)]
    return sum + all.reduce((a, b) => (a < b ? a : b))
  }, 0n)
}
