import type { Address, Hex } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { listLotChanges } from '../../core/lot-changes.ts'
import type { PositionDelta } from '../../core/outcome.ts'
import type { Call } from '../../core/plan.ts'
import type { Position } from '../../core/position.ts'
import { NO_STATE } from '../../kit/usd-price.ts'
import { askCage, readAnswer } from './cage-views.ts'

/** Simulate a withdrawal by the gate, and list the units that the cage counts no more. */
export async function foreseeWithdrawal(
  { account, chain, positionSources }: Pick<ToolContext, 'account' | 'chain' | 'positionSources'>,
  {
    gate,
    withdraw,
    collection,
  }: { readonly gate: Address; readonly withdraw: Call; readonly collection: Address },
): Promise<readonly PositionDelta[]> {
  const source = positionSources.find(({ target }) => isAddressEqual(target, collection))
  if (source === undefined) return []
  const { before, after } = await chain.simulate([{ ...withdraw, from: gate }], {
    ...NO_STATE,
    views: [askCage(account, 'holdings', [])],
  })
  const [held, left] = [before, after].map(({ views }) => readPositions(source.protocol, views[0]))
  return listLotChanges(held ?? [], left ?? []).map((change) => ({
    protocol: change.protocol,
    key: change.key,
    kind: change.kind,
    lot: change.lot,
    unitsDelta: change.after.units - change.before.units,
  }))
}

/** What the cage counts, under the name of one protocol: only what changes is looked at, and that is its. */
const readPositions = (protocol: string, answer: Hex | undefined): readonly Position[] =>
  (readAnswer('holdings', answer) ?? []).map(({ key, place, health, lots }) => ({
    protocol,
    key,
    place,
    health,
    lots: lots.map(({ claimableFrom, ...lot }) => ({
      ...lot,
      ...(claimableFrom === 0 ? {} : { claimableFromSeconds: claimableFrom }),
    })),
  }))
