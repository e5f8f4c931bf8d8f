import { CONFIRMATIONS } from '../../tools/safety/evidence/confirmations.ts'
import { DRAWN_SPENDERS } from '../property/commands/kind-draws.ts'
import type { Stage } from '../stage/stage.ts'
import type { Attempt } from '../vocabulary/attack.ts'
import { findContract } from '../world/find-contract.ts'
import type { Attacker } from './attacker.ts'

type Request = NonNullable<Attempt['request']>

/** What a model can do, hostile or not. */
function createAgentActs(stage: Stage) {
  const preview = async (request: Request): Promise<string | undefined> => {
    const { error, details } = await stage.agent.call('preview_action', request)
    return error === undefined ? ((details ?? {}) as { permitId?: string }).permitId : undefined
  }
  const commit = async (permitId: string | undefined): Promise<boolean> =>
    permitId !== undefined && (await stage.agent.call('commit_action', { permitId })).error === undefined
  return { preview, commit, act: async (request: Request) => commit(await preview(request)) }
}

/** Let an honest model act once, so that the stack knows the account as its own. */
export const actHonestly = (stage: Stage): Promise<boolean> => {
  const [name = ''] = DRAWN_SPENDERS
  const spender = findContract(stage.book, name)
  if (spender === undefined) throw new Error(`no ${name} here`)
  return createAgentActs(stage).act({
    kind: 'approve',
    params: { token: 'USDC', spender, amountBaseUnits: '1' },
  })
}

/** Create a hostile model: it has the eight Pi tools and nothing else. */
export function createAgentAttacker(stage: Stage): Attacker {
  const { preview, commit, act } = createAgentActs(stage)
  let kept: string | undefined
  return {
    name: 'agent',
    make: async ({ request }) => request !== undefined && act(request),
    async prepare({ request }) {
      kept = request && (await preview(request))
      return kept !== undefined
    },
    use: () => commit(kept),
    halt: async () =>
      (await stage.agent.call('emergency_halt', { reason: 'it seemed best' })).error === undefined,
    async rest() {
      await stage.blocks.mine(CONFIRMATIONS)
      await stage.agent.reconcile()
    },
  }
}
