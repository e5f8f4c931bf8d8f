import { type LotChange, listLotChanges } from '../../tools/core/lot-changes.ts'
import type { SeenAllowance } from '../oracle/allowance-watch.ts'
import { isSameAllowance } from '../oracle/judge-allowances.ts'
import type { Look } from '../oracle/observer.ts'
import type { Holdings } from '../oracle/oracle.ts'
import { TESTBEDS } from '../protocols/generated/testbeds.ts'
import type {
  RecordBalance,
  RecordGrant,
  RecordLot,
  RecordState,
  RecordStep,
  RecordUnit,
} from '../record/record.ts'
import type { Stage } from '../stage/stage.ts'

/** Follows what the account has from step to step; of each look at the chain it tells what differs from the one before. */
export interface StateWatch {
  /** What the looks of a step show; the times are those of the head as it began and as it ended. */
  follow(
    looks: readonly Look[],
    time: { readonly startedSeconds: bigint; readonly endedSeconds: bigint },
  ): Pick<RecordStep, 'before' | 'after'>
}

/** Begin to follow the account of a stage. */
export function createStateWatch({
  oracle,
  cage,
  names,
}: Pick<Stage, 'oracle' | 'cage' | 'names'>): StateWatch {
  let last: Holdings | undefined
  let granted: readonly SeenAllowance[] = []
  const unitOf = (token: string) => names.tokenOf(token) ?? { symbol: token, decimals: 0 }
  const describe = ({
    holdings: now,
    allowances: nowGranted,
  }: Pick<Look, 'holdings' | 'allowances'>): Omit<RecordState, 'timestampSeconds'> => {
    const was = last
    last = now
    if (now === was) return { blockNumber: now.blockNumber.toString() }
    const balances = oracle.watch.flatMap(({ token, account }, index): RecordBalance[] => {
      const [before, after] = [was?.balances[index], now.balances[index]]
      // Of what gives no answer there is nothing to tell.
      if (account !== cage || after === undefined || after === (before ?? 0n)) return []
      return [
        {
          ...unitOf(token),
          token,
          baseUnits: after.toString(),
          ...(before === undefined ? {} : { beforeBaseUnits: before.toString() }),
        },
      ]
    })
    const wasGranted = granted
    granted = nowGranted
    const allowances = nowGranted.flatMap(({ token, owner, spender, amount }): RecordGrant[] => {
      const before = wasGranted.find((other) => isSameAllowance(other, { token, owner, spender }))?.amount
      if (amount === (before ?? 0n)) return []
      names.meet(spender)
      return [
        {
          ...unitOf(token),
          token,
          spender,
          baseUnits: amount.toString(),
          ...(was === undefined ? {} : { beforeBaseUnits: (before ?? 0n).toString() }),
        },
      ]
    })
    const positions = listLotChanges(was?.positions ?? [], now.positions).map((lot) =>
      describeLot(lot, was !== undefined),
    )
    return {
      blockNumber: now.blockNumber.toString(),
      ...(balances.length > 0 ? { balances } : {}),
      ...(allowances.length > 0 ? { allowances } : {}),
      ...(positions.length > 0 ? { positions } : {}),
    }
  }
  const unitsOf = (change: LotChange): RecordUnit | undefined => {
    const [leg] = [...change.after.legs, ...change.before.legs]
    const token = leg && unitOf(leg.token)
    const { unitOf: countedIn } = TESTBEDS[change.protocol] ?? {}
    if (countedIn === undefined) return undefined
    const own = countedIn(change)
    if (own === undefined) return token
    const { name: symbol, beyondToken } = own
    if (beyondToken === undefined) return { symbol, decimals: 0 }
    return token && { symbol, decimals: token.decimals + beyondToken }
  }
  const describeLot = (change: LotChange, isLater: boolean): RecordLot => {
    const { protocol, key, kind, before, after } = change
    const unit = unitsOf(change)
    return {
      protocol,
      key,
      kind,
      units: after.units.toString(),
      ...(isLater ? { beforeUnits: before.units.toString() } : {}),
      ...(unit ? { unit: { symbol: unit.symbol, decimals: unit.decimals } } : {}),
      legs: after.legs.map(({ token, amount }) => ({ ...unitOf(token), baseUnits: amount.toString() })),
    }
  }
  return {
    follow(looks, { startedSeconds, endedSeconds }) {
      const opening = looks.filter(({ isBefore }) => isBefore).map(describe)[0]
      const closing = looks.findLast(({ isBefore }) => !isBefore)
      const after = closing ? describe(closing) : {}
      return {
        ...(opening ? { before: { timestampSeconds: startedSeconds.toString(), ...opening } } : {}),
        after: { timestampSeconds: endedSeconds.toString(), ...after },
      }
    },
  }
}
