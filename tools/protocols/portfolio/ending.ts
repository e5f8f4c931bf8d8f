import type { Hex } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import { ToolError } from '../../core/errors.ts'
import { findByAddress } from '../../core/find-by-address.ts'
import { type OpenPosition, readHoldings, type UnwindStep } from '../../core/position-keeper.ts'
import { listDueSteps } from '../../core/unwind-steps.ts'

type Reading = Pick<ToolContext, 'account' | 'chain' | 'positions' | 'safety'>

/** An open position with its protocol. */
export interface NamedPosition extends OpenPosition {
  readonly protocol: string
}

/**
 * Read the open positions of the agent's account, in the order in which each protocol ends them; of all protocols
 * unless one is named. Those by whose readers nothing is counted are not asked.
 */
export async function readOpenPositions(
  { account, chain, positions, safety }: Reading,
  named?: string,
): Promise<readonly NamedPosition[]> {
  const holdings = await readHoldings(chain, account)
  const { readers } = safety.configured()
  const counting = holdings.map(
    ({ reader }) => findByAddress(readers, ({ address }) => address, reader)?.protocol,
  )
  // A reader that the policy does not know may be anybody's.
  const isWanted = (protocol: string) =>
    (named === undefined || named === protocol) &&
    (counting.includes(protocol) || counting.includes(undefined))
  const lists = await Promise.all(
    positions
      .filter(({ protocol }) => isWanted(protocol))
      .map(async ({ protocol, listOpen }) =>
        (await listOpen(chain, account, holdings)).map((position) => ({ ...position, protocol })),
      ),
  )
  return lists.flat()
}

/** Find a position by its key among those of one protocol. @throws ToolError POSITION_NOT_FOUND */
export function findPosition(
  positions: readonly NamedPosition[],
  { protocol, key }: { readonly protocol: string; readonly key: Hex },
): NamedPosition {
  const found = positions.find(({ counted }) => counted.key.toLowerCase() === key.toLowerCase())
  if (found === undefined) throw new ToolError('POSITION_NOT_FOUND', { positionId: `${key} of ${protocol}` })
  return found
}

/** The step of a position that can be taken now; undefined where it has to wait. */
export const nextStep = (position: OpenPosition, nowSeconds: bigint): UnwindStep | undefined =>
  listDueSteps(position, nowSeconds)[0]
