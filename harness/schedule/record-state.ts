import { type LotChange, listLotChanges } from '../../tools/core/lot-changes.ts'
import type { Look } from '../oracle/observer.ts'
import type { Holdings } from '../oracle/oracle.ts'
import type { RecordBalance, RecordLot, RecordState, RecordStep } from '../record/record.ts'
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
  const unitOf = (token: string) => names.tokenOf(token) ?? { symbol: token, decimals: 0 }
  const describe = (now: Holdings): Omit<RecordState, 'timestampSeconds'> => {
    const was = last
    last = now
    if (now === was) return { blockNumber: now.blockNumber.toString() }
    const balances = oracle.watch.flatMap(({ token, account }, index): RecordBalance[] => {
      const [before, after] = [was?.balances[index], now.balances[index] ?? 0n]
      if (account !== cage || after === (before ?? 0n)) return []
      return [
        {
          ...unitOf(token),
          token,
          baseUnits: after.toString(),
          ...(before === undefined ? {} : { beforeBaseUnits: before.toString() }),
        },
      ]
    })
    const positions = listLotChanges(was?.positions ?? [], now.positions).map((lot) =>
      describeLot(lot, was !== undefined),
    )
    return {
      blockNumber: now.blockNumber.toString(),
      ...(balances.length > 0 ? { balances } : {}),
      ...(positions.length > 0 ? { positions } : {}),
    }
  }
  const describeLot = ({ protocol, key, kind, before, after }: LotChange, isLater: boolean): RecordLot => ({
    protocol,
    key,
    kind,
    units: after.units.toString(),
    ...(isLater ? { beforeUnits: before.units.toString() } : {}),
    legs: after.legs.map(({ token, amount }) => ({ ...unitOf(token), baseUnits: amount.toString() })),
  })
  return {
    follow(looks, { startedSeconds, endedSeconds }) {
      const opening = looks.filter(({ isBefore }) => isBefore).map(({ holdings }) => describe(holdings))[0]
      const closing = looks.findLast(({ isBefore }) => !isBefore)
      const after = closing ? describe(closing.holdings) : {}
      return {
        ...(opening ? { before: { timestampSeconds: startedSeconds.toString(), ...opening } } : {}),
        after: { timestampSeconds: endedSeconds.toString(), ...after },
      }
    },
  }
}
