import { type Address, getAbiItem, type Hex, toEventSelector } from 'viem'
import type { ChainLog } from '../../core/chain.ts'
import { ToolError } from '../../core/errors.ts'
import { decodeEventLog } from '../../core/event-logs.ts'
import { NOTE_NOTHING, type NoteFigure, usdcFigure } from '../../core/figure.ts'
import { policyCageAbi } from '../../core/generated/policy-cage-abi.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { readCageRejection } from '../evidence/cage-rejection.ts'
import { checkPositions } from '../evidence/check-positions.ts'
import type { Evidence } from '../evidence/evidence.ts'
import { ALLOW, type Hook } from './hook.ts'

const EXECUTED = getAbiItem({ abi: policyCageAbi, name: 'Executed' })
const EVENTS = [EXECUTED] as const
const EXECUTED_TOPIC = toEventSelector(EXECUTED)

/**
 * Ask the on-chain PolicyCage before gas is spent: its verdict is read from the simulated transaction.
 *
 * A revert of the called protocol is not the cage's business; the simulator judges that.
 */
export const policyCageHook: Hook = {
  name: 'policy-cage',
  check({ plan, evidence, policy, account }, note = NOTE_NOTHING) {
    // Of what the operator signs the cage stops nothing, so a pause has to stop it here.
    if (plan.kind === 'signature') {
      if (evidence.isPaused !== false) throw new ToolError('CAGE_PAUSED', {})
      checkPositions(evidence, policy, note)
      return ALLOW
    }
    const simulated = evidence.simulation?.calls[0]
    if (simulated === undefined) {
      throw new ToolError('CAGE_UNVERIFIABLE', { reason: evidence.simulationProblem ?? 'no simulation' })
    }
    if (!simulated.ok) {
      // What the owner's account does never comes to the cage.
      const rejection = plan.route === 'account' ? undefined : readCageRejection(simulated.returnData, policy)
      for (const figure of rejection?.figures() ?? []) note(figure)
      if (rejection) throw rejection
    }
    noteCounted(simulated.logs, account, note)
    if (simulated.ok) noteLimits(evidence, note)
    // What the owner changes of the cage, or its account does, moves no position.
    if (plan.route === 'cage') checkPositions(evidence, policy, note)
    return ALLOW
  },
}

/** Note what the cage counted of a simulated action. */
function noteCounted(logs: readonly ChainLog[], account: Address, note: NoteFigure): void {
  const said = logs.find(
    ({ address, topics }) => topics[0] === EXECUTED_TOPIC && isAddressEqual(address, account),
  )
  if (said === undefined) return
  const { args } = decodeEventLog({
    abi: EVENTS,
    data: said.data,
    topics: said.topics as [Hex, ...Hex[]],
  })
  note(usdcFigure('outflow by the cage', args.outflowUsdc))
  note(usdcFigure('loss by the cage', args.lossUsdc))
  note(usdcFigure('value of the cage', args.netAssetValueUsdc))
}

/** Note what of the cage's limits is used with a simulated action. */
function noteLimits({ cageLimits, guardianDemand }: Evidence, note: NoteFigure): void {
  if (cageLimits === undefined) return
  const use = (name: string, used: bigint, most: bigint) =>
    note(usdcFigure(name, used, most === NO_LIMIT ? {} : { most }))
  use('spent in the window by the cage', cageLimits.spentUsdc, cageLimits.mostSpentUsdc)
  use('lost in the window by the cage', cageLimits.lostUsdc, cageLimits.mostLostUsdc)
  // Where the cage asks for the guardian it was simulated as if there were no such limit.
  const { found, expected } = guardianDemand ?? {
    found: cageLimits.unguardedUsdc,
    expected: cageLimits.mostUnguardedUsdc,
  }
  use('without the guardian by the cage', found, expected)
}

/** What the cage answers for a limit that it does not have. */
const NO_LIMIT = 2n ** 256n - 1n
